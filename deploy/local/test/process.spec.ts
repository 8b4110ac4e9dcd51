import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isAtLeast } from '../engines/engine.ts';
import { stackPaths } from '../paths.ts';
import type { StackPaths } from '../paths.ts';
import { Ports } from '../ports.ts';
import { groupExists, identify, isAlive } from '../process/identity.ts';
import { lastLines, openLog, rotateLogs } from '../process/log-file.ts';
import { lockHolder, releaseLock, takeLock } from '../process/lock.ts';
import { ProcessFile } from '../process/process-file.ts';
import { Supervisor } from '../process/supervisor.ts';
import { becomesTrue } from '../waiting.ts';

let paths: StackPaths;
beforeEach(() => {
  paths = stackPaths(mkdtempSync(join(tmpdir(), 'paygate-process-')));
});
afterEach(() => {
  rmSync(paths.root, { recursive: true, force: true });
});

describe('the supervisor', () => {
  function supervisor(onGiveUp: (text: string) => void = () => undefined): Supervisor {
    const processFile = new ProcessFile(paths.processFile);
    return new Supervisor({
      paths,
      marker: `test:${paths.root}`,
      processFile,
      onChange: () => undefined,
      onGiveUp: (_role, text) => {
        onGiveUp(text);
      },
      print: () => undefined,
    });
  }

  it('kills the whole group of a process that ignores SIGTERM', async () => {
    const stubborn = `
      const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)']);
      process.on('SIGTERM', () => console.log('no'));
      setInterval(() => 0, 1000);
      require('node:fs').writeFileSync(process.argv[1], String(child.pid));`;
    const file = join(paths.root, 'grandchild');
    const owner = supervisor();
    await owner.start({
      name: 'stubborn',
      role: 'service',
      command: process.execPath,
      args: ['-e', stubborn, file],
      graceMs: 100,
      readyWithinMs: 20_000,
      isReady: () => Promise.resolve(Number(readFileSync(file, 'utf8')) > 0),
    });
    const pid = owner.processes()[0]?.pid ?? 0;
    const grandchild = identify(Number(readFileSync(file, 'utf8')));
    expect([groupExists(pid), grandchild !== undefined]).toEqual([true, true]);
    await owner.stop();
    expect(groupExists(pid)).toBe(false);
    expect(grandchild !== undefined && isAlive(grandchild)).toBe(false);
  });

  it('gives up on a process that dies again and again, and shows the last lines of its log', async () => {
    const texts: string[] = [];
    const owner = supervisor((text) => texts.push(text));
    const starts: number[] = [];
    await owner.start({
      name: 'flapping',
      role: 'service',
      command: process.execPath,
      args: ['-e', 'console.log("out of paper"); setTimeout(() => process.exit(4), 100)'],
      readyWithinMs: 20_000,
      isReady: () => Promise.resolve(starts.push(1) > 0),
    });
    expect(await becomesTrue(() => texts.length > 0, 60_000)).toBe(true);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('flapping died 21 times within a minute and is not restarted (exit code 4)');
    expect(texts[0]).toContain('out of paper');
    await owner.stop();
  });

  it('starts nothing after it was stopped', async () => {
    const owner = supervisor();
    await owner.stop();
    const never = { name: 'late', command: process.execPath, args: ['-e', ''] };
    await expect(owner.run(never)).rejects.toThrow('the stack is being stopped');
  });

  it('names a program that could not be started', async () => {
    const owner = supervisor();
    await expect(owner.run({ name: 'absent', command: '/does/not/exist', args: [] })).rejects.toThrow(
      /absent failed .*ENOENT/,
    );
    await owner.stop();
  });
});

describe('the lock of a stack', () => {
  it('has one holder, names it, is released, and is taken over from a dead holder', () => {
    expect(takeLock(paths.lockFile, 'npm start')).toBeUndefined();
    expect(takeLock(paths.lockFile, 'npm test')).toMatchObject({ pid: process.pid, command: 'npm start' });
    releaseLock(paths.lockFile);
    expect(lockHolder(paths.lockFile)).toBeUndefined();
    // a live process, but not the one that took the lock
    writeFileSync(paths.lockFile, JSON.stringify({ pid: process.ppid, startedAt: 'long ago', command: 'npm start' }));
    expect(takeLock(paths.lockFile, 'npm test')).toBeUndefined();
    writeFileSync(paths.lockFile, 'cut sh');
    expect(takeLock(paths.lockFile, 'npm test')).toBeUndefined();
    expect(lockHolder(paths.lockFile)).toMatchObject({ command: 'npm test' });
  });
});

