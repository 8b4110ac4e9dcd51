import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '../../../..');
const FIGURES = [
  'create intent, requests/s as a multiple of bare route',
  'whole payment, CPU',
  'wallet payment, round trips',
  'paid intent, live rows of tables',
  'paid intent, Kafka',
  'payments that were created under overload and not completed',
  'peak memory of gateway',
  'idle round trip (read an intent), p50',
  'at rest, requests to Kafka',
  'idle CPU of auth',
  'enumeration by time, verifyOtp with a delay planted',
  'charges that did not succeed',
  'search by a text as a multiple of a list, p95',
  'visits of a trusted customer that 3 tries did not sign in',
  'CPU per whole payment of 2 payers, now to earlier',
  'payments of 2 payers that failed, now',
  'constructEvent of @paygate/node',
];

test('every bench runs to its end within seconds and prints its figures', () => {
  const program = join(root, 'dist/tools/bench/main.js');
  const args = ['--enable-source-maps', program, '--smoke', '--earlier', root, '--payers', '2'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  for (const figure of FIGURES) expect(stdout).toContain(figure);
  expect(`${stderr}${stdout}`).not.toMatch(/^[a-z-]+ failed {2}/m);
}, 420_000);
