import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '../../..');

/** The output of the benches; none of them has failed. */
function printed(...args: readonly string[]): string {
  const program = join(root, 'dist/tools/bench/main.js');
  const { stdout, stderr } = spawnSync(process.execPath, ['--enable-source-maps', program, ...args, '--smoke'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(`${stderr}${stdout}`).not.toMatch(/^[a-z-]+ failed {2}/m);
  return stdout;
}
const missedIn = (text: string): readonly string[] =>
  text.split('\n').filter((line) => /^((wallet|mobile-money) payments?|at rest,) .*MISSED/.test(line));

test('a payment costs no more messages, commits and round trips than the sheet allows, and a stack at rest no more than its own', () => {
  const text = printed('sheet', 'rest');
  expect(text).toContain('wallet payment, round trips');
  expect(text).toContain('mobile-money payment, round trips');
  expect(text).toContain('at rest, requests to Kafka');
  expect(missedIn(text)).toEqual([]);
}, 300_000);

test('a payment in one process sends its events over the broker and nothing else', () => {
  const text = printed('sheet', '--one-process');
  expect(text).toContain('wallet payment, messages');
  expect(missedIn(text)).toEqual([]);
}, 300_000);
