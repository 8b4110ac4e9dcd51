import { ConfigurationError } from './config/load-config.js';
import { reasonOf } from './logging/describe-error.js';

/** EX_CONFIG of sysexits.h: starting again without another configuration is of no use. */
export const EXIT_CONFIGURATION = 78;
export const EXIT_FAILURE = 1;

/**
 * The whole of a command-line tool. What keeps it from its work is told in one message without a stack; it then ends with 78
 * when its configuration has faults, each of which is named, else with 1.
 */
export async function runTool(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isConfiguration = error instanceof ConfigurationError;
    process.stderr.write(`${name}: ${isConfiguration ? error.message : reasonOf(error)}\n`);
    process.exitCode = isConfiguration ? EXIT_CONFIGURATION : EXIT_FAILURE;
  }
}
