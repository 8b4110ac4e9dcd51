/**
 * Operator commands: `main.js <command>`, with the variables of every process on the bus in the environment. Prints the answer as
 * JSON, a report as CSV. Exits with 64 for wrong arguments. `main.js -` reads one command a line, as a JSON array of its words, and
 * prints one answer a line; what fails is printed as `{"error": …}`, and the next line is read.
 */
import 'reflect-metadata';
import { createInterface } from 'node:readline';
import type { Operator } from './operator.js';
import { runAsOperator } from './operator.js';
import { BadUsage } from './bad-usage.js';
import { LeftToAnother } from './persons/prove.js';
import { operatorWork, USAGE } from './operator-commands.js';

/** EX_USAGE of sysexits.h. */
const BAD_USAGE = 64;
/** EX_TEMPFAIL: another person must prove it. */
const LEFT = 75;

const argv = process.argv.slice(2);
if (argv.join() === '-') await runAsOperator(answerLines, nobodyProves);
else await answerOne(argv);

async function answerLines(operator: Operator): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    try {
      console.log(JSON.stringify(await operatorWork(wordsOf(line))(operator)));
    } catch (error) {
      process.exitCode = 1;
      console.log(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
    }
  }
}

/** Shows nothing of a line that it cannot read: it may hold what was meant for a prompt. */
function wordsOf(line: string): readonly string[] {
  try {
    const words = JSON.parse(line) as unknown;
    if (Array.isArray(words)) return words.map(String);
  } catch {
    // said below
  }
  throw new BadUsage('a line is a JSON array of words');
}

/** The lines are commands: no password and no code is read among them. */
function nobodyProves(): never {
  throw new BadUsage('persons prove in a command of its own');
}

async function answerOne(words: readonly string[]): Promise<void> {
  try {
    const work = operatorWork(words);
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
}
