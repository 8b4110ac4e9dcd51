import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { restartCommand } from '../commands/restart-command.ts';
import { isRecord } from '../files.ts';
import { identify } from '../process/identity.ts';
import { TestStack } from './runner.ts';

jest.setTimeout(300_000);

describe('several instances of a service', () => {
  let stack: TestStack;
  beforeEach(() => {
    stack = new TestStack();
  });
  afterEach(() => stack.remove());

  const servicesOf = (file: Record<string, unknown>): Record<string, unknown>[] =>
    (Array.isArray(file['services']) ? file['services'] : []).filter(isRecord);

  it('have their own addresses, names and logs, and each is restarted when it dies', async () => {
    const running = stack.start('', '', { INSTANCES: 'first=3' });
    await running.prints('everything is up');
    const services = servicesOf(stack.stackFile());
    expect(services.map(({ name, service }) => [name, service])).toEqual([
      ['first', 'first'],
      ['first-2', 'first'],
      ['first-3', 'first'],
      ['second', 'second'],
    ]);
    expect(new Set(services.map(({ healthUrl }) => healthUrl)).size).toBe(4);
    expect(new Set(services.map(({ url }) => url)).size).toBe(4);
    for (const { healthUrl } of services) expect((await fetch(String(healthUrl))).ok).toBe(true);

    const before = services.map(({ name }) => stack.pid(String(name)));
    process.kill(stack.pid('first-2'), 'SIGKILL');
    await running.prints('first-2 ended (SIGKILL), restarting it');
    await running.prints('first-2 is back');
    const after = services.map(({ name }) => stack.pid(String(name)));
    expect(after.map((pid, index) => pid === before[index])).toEqual([true, false, true, true]);
    expect(after.map(identify)).not.toContain(undefined);

    expect(await restartCommand(stack.paths, ['first'], () => undefined)).toBe(0);
    const replaced = services.map(({ name }) => stack.pid(String(name)));
    expect(replaced.map((pid, index) => pid === after[index])).toEqual([false, false, false, true]);
    await expect(restartCommand(stack.paths, ['third'])).rejects.toThrow('no service "third"; it has first, second');
    await expect(restartCommand(stack.paths, [])).rejects.toThrow('name the services to restart: first, second');

    const status = stack.command('status');
    expect(await status.exit()).toBe(0);
    for (const { name } of services) expect(status.output).toMatch(new RegExp(`^${String(name)} +service .* up$`, 'm'));
    expect(await stack.command('logs', 'first-3').exit()).toBe(0);

    running.child.kill('SIGINT');
    expect(await running.exit()).toBe(0);
    expect(await stack.survivors()).toEqual([]);
  });

  it('are refused for a service that has one instance only or does not exist, before anything is started', async () => {
    for (const name of ['second', 'third']) {
      const running = stack.start('', '', { INSTANCES: `${name}=2` });
      expect(await running.exit()).toBe(1);
      expect(running.output).toContain(`there can be several instances of first, but not of "${name}"`);
    }
    expect(existsSync(stack.paths.root)).toBe(false);
  });
});
