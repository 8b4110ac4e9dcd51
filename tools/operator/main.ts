/**
 * Operator commands: `main.js <command>`, with the variables of every process on the bus in the environment. Prints the answer as
 * JSON, a report as CSV. Exits with 64 for wrong arguments.
 */
import 'reflect-metadata';
import { runAsOperator } from './operator.js';
import { BadUsage } from './bad-usage.js';
import { operatorWork, USAGE } from './operator-commands.js';

/** EX_USAGE of sysexits.h. */
const BAD_USAGE = 64;

try {
  const work = operatorWork(process.argv.slice(2));
  await runAsOperator(async (operator) => {
    const printed = await work(operator);
    console.log(typeof printed === 'string' ? printed : JSON.stringify(printed));
  });
} catch (error) {
  const isUsage = error instanceof BadUsage;
  console.error(error instanceof Error ? error.message : error);
  if (isUsage) console.error(USAGE);
  process.exitCode = isUsage ? BAD_USAGE : 1;
}
