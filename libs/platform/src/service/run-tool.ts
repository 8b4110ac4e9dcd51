import { ConfigurationError } from '../config/load-config.js';
import type { ErrorDescription } from '../telemetry/describe-error.js';
import { describeError } from '../telemetry/describe-error.js';

/** EX_CONFIG of sysexits.h: starting again without another configuration is of no use. */
export const EXIT_CONFIGURATION = 78;
export const EXIT_FAILURE = 1;

/** What no operator can mend: the stack says where the program has it. */
const DEFECTS = [TypeError, RangeError, ReferenceError];

/**
 * The whole of a command-line tool. What keeps it from its work is told in one message, without a stack; it then ends with 78
 * when its configuration has faults, each of which is named, else with 1.
 */
export async function runTool(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isConfiguration = error instanceof ConfigurationError;
    process.stderr.write(`${name}: ${isConfiguration ? error.message : messageOf(error)}\n`);
    // at once: what the work has opened may still be open
    process.exit(isConfiguration ? EXIT_CONFIGURATION : EXIT_FAILURE);
  }
}

/** What the error says and its causes add; of a defect also where it is. */
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
