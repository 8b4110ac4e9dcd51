import { isRecord } from '../files.ts';

/** A line of a log, with the time that it is sorted by. */
export interface LogLine {
  /** The log that holds it. */
  readonly name: string;
  /** RFC 3339 in UTC; that of the line before where a line has none, as the lines of a stack trace do. */
  readonly time: string;
  readonly text: string;
}

/** Services write RFC 3339; PostgreSQL and Kafka a space for its T, and no Z. */
const TIME = /^(?:\{"level":"[a-z]+","time":")?(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:[.,]\d{1,3})?)/;
const SHOWN_APART = new Set(['level', 'time', 'service', 'instance', 'message', 'error']);

export function logLines(name: string, texts: readonly string[], before = ''): LogLine[] {
  let time = before;
  return texts.map((text) => {
    const [, day, clock] = TIME.exec(text) ?? [];
    if (day !== undefined && clock !== undefined) time = `${day}T${clock.replace(',', '.')}Z`;
    return { name, time, text };
  });
}

/** As a person reads it: the time of day in UTC, the log, the level, the message and its fields. Engines' lines stay as they are. */
export function readable({ name, text }: LogLine): string {
  const entry = parsed(text);
  if (entry === undefined) return `${name.padEnd(17)} ${text}`;
  const fields = Object.entries(entry).filter(([field]) => !SHOWN_APART.has(field));
  const details = [...[String(entry['message']), ...fields.map(([field, value]) => `${field}=${shown(value)}`)]].join(
    ' ',
  );
  const fault = isRecord(entry['error']) ? faultOf(entry['error']) : '';
  return `${String(entry['time']).slice(11, 23)} ${name.padEnd(17)} ${String(entry['level']).padEnd(5)} ${details}${fault}`;
}

function parsed(text: string): Record<string, unknown> | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const entry: unknown = JSON.parse(text);
    return isRecord(entry) && typeof entry['message'] === 'string' ? entry : undefined;
  } catch {
    return undefined;
  }
}

function shown(value: unknown): string {
  return typeof value === 'string' && !value.includes(' ') ? value : JSON.stringify(value);
}

function faultOf({ name, message, stack }: Record<string, unknown>): string {
  const at = typeof stack === 'string' ? stack.replaceAll('\n', '\n    ') : '';
  return `\n  ${String(name)}: ${String(message)}${at === '' ? '' : `\n    ${at}`}`;
}
