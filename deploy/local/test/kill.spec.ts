import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readProcessFile } from '../process/process-file.ts';
import type { ProcessEntry } from '../process/process-file.ts';
import { identify, isAlive, signalQuietly } from '../process/identity.ts';
import { becomesTrue } from '../waiting.ts';
import { BOOT_MS, END_MS, TestStack } from './runner.ts';

jest.setTimeout(300_000);

describe('kill -9', () => {
  let stack: TestStack;
  beforeEach(() => {
    stack = new TestStack();
  });
  afterEach(() => stack.remove());

  /** Only the lock file may stay: its holder is dead, and the next start takes it over. */
  async function onlyTheLockSurvives(): Promise<boolean> {
    return becomesTrue(async () => (await stack.survivors()).every((line) => line === stack.paths.lockFile), END_MS);
  }

  it.each(['', 'busy'])(
    'of the runner (services: "%s") ends all its processes, and the next start works',
    async (how) => {
      const running = await stack.started(how);
      running.child.kill('SIGKILL');
      expect(await running.exit()).toBeNull();
      expect(await onlyTheLockSurvives()).toBe(true);
      const next = await stack.started();
      next.child.kill('SIGINT');
      expect(await next.exit()).toBe(0);
      expect(await stack.survivors()).toEqual([]);
    },
  );

  it.each(['postgres-initdb', 'kafka-format', 'kafka'])(
    'of the runner while %s is starting does no harm',
    async (name) => {
      const running = stack.start();
      expect(await becomesTrue(() => stack.recorded().includes(name), BOOT_MS)).toBe(true);
      running.child.kill('SIGKILL');
      await running.exit();
      // at once, while the watchdog still runs
      const next = await stack.started();
      next.child.kill('SIGINT');
      expect(await next.exit()).toBe(0);
      expect(await stack.survivors()).toEqual([]);
    },
  );

  /** The processes that are left when runner and watchdog are killed. */
  async function orphans(): Promise<ProcessEntry[]> {
    const running = await stack.started();
    const watchdog = (await stack.survivors()).find((line) => line.includes('watchdog.ts'));
    expect(watchdog).toBeDefined();
    signalQuietly(Number.parseInt(String(watchdog), 10), 'SIGKILL');
    running.child.kill('SIGKILL');
    await running.exit();
    const left = readProcessFile(stack.paths.processFile);
    expect(left.map(({ name }) => name).sort()).toEqual(['first', 'kafka', 'postgres', 'redis', 'second']);
    expect(left.every(isAlive)).toBe(true);
    return left;
  }

  it('of the runner and its watchdog leaves processes that the next start ends, but not one with a reused pid', async () => {
    const left = await orphans();
    // the process of this test, as if its id had once been a service's
    const reused = { name: 'reused', role: 'service', pid: process.pid, startedAt: 'long ago', stopSignal: 'SIGKILL' };
    writeFileSync(stack.paths.processFile, JSON.stringify([reused, ...left]));
    const next = await stack.started();
    expect(next.output).toContain('processes of an earlier run');
    expect(left.some(isAlive)).toBe(false);
    next.child.kill('SIGINT');
    expect(await next.exit()).toBe(0);
    expect(await stack.survivors()).toEqual([]);
  });

  it('of the runner before it recorded its processes leaves processes that the next start ends', async () => {
    const left = await orphans();
    // on other systems only recorded processes are found
    writeFileSync(stack.paths.processFile, JSON.stringify(process.platform === 'linux' ? [] : left));
    const next = await stack.started();
    expect(left.filter(isAlive)).toEqual([]);
    next.child.kill('SIGINT');
    expect(await next.exit()).toBe(0);
    expect(await stack.survivors()).toEqual([]);
  });

  it('of the launcher stops the stack gracefully', async () => {
    const launched = stack.launch('engines');
    await launched.prints('engines are up');
    expect(existsSync(join(stack.paths.root, 'env'))).toBe(true);
    launched.child.kill('SIGKILL');
    expect(await becomesTrue(async () => (await stack.survivors()).length === 0, END_MS)).toBe(true);
    expect(existsSync(join(stack.paths.root, 'env'))).toBe(false);
  });

  it('of an engine or a service restarts it each time, with its new pid in stack.json', async () => {
    const running = await stack.started();
    for (const name of ['postgres', 'redis', 'kafka', 'first', 'first', 'first']) {
      const before = stack.pid(name);
      process.kill(before, 'SIGKILL');
      await becomesTrue(() => ![0, before].includes(stack.pid(name)), BOOT_MS);
      expect(identify(stack.pid(name))).toBeDefined();
      const status = stack.command('status');
      await status.exit();
      expect(
        await becomesTrue(() => running.output.includes(`${name} is back (pid ${String(stack.pid(name))})`), BOOT_MS),
      ).toBe(true);
    }
    expect(await stack.command('status').exit()).toBe(0);
    running.child.kill('SIGINT');
    expect(await running.exit()).toBe(0);
    expect(await stack.survivors()).toEqual([]);
  });

  it('of an engine with a hold file does not restart it until the file is removed', async () => {
    const running = await stack.started();
    const before = stack.pid('redis');
    mkdirSync(stack.paths.hold, { recursive: true });
    writeFileSync(join(stack.paths.hold, 'redis'), '');
    process.kill(before, 'SIGKILL');
    expect(await becomesTrue(() => stack.pid('redis') === 0, BOOT_MS)).toBe(true);
    expect(await stack.command('status').exit()).toBe(1);
    expect(stack.pid('redis')).toBe(0);
    rmSync(join(stack.paths.hold, 'redis'));
    await running.prints('redis is back');
    running.child.kill('SIGINT');
    expect(await running.exit()).toBe(0);
  });
});
