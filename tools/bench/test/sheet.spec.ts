import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '../../..');

test('a payment costs no more messages, commits and round trips than the sheet allows, and a stack at rest no more than its own', () => {
  const program = join(root, 'dist/tools/bench/main.js');
  const args = ['--enable-source-maps', program, 'sheet', 'rest', '--smoke'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  const printed = `${stderr}${stdout}`;
  expect(printed).not.toMatch(/^[a-z-]+ failed {2}/m);
  expect(printed).toContain('wallet payment, round trips');
  expect(printed).toContain('mobile-money payment, round trips');
  expect(printed).toContain('at rest, requests to Kafka');
  expect(
    stdout.split('\n').filter((line) => /^((wallet|mobile-money) payments?|at rest,) .*MISSED/.test(line)),
  ).toEqual([]);
}, 300_000);
