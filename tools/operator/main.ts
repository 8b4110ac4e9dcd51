/**
 * What an operator asks the services for: `main.js <command>`, with what every service is told of Kafka and its keys in the
 * environment. Prints the answer as JSON; exits with 64 when the command line is none of its usage.
 */
import 'reflect-metadata';
import { runAsOperator } from './operator.js';
import { BadUsage, operatorWork, USAGE } from './operator-commands.js';

/** EX_USAGE of sysexits.h. */
const BAD_USAGE = 64;

try {
  const work = operatorWork(process.argv.slice(2));
  await runAsOperator(async (operator) => {
    console.log(JSON.stringify(await work(operator)));
  });
} catch (error) {
  const isUsage = error instanceof BadUsage;
  console.error(error instanceof Error ? error.message : error);
  if (isUsage) console.error(USAGE);
  process.exitCode = isUsage ? BAD_USAGE : 1;
}
