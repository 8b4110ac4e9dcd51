/**
 * Operator commands: `main.js <command>`, with the variables of every process on the bus in the environment. Prints the answer as
 * JSON, a report as CSV. Exits with 64 for wrong arguments.
 */
import 'reflect-metadata';
import { runAsOperator } from './operator.js';
import { BadUsage } from './bad-usage.js';
import { LeftToAnother } from './persons/prove.js';
import { operatorWork, USAGE } from './operator-commands.js';

/** EX_USAGE of sysexits.h. */
const BAD_USAGE = 64;
/** EX_TEMPFAIL: another person must prove it. */
const LEFT = 75;

try {
  const work = operatorWork(process.argv.slice(2));
  await runAsOperator(async (operator) => {
    const printed = await work(operator);
    console.log(typeof printed === 'string' ? printed : JSON.stringify(printed));
  });
} catch (error) {
  // the act that another person approves
  if (error instanceof LeftToAnother) console.log(JSON.stringify(error.act));
  const isUsage = error instanceof BadUsage;
  console.error(error instanceof Error ? error.message : error);
  if (isUsage) console.error(USAGE);
  process.exitCode = isUsage ? BAD_USAGE : error instanceof LeftToAnother ? LEFT : 1;
}
