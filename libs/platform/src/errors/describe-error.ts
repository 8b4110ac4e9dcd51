import { inSource } from './source-positions.js';

/** The description of an error in a log. */
export interface ErrorDescription {
  readonly name: string;
  readonly code?: string;
  readonly message?: string;
  readonly constraint?: string;
  readonly stack?: string;
  readonly cause?: ErrorDescription;
}

const MAX_CAUSES = 4;
const MAX_MESSAGE = 500;
const MAX_FRAMES = 20;

/**
 * Name, code and stack of an error and of its causes, never its other properties: pg's carry rows, TypeORM's statements and
 * parameters. Messages of parsers and of the database quote their input, so they are left out too.
 */
export function describeError(error: unknown, depth = 1): ErrorDescription {
  if (!isError(error)) return { name: `not an error: ${typeof error}` };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const stack = framesOf(error);
  return {
    name: error.name,
    ...(typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {}),
    ...(quotesItsInput(error) ? {} : { message: error.message.slice(0, MAX_MESSAGE) }),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(stack === '' ? {} : { stack }),
    ...(error.cause !== undefined && depth < MAX_CAUSES ? { cause: describeError(error.cause, depth + 1) } : {}),
  };
}

/** The code of the innermost cause that has one, else its message: for the log field `reason`. */
export function reasonOf(error: unknown): string {
  const { code, message, name, cause } = describeError(error);
  const innermost = causeOf(cause) ?? code;
  return innermost ?? message ?? name;
}

function causeOf(cause: ErrorDescription | undefined): string | undefined {
  return cause === undefined ? undefined : (causeOf(cause.cause) ?? cause.code ?? cause.message);
}

/** Also an error of another realm, which `instanceof` does not recognise. */
function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
}

function quotesItsInput(error: Error): boolean {
  return error.name === 'SyntaxError' || 'severity' in error || 'driverError' in error;
}

/** The frames of a stack, which begins with the message. */
function framesOf(error: Error): string {
  const lines = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return lines
    .slice(0, MAX_FRAMES)
    .map((line) => inSource(line.trim()))
    .join('\n');
}
