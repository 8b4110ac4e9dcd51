import { ConfigurationError } from '../config/load-config.js';
import type { ErrorDescription } from '../errors/describe-error.js';
import { describeError } from '../errors/describe-error.js';

/** EX_CONFIG of sysexits.h: a restart with the same configuration fails again. */
export const EXIT_CONFIGURATION = 78;
export const EXIT_FAILURE = 1;

/** Errors of the program, which an operator cannot mend: they are printed with their stack. */
const DEFECTS = [TypeError, RangeError, ReferenceError];

/**
 * Runs a command-line tool. An error is printed as one message without a stack, and the process ends with 78 when the configuration has
 * faults, all of which are named, else with 1.
 */
export async function runTool(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isConfiguration = error instanceof ConfigurationError;
    process.stderr.write(`${name}: ${isConfiguration ? error.message : messageOf(error)}\n`);
    // at once, because connections of the work may still be open
    process.exit(isConfiguration ? EXIT_CONFIGURATION : EXIT_FAILURE);
  }
}

/** The messages of the error and its causes; for an error of the program also the stack. */
function messageOf(error: unknown): string {
  const description = describeError(error);
  const said = [...new Set(messagesOf(description))].join(': ');
  const stack = DEFECTS.some((kind) => error instanceof kind) ? `\n${description.stack ?? ''}` : '';
  return `${said}${stack}`;
}

function messagesOf({ name, code, message, cause }: ErrorDescription): readonly string[] {
  const own = message === undefined || message === '' ? (code ?? name) : message;
  return cause === undefined ? [own] : [own, ...messagesOf(cause)];
}
