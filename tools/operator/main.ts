/**
 * What an operator asks the services for: `main.js <command>`, with what every service is told of Kafka and its keys in the
 * environment. Prints the answer as JSON; exits with 64 when the command line is none of its usage.
 */
import 'reflect-metadata';
import { runAsOperator } from './operator.js';
import { operatorWork, USAGE } from './operator-commands.js';

/** EX_USAGE of sysexits.h. */
const BAD_USAGE = 64;

const work = operatorWork(process.argv.slice(2));
if (work === undefined) {
  console.error(USAGE);
  process.exitCode = BAD_USAGE;
} else {
  await runAsOperator(async (operator) => {
    console.log(JSON.stringify(await work(operator)));
  }).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
