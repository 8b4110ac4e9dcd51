import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { cpuBetween, cpuTimes, environmentOf, nodeFlagsOf, peakMemoryMib, sumOf } from './process-cpu.js';

/** Nothing of this exists elsewhere. */
const onLinux = (name: string, run: () => void | Promise<void>): void => {
  if (process.platform === 'linux') test(name, run);
};
const own = { own: process.pid };
const burn = (ms: number): string =>
  `const end = process.cpuUsage().user + ${ms * 1_000}; while (process.cpuUsage().user < end);`;

test('a sum is over all processes', () => {
  expect(sumOf(cpuBetween({ a: 1, b: 2 }, { a: 4, b: 7 }))).toBe(8);
});

onLinux('what a child used that has ended is in the account of its tree', () => {
  const before = cpuTimes(own);
  execFileSync(process.execPath, ['-e', burn(300)]);
  expect(sumOf(cpuBetween(before, cpuTimes(own)))).toBeGreaterThanOrEqual(290_000);
});

onLinux('a process that is not there is an error, not nothing', () => {
  expect(() => cpuTimes({ nobody: 4_194_305 })).toThrow('nobody');
});

onLinux('flags of a process are those before its program', async () => {
  const child = spawn(process.execPath, ['--max-semi-space-size=8', '--no-warnings', '-', '--own'], { stdio: 'pipe' });
  await once(child, 'spawn');
  expect(nodeFlagsOf(child.pid ?? 0)).toEqual(['--max-semi-space-size=8', '--no-warnings']);
  child.kill('SIGKILL');
});

onLinux('memory and settings of a process are its own', () => {
  expect(peakMemoryMib(process.pid)).toBeGreaterThan(10);
  expect(environmentOf(process.pid)['PATH']).toBe(process.env['PATH']);
});