describe('ports', () => {
  it('are remembered, never assigned twice, and replaced when another process uses them', async () => {
    const first = new Ports(paths.portsFile, true);
    const [left, right] = [await first.take('left'), await first.take('right')];
    expect(left).not.toBe(right);
    expect(await new Ports(paths.portsFile, true).take('left')).toBe(left);
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(left, '127.0.0.1', resolve));
    const moved = await new Ports(paths.portsFile, true, () => undefined).take('left', { preferred: left });
    expect([left, right]).not.toContain(moved);
    await new Promise((resolve) => other.close(resolve));
  });

  it('that are preferred are taken whenever they are free, and a replacement is reported', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port: preferred } = other.address() as AddressInfo;
    const reported: string[] = [];
    const take = (): Promise<number> =>
      new Ports(paths.portsFile, true, (text) => reported.push(text)).take('gateway', { preferred });
    const substitute = await take();
    expect(await take()).toBe(substitute);
    const sentence = `port ${String(preferred)} is taken: the gateway is at ${String(substitute)}`;
    expect(reported).toEqual([sentence, sentence]);
    await new Promise((resolve) => other.close(resolve));
    expect(await take()).toBe(preferred);
    expect(reported).toHaveLength(2);
  });

  it('set by the environment are not replaced, and an error names the variable', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    process.env['PAYGATE_TEST_PORT'] = String(port);
    const taken = new Ports(paths.portsFile, true).take('gateway', { variable: 'PAYGATE_TEST_PORT' });
    await expect(taken).rejects.toThrow(`port ${String(port)} for gateway (PAYGATE_TEST_PORT) is in use on 127.0.0.1`);
    const elsewhere = await new Ports(paths.portsFile, false).take('gateway', { variable: 'PAYGATE_TEST_PORT' });
    expect(elsewhere).not.toBe(port);
    process.env['PAYGATE_TEST_PORT'] = '70000';
    const impossible = new Ports(paths.portsFile, true).take('gateway', { variable: 'PAYGATE_TEST_PORT' });
    await expect(impossible).rejects.toThrow('PAYGATE_TEST_PORT must be a port between 1 and 65535, not "70000"');
    Reflect.deleteProperty(process.env, 'PAYGATE_TEST_PORT');
    await new Promise((resolve) => other.close(resolve));
  });
});

describe('logs', () => {
  it('are truncated while a process writes to them, with one older part kept', () => {
    const log = openLog(paths.logs, 'service');
    writeSync(log, 'old line\n'.repeat(100));
    rotateLogs(paths.logs, 500);
    writeSync(log, 'new line\n');
    closeSync(log);
    expect(readFileSync(join(paths.logs, 'service.log'), 'utf8')).toBe('new line\n');
    expect(statSync(join(paths.logs, 'service.log.1')).size).toBe(900);
    rotateLogs(paths.logs, 500);
    appendFileSync(join(paths.logs, 'service.log'), 'newer line\n');
    expect(lastLines(join(paths.logs, 'service.log'), 1)).toEqual(['newer line']);
    expect(lastLines(join(paths.logs, 'none.log'), 1)).toEqual([]);
    closeSync(openLog(paths.logs, 'silent'));
    expect(lastLines(join(paths.logs, 'silent.log'), 1)).toEqual([]);
  });
});

describe('versions', () => {
  it.each([
    ['18.4', '17', true],
    ['15.13', '17', false],
    ['6.2.11', '6.2', true],
    ['6.0.16', '6.2', false],
    ['postgres (PostgreSQL) 17.0', '17', true],
    ['17.0.15', '17', true],
    ['1.8.0_402', '17', false],
  ])('%s against %s: %s', (have, minimum, enough) => {
    expect(isAtLeast(have, minimum)).toBe(enough);
  });
});
