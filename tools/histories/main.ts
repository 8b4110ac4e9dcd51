/**
 * Looks for the histories of the payments of a stack among those of the model: `main.js --stack <stack.json> [--intents <id,id>]`. Prints one
 * line for each payment that the model does not allow, and how many payments were read. Exits with 0 when there is none, 1 when there
 * are some, 64 for wrong arguments.
 */
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Stack } from '@paygate/testing';
import { check } from './check.js';
import { historiesOf } from './payments.js';

const { stack, intents } = parseArgs({ options: { stack: { type: 'string' }, intents: { type: 'string' } } }).values;
if (stack === undefined) {
  process.stderr.write('histories --stack <stack.json> [--intents <payment intent ids with commas>]\n');
  process.exitCode = 64;
} else process.exitCode = await run(JSON.parse(readFileSync(stack, 'utf8')) as Stack);

async function run(facts: Stack): Promise<number> {
  const { payments, kinds, faults } = check(await historiesOf(facts, intents?.split(',') ?? null));
  for (const fault of faults) console.log(`✗ ${fault}`);
  console.log(`${payments} payments, ${kinds} kinds of histories, ${faults.length} that the model does not allow`);
  return faults.length === 0 ? 0 : 1;
}
