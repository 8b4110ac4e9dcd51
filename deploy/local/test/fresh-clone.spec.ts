import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '../paths.ts';
import { Running } from './runner.ts';

describe('a clone without packages', () => {
  let clone: string;
  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), 'paygate-clone-'));
    cpSync(join(repositoryRoot, 'deploy', 'local'), join(clone, 'deploy', 'local'), { recursive: true });
    for (const file of ['package.json', 'package-lock.json'])
      copyFileSync(join(repositoryRoot, file), join(clone, file));
  });
  afterEach(() => {
    rmSync(clone, { recursive: true, force: true });
  });

  function launch(args: readonly string[], machine: Readonly<Record<string, string>> = {}): Running {
    // this npm does not exist, so that an installation fails
    const env = { ...machine, PAYGATE_STACK_ROOT: '', npm_execpath: join(clone, 'npm-cli.js') };
    return new Running([join(clone, 'deploy', 'local', 'launch.mjs'), ...args], env);
  }

  it.each([
    ['status', 3, 'not running'],
    ['stop', 0, 'nothing was running'],
    ['logs', 0, 'there are no logs yet'],
    ['reset', 0, 'nothing was running'],
    ['start --help', 0, '--instances'],
    ...['stop', 'status', 'reset', 'logs', 'restart', 'engines', 'operator'].map(
      (name) => [`${name} --help`, 0, `npm run ${name}`] as const,
    ),
    ['test -h', 0, 'npm test'],
    ['start', 1, 'npm ci failed'],
  ])('answers %s without installing packages', async (command, code, text) => {
    const running = launch(command.split(' '));
    expect(await running.exit()).toBe(code);
    expect(running.output).toContain(text);
    expect(running.output.includes('installing')).toBe(command === 'start');
  });

  it.each([
    ['status', 3, 'not running\n'],
    ['stop', 0, 'nothing was running\n'],
    ['logs', 0, 'there are no logs yet\n'],
    ['reset', 0, 'nothing was running\n'],
  ])('answers %s when the only Node is too old for the runner', async (command, code, text) => {
    const old = join(clone, 'node');
    writeFileSync(old, '#!/bin/sh\necho v22.0.0\n', { mode: 0o755 });
    writeFileSync(join(clone, 'old.cjs'), `process.execPath = ${JSON.stringify(old)};`);
    const launcher = join(clone, 'deploy', 'local', 'launch.mjs');
    const env = { PATH: clone, PAYGATE_STACK_ROOT: '', npm_execpath: join(clone, 'npm-cli.js') };
    const running = new Running(['--require', join(clone, 'old.cjs'), launcher, command], env);
    expect(await running.exit()).toBe(code);
    expect(running.output).toBe(text);
  });

  it('reports what the machine lacks before anything is installed', async () => {
    const bare = { PATH: join(clone, 'bin'), JAVA_HOME: '', PAYGATE_CACHE_DIR: join(clone, 'cache') };
    const without = launch(['start'], bare);
    expect(await without.exit()).toBe(1);
    expect(without.output).toBe('Kafka needs Java 17 or newer, and none is on the PATH\n');
    mkdirSync(bare.PATH);
    writeFileSync(join(bare.PATH, 'java'), '#!/bin/sh\necho \'openjdk version "17.0.1"\' >&2\n', { mode: 0o755 });
    const half = launch(['start'], bare);
    expect(await half.exit()).toBe(1);
    expect(half.output).toBe(
      'kafka is downloaded once by Apache Maven, and there is no mvn on the PATH: install Maven\n',
    );
  });

  it('reports on reset which other stacks keep data, and how to delete them', async () => {
    const [own, bench, second] = ['', 'bench', 'second'].map((name) => join(clone, '.local', name, 'data'));
    for (const data of [own, bench, second]) mkdirSync(String(data), { recursive: true });
    mkdirSync(join(clone, '.local', 'reports'));
    writeFileSync(join(clone, '.local', 'lock.json'), '');
    const first = launch(['reset']);
    expect(await first.exit()).toBe(0);
    const left = 'data and keys of other stacks are left in .local/bench, .local/second;';
    expect(first.output).toMatch(new RegExp(`${left} to delete one: PAYGATE_STACK_ROOT=.local/bench npm run reset\n$`));
    expect([own, bench, second].map((data) => existsSync(String(data)))).toEqual([false, true, true]);
    for (const name of ['bench', 'second']) rmSync(join(clone, '.local', name), { recursive: true });
    const next = launch(['reset']);
    expect(await next.exit()).toBe(0);
    expect(next.output).not.toContain('other stacks');
  });
});
