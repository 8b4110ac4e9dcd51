import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '../stack/own-stack.js';
import type { Length } from './bench-stack.js';
import type { Figure } from './report.js';
import { atMost } from './report.js';

const IMPORT_GOAL_MS = 10;
const CONSTRUCT_GOAL_MICROS = 10;
const PROCESSES: Readonly<Record<Length, number>> = { full: 21, smoke: 2 };
const CALLS: Readonly<Record<Length, number>> = { full: 20_000, smoke: 100 };

/** The work is the same each time: what a process needs beyond the least is the load of the machine. */
const NOTE = 'least of several processes';

const run = promisify(execFile);
const client = join(repositoryRoot, 'dist/packages/sdk-node/dist/index.mjs');

/** The time to load the package of the server client, and to verify a delivery of 1 kB, each in new processes. */
export async function clientsBench(length: Length): Promise<readonly Figure[]> {
  await run(process.execPath, ['tools/clients/build.ts', 'sdk-node'], { cwd: repositoryRoot });
  const [imports, calls]: [number[], number[]] = [[], []];
  for (let process = 0; process < PROCESSES[length]; process++) {
    imports.push(await measured(IMPORT));
    if (process % 4 === 0) calls.push(await measured(CONSTRUCT_EVENT, String(CALLS[length])));
  }
  return [
    atMost(IMPORT_GOAL_MS, { what: 'import of @paygate/node', unit: 'ms', value: Math.min(...imports), note: NOTE }),
    atMost(CONSTRUCT_GOAL_MICROS, {
      ...{
        what: 'constructEvent of @paygate/node, delivery of 1 kB',
        unit: 'µs',
        value: Math.min(...calls),
        note: NOTE,
      },
    }),
  ];
}

/** The output of a script. */
async function measured(script: string, ...args: readonly string[]): Promise<number> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script, client, ...args]);
  return Number(stdout);
}

const IMPORT = `
const began = performance.now();
await import(process.argv[1]);
console.log(performance.now() - began);
`;

const CONSTRUCT_EVENT = `
const { Paygate: { webhooks } } = await import(process.argv[1]);
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const event = webhooks.generateTestEvent('payment.completed', { description: '' });
event.data.paymentIntent.description = 'x'.repeat(1_024 - JSON.stringify(event).length);
const payload = JSON.stringify(event);
const body = Buffer.from(payload);
const signature = webhooks.generateTestHeaderString({ payload, secret });
const calls = Number(process.argv[2]);
const verify = () => {
  for (let call = 0; call < calls; call++) webhooks.constructEvent(body, signature, secret);
};
verify();
const began = performance.now();
verify();
console.log(((performance.now() - began) * 1_000) / calls);
`;
