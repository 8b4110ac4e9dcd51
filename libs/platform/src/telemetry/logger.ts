import type { DestinationStream, Logger as Pino } from 'pino';
import { destination, pino, stdTimeFunctions } from 'pino';
import type { LogLevel } from '../config/service-config.js';
import { describeError } from '../errors/describe-error.js';

/** The fields of a log line. Any other field is dropped, so that no payload and no secret reaches a log. */
export const logFields = [
  'requestId',
  'messageId',
  'causationId',
  'type',
  'topic',
  'partition',
  'offset',
  'producer',
  'merchantId',
  'mode',
  'intentId',
  'chargeId',
  'refundId',
  'payoutId',
  'otpId',
  'userId',
  'endpointId',
  'deliveryId',
  'eventId',
  'apiKeyId',
  'memberId',
  'code',
  'reason',
  'status',
  'method',
  'route',
  'phase',
  'step',
  'count',
  'attempt',
  'durationMs',
  'delayMs',
  'offsetMs',
  'port',
  'version',
  'state',
  'name',
] as const;
export type LogField = (typeof logFields)[number];
export type LogFields = Readonly<Partial<Record<LogField, string | number | boolean | undefined>>>;

/** The destination of lines: stdout, stderr for a tool, or a test's own. */
export type LogSink = DestinationStream;

export interface LoggerOptions {
  readonly service: string;
  readonly instance: string;
  readonly level?: LogLevel;
  readonly sink?: LogSink;
}

const MAX_TEXT = 300;
const STDOUT = 1;
const STDERR = 2;
/** Programs whose output is their result, which may go into a file: their lines are on the standard error. */
const tools: ReadonlySet<string> = new Set(['operator', 'dead-letters', 'topics']);
const allowed: ReadonlySet<string> = new Set(logFields);

/** One JSON line per event, with service, instance and the fields of {@link logFields}; never a payload or a secret. */
export class Logger {
  readonly #pino: Pino;

  constructor(options: LoggerOptions | Pino) {
    this.#pino = 'child' in options ? options : open(options);
  }

  debug(message: string, fields?: LogFields): void {
    if (this.#pino.isLevelEnabled('debug')) this.#pino.debug(allowedOf(fields), message);
  }

  info(message: string, fields?: LogFields): void {
    if (this.#pino.isLevelEnabled('info')) this.#pino.info(allowedOf(fields), message);
  }

  warn(message: string, fields?: LogFields): void {
    if (this.#pino.isLevelEnabled('warn')) this.#pino.warn(allowedOf(fields), message);
  }

  /** `error` is logged by name, code and stack, with its causes. */
  error(message: string, error?: unknown, fields?: LogFields): void {
    this.#pino.error(
      { ...allowedOf(fields), ...(error === undefined ? {} : { error: describeError(error) }) },
      message,
    );
  }

  /** A logger whose lines all carry `fields`. */
  child(fields: LogFields): Logger {
    return new Logger(this.#pino.child(allowedOf(fields)));
  }
}

function open({ service, instance, level = 'info', sink }: LoggerOptions): Pino {
  return pino(
    {
      level,
      base: { service, instance },
      messageKey: 'message',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    // synchronous, so that the last line before an exit is not lost
    sink ?? destination({ fd: tools.has(service) ? STDERR : STDOUT, sync: true }),
  );
}

/** Drops unknown fields. The compiler refuses them in literals only. */
function allowedOf(fields: LogFields = {}): Record<string, string | number | boolean> {
  const kept: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    if (!allowed.has(name)) continue;
    if (typeof value === 'string') kept[name] = value.slice(0, MAX_TEXT);
    else if (typeof value === 'number' || typeof value === 'boolean') kept[name] = value;
  }
  return kept;
}
