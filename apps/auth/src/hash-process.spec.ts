import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, release } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { hashPassword, Logger, passwordMatches } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { HashProcess } from './hash-process.js';

const logger = new Logger({ service: 'auth', instance: 'spec', level: 'error' });
const LOW = Math.min(getPriority() + 15, 19);
/** The position of the nice value in /proc/<pid>/task/<thread>/stat, behind the command's closing parenthesis. */
const NICE = 16;
const SLICE_NS = 100_000_000;
/** The release of Linux in which a thread may wish for a time slice. */
const WISHED_SLICES_SINCE = [6, 12] as const;

describe('the process that hashes, whatever the priority of the service', () => {
  let hashes: HashProcess;

  beforeEach(() => {
    hashes = new HashProcess({ logger, concurrency: 2, timeoutMs: 10_000 });
  });
  afterEach(() => hashes.stop());

  const pid = (): number => {
    if (hashes.pid === undefined) throw new Error('there is no process');
    return hashes.pid;
  };

  test('computes what would be computed here, many at a time', async () => {
    const phc = await hashPassword('correct', hashes.derive);
    const here = await hashPassword('correct');
    const all = ['correct', 'wrong'].flatMap((password) => [
      passwordMatches(password, phc),
      passwordMatches(password, here, hashes.derive),
    ]);
    expect(await Promise.all(all)).toEqual([true, true, false, false]);
  });

  test('gives way to all others: its hashing threads, and on Linux its session, have a low priority', async () => {
    await hashPassword('any', hashes.derive);
    expect(getPriority(pid())).toBe(LOW);
    if (process.platform !== 'linux') return;
    const hashing = threadsOf(pid()).filter(({ name }) => name.startsWith('libuv-worker'));
    expect(hashing.length).toBeGreaterThan(0);
    expect(new Set(hashing.map(({ nice }) => nice))).toEqual(new Set([LOW]));
    const session = sessionOf(pid());
    // a kernel that does not share by sessions has no such file
    if (session !== undefined) expect(session).toMatch(new RegExp(`nice ${LOW}$`));
    expect(sessionOf(process.pid)).not.toBe(session);
  });

  test('gives way at once: its threads have the longest time slices there are, where Linux lets threads wish for them', async () => {
    await hashPassword('any', hashes.derive);
    if (process.platform !== 'linux' || !isAtLeast(release(), WISHED_SLICES_SINCE)) return;
    const hashing = threadsOf(pid()).filter(({ name }) => name.startsWith('libuv-worker'));
    expect(hashing.length).toBeGreaterThan(0);
    await eventually(() => hashing.every((thread) => (sliceNsOf(pid(), thread) ?? SLICE_NS) === SLICE_NS));
  });

  test('is told nothing of what the service is told', () => {
    hashes.start();
    if (process.platform !== 'linux') return;
    const names = readFileSync(`/proc/${pid()}/environ`, 'utf8').split('\0');
    expect(names.filter((name) => !/^(NODE_CHANNEL_\w+|MALLOC_ARENA_MAX)=|^$/.test(name))).toEqual([]);
  });

  test('is replaced when it ends: what it had in hand is refused, and the next hash is computed', async () => {
    // again and again, as a process that is ending may still be spoken to
    for (let round = 0; round < 20; round += 1) {
      hashes.start();
      const last = pid();
      const cutShort = hashPassword('any', hashes.derive);
      process.kill(last, 'SIGKILL');
      await expect(cutShort).rejects.toMatchObject({ code: 'service_unavailable' });
      await expect(hashPassword('any', hashes.derive)).resolves.toMatch(/^\$argon2id\$/);
      expect(pid()).not.toBe(last);
    }
  });

  test('has no more in hand at once than it may: only that ends with it, and the next one serves who waits, in turn', async () => {
    hashes = new HashProcess({ logger, concurrency: 1, timeoutMs: 10_000 });
    hashes.start();
    process.kill(pid(), 'SIGSTOP');
    const ended: number[] = [];
    const asked = [0, 1, 2, 3].map((n) => hashPassword('any', hashes.derive).finally(() => ended.push(n)));
    const settled = Promise.allSettled(asked);
    // by now it was sent what it may have
    await setImmediate();
    process.kill(pid(), 'SIGKILL');
    const served = ['fulfilled', 'fulfilled', 'fulfilled'];
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', ...served]);
    expect(ended).toEqual([0, 1, 2, 3]);
  });

  test('is replaced when it hangs', async () => {
    hashes = new HashProcess({ logger, concurrency: 1, timeoutMs: 100 });
    hashes.start();
    process.kill(pid(), 'SIGSTOP');
    await expect(hashPassword('any', hashes.derive)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  test('ends with the service, also when that is killed', async () => {
    const program = join(import.meta.dirname, 'hash-program.ts');
    const service = spawn(
      process.execPath,
      ['-e', `console.log(child_process.fork('${program}', { detached: true }).pid)`],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const [line] = (await once(service.stdout, 'data')) as [Buffer];
    const last = Number(line.toString());
    expect(isThere(last)).toBe(true);
    service.kill('SIGKILL');
    await eventually(() => !isThere(last));
  });

  test('ends when it is let go, and whoever had to wait for it begins no other', async () => {
    hashes.start();
    const last = pid();
    process.kill(last, 'SIGSTOP');
    const settled = Promise.allSettled([1, 2, 3].map(() => hashPassword('any', hashes.derive)));
    await hashes.stop();
    expect(await settled).toMatchObject([1, 2, 3].map(() => ({ reason: { code: 'service_unavailable' } })));
    expect(hashes.pid).toBeUndefined();
    await eventually(() => !isThere(last));
  });
});

interface Thread {
  readonly id: string;
  readonly name: string;
  readonly nice: number;
}

function threadsOf(pid: number): readonly Thread[] {
  return readdirSync(`/proc/${pid}/task`).map((id) => {
    const stat = readFileSync(`/proc/${pid}/task/${id}/stat`, 'utf8');
    const [nameAt, nameEnd] = [stat.indexOf('(') + 1, stat.lastIndexOf(')')];
    return { id, name: stat.slice(nameAt, nameEnd), nice: Number(stat.slice(nameEnd + 2).split(' ')[NICE]) };
  });
}

/** Undefined where the kernel does not tell. */
function sliceNsOf(pid: number, { id }: Thread): number | undefined {
  try {
    const told = /^se\.slice\s*:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/task/${id}/sched`, 'utf8'));
    return told === null ? undefined : Number(told[1]);
  } catch {
    return undefined;
  }
}

/** Whether a release of Linux, as `6.18.44-generic`, is one of these or a later one. */
function isAtLeast(name: string, [major, minor]: readonly [number, number]): boolean {
  const [itsMajor = 0, itsMinor = 0] = name.split(/[.-]/).map(Number);
  return itsMajor > major || (itsMajor === major && itsMinor >= minor);
}

function sessionOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/autogroup`, 'utf8').trim();
  } catch {
    return undefined;
  }
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
