/**
 * Searches the model for histories that break a statement: `npm run model`, or `npm run model -- --seed 7 --traces 20000 --steps 60`. Without
 * `--seed` each run has another one. `--lacks '<guard>'` leaves out a guard, `--all` visits every state of the small instances.
 */
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { guardNames } from './guards.js';
import { small, wide } from './instances.js';
import type { Broken } from './search.js';
import { exhaust, walk, worldOf } from './search.js';

const MOST_STATES = 2_000_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    traces: { type: 'string', default: '17000' },
    steps: { type: 'string', default: '60' },
    lacks: { type: 'string' },
    all: { type: 'boolean', default: false },
  },
});
const lacking = guardNames.find((name) => name === values.lacks);
if (values.lacks !== undefined && lacking === undefined)
  throw new Error(`no guard '${values.lacks}': ${guardNames.join('; ')}`);

function print(broken: Broken | undefined): void {
  if (broken === undefined) return;
  console.log(`broken: ${broken.statements.join('; ')}\n${broken.history.map((name) => `  ${name}`).join('\n')}`);
  process.exitCode = 1;
}

if (values.all) {
  for (const [name, instance] of Object.entries(small)) {
    const { states, isWhole, broken } = exhaust(worldOf(instance, lacking), MOST_STATES);
    console.log(`${name}: ${states} states${isWhole ? ', which are all' : ''}`);
    print(broken);
  }
} else {
  const bounds = { seed: Number(values.seed), traces: Number(values.traces), steps: Number(values.steps) };
  const began = performance.now();
  const { traces, steps, actions, broken } = walk(worldOf(wide, lacking), bounds);
  const seconds = (performance.now() - began) / 1_000;
  console.log(`seed ${bounds.seed}: ${traces} traces, ${steps} steps in ${seconds.toFixed(1)} s`);
  console.log(
    [...actions]
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
  );
  print(broken);
}
