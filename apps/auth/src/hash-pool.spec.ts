import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Claimant, HashLane, HashPoolLimits } from './hash-pool.js';
import { HashPool } from './hash-pool.js';

const generous = { concurrency: 2, places: 100, perSecond: 1000, burst: 1000 };

/** These hashes ask for nothing to be derived. */
const poolWith = (limits: HashPoolLimits): HashPool =>
  new HashPool(limits, () => Promise.reject(new Error('not asked')));

/** Lets everything that can run without time passing run. */
const settle = (): Promise<void> => jest.advanceTimersByTimeAsync(0);

/** A hash that takes no time, and how often it was begun. */
const countedHash = () => {
  const counted = {
    begun: 0,
    hash: (): Promise<void> => {
      counted.begun += 1;
      return Promise.resolve();
    },
  };
  return counted;
};

describe('the hash pool', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('computes no more hashes at once than its concurrency, and all of them in order', async () => {
    const pool = poolWith(generous);
    const begun: number[] = [];
    const finish: (() => void)[] = [];
    const results = [0, 1, 2, 3, 4].map((n) =>
      pool.admit((run) =>
        run(async () => {
          begun.push(n);
          await new Promise<void>((resolve) => finish.push(resolve));
          return n;
        }),
      ),
    );
    for (const expected of [
      [0, 1],
      [0, 1, 2],
      [0, 1, 2, 3],
      [0, 1, 2, 3, 4],
    ]) {
      await settle();
      expect(begun).toEqual(expected);
      finish.shift()?.();
    }
    for (const end of finish) end();
    for (const [n, result] of results.entries()) await expect(result).resolves.toBe(n);
  });

  test('turns away what finds no place, before any work, and takes it once a place is free', async () => {
    const pool = poolWith({ ...generous, places: 2, perSecond: 1 });
    let end: (() => void) | undefined;
    const first = pool.admit(() => new Promise<void>((resolve) => (end = resolve)));
    const second = pool.admit(() => Promise.reject(new Error('failed')));
    const work = jest.fn(() => Promise.resolve('done'));
    expect(pool.admit(work)).toBeUndefined();
    expect(work).not.toHaveBeenCalled();
    expect(pool.retryAfterSeconds).toBe(2);

    await expect(second).rejects.toThrow('failed');
    await expect(pool.admit(work)).resolves.toBe('done');
    end?.();
    await first;
  });

  test('gives nobody more than a share of the places, whoever else they share them with', async () => {
    const pool = poolWith({ ...generous, places: 8 });
    const ends: (() => void)[] = [];
    const admit = (...claimants: Claimant[]) =>
      pool.admit(() => new Promise<void>((resolve) => ends.push(resolve)), claimants) !== undefined;
    const [address, key] = [
      { name: 'address', sharePercent: 25 },
      { name: 'key', sharePercent: 40 },
    ];
    expect([1, 2, 3].map(() => admit(address, key))).toEqual([true, true, false]);
    expect([1, 2, 3].map(() => admit(key))).toEqual([true, true, false]);
    expect([1, 2, 3, 4, 5].map((n) => admit({ name: `other ${n}`, sharePercent: 1 }))).toEqual([
      ...[true, true, true, true],
      false,
    ]);
    for (const end of ends) end();
    await settle();
    expect(admit(address, key)).toBe(true);
  });

  test('gives those who give way another place only while more are free than they have', async () => {
    const pool = poolWith({ ...generous, places: 8 });
    const ends: (() => void)[] = [];
    const admit = (name: string) =>
      pool.admit(
        () => new Promise<void>((resolve) => ends.push(resolve)),
        [{ name, sharePercent: 50, givesWay: true }],
      ) !== undefined;
    const admitTimes = (name: string, times: number) => Array.from({ length: times }, () => admit(name));
    expect(admitTimes('greedy', 5)).toEqual([true, true, true, true, false]);
    expect(admitTimes('second', 3)).toEqual([true, true, false]);
    expect(admitTimes('third', 2)).toEqual([true, false]);
    expect(admitTimes('fourth', 1)).toEqual([true]);
    expect(admitTimes('fifth', 1)).toEqual([false]);
    for (const end of ends) end();
    await settle();
    expect(admit('greedy')).toBe(true);
  });

  test('serves who is known before numbers that nobody guessed at, these before others, and nobody never', async () => {
    const pool = poolWith({ ...generous, concurrency: 1 });
    const begun: string[] = [];
    const lanes: HashLane[] = ['tried', 'tried', 'untried', 'known', 'untried', 'known', 'tried'];
    const all = lanes.map((lane, n) =>
      pool.admit((run) =>
        run(async () => {
          await settle();
          begun.push(`${lane} ${n}`);
        }, lane),
      ),
    );
    for (const one of all) await one;
    const inOrder = ['tried 0', 'known 3', 'known 5', 'tried 1', 'untried 2', 'untried 4', 'tried 6'];
    expect(begun).toEqual(inOrder);
  });

  test('begins a burst at once, then one hash per interval', async () => {
    const pool = poolWith({ concurrency: 3, places: 100, perSecond: 4, burst: 3 });
    const counted = countedHash();
    const all = Array.from({ length: 6 }, () => pool.admit((run) => run(counted.hash)));
    await settle();
    expect(counted.begun).toBe(3);
    await jest.advanceTimersByTimeAsync(249);
    expect(counted.begun).toBe(3);
    for (const expected of [4, 5, 6]) {
      await jest.advanceTimersByTimeAsync(expected === 4 ? 1 : 250);
      expect(counted.begun).toBe(expected);
    }
    for (const one of all) await one;
  });

  test('gives the next hash that is due to who comes first then, not to who stood in line for it', async () => {
    const pool = poolWith({ concurrency: 1, places: 100, perSecond: 4, burst: 1 });
    const begun: HashLane[] = [];
    const ask = (lane: HashLane) =>
      pool.admit((run) =>
        run(() => {
          begun.push(lane);
          return Promise.resolve();
        }, lane),
      );
    const all = [ask('tried'), ask('tried'), ask('untried')];
    await jest.advanceTimersByTimeAsync(240);
    all.push(ask('known'));
    await jest.advanceTimersByTimeAsync(10);
    expect(begun).toEqual(['tried', 'known']);
    await jest.advanceTimersByTimeAsync(500);
    for (const one of all) await one;
  });

  test('begins at once what quiet times give back, one a second, and not every wave of a flood', async () => {
    const pool = poolWith({ concurrency: 100, places: 100, perSecond: 4, burst: 5 });
    const counted = countedHash();
    const wave = (count: number) => Array.from({ length: count }, () => pool.admit((run) => run(counted.hash)));
    const all = wave(5);
    await settle();
    expect(counted.begun).toBe(5);
    await jest.advanceTimersByTimeAsync(250 + 1_000);
    all.push(...wave(5));
    await settle();
    expect(counted.begun).toBe(7);
    await jest.advanceTimersByTimeAsync(750);
    expect(counted.begun).toBe(10);
    await jest.advanceTimersByTimeAsync(250 + 60_000);
    all.push(...wave(6));
    await settle();
    expect(counted.begun).toBe(15);
    await jest.advanceTimersByTimeAsync(250);
    for (const one of all) await one;
  });

  describe('of which a stranger had a wrong password', () => {
    const limits = { concurrency: 1, places: 100, perSecond: 8, burst: 1, wrongPerSecond: 2 };
    /** Asks for as many hashes as lanes, in order, and notes which begin. */
    const asked = (pool: HashPool, lanes: readonly HashLane[], areWrong: boolean) => {
      const begun: HashLane[] = [];
      const all = lanes.map((lane) =>
        pool.admit((run) =>
          run(
            () => Promise.resolve(begun.push(lane)),
            lane,
            () => areWrong,
          ),
        ),
      );
      return { begun, all };
    };

    test('serves strangers at the pace of wrong passwords while theirs are wrong, at the whole one while they are right', async () => {
      const pool = poolWith(limits);
      const wrong = asked(pool, ['untried', 'tried', 'untried'], true);
      for (const expected of [1, 1, 2, 2, 3]) {
        await settle();
        expect(wrong.begun).toHaveLength(expected);
        await jest.advanceTimersByTimeAsync(250);
      }
      const right = asked(pool, ['untried', 'tried', 'untried'], false);
      await jest.advanceTimersByTimeAsync(250);
      for (const expected of [1, 2, 3]) {
        expect(right.begun).toHaveLength(expected);
        await jest.advanceTimersByTimeAsync(125);
      }
      for (const one of [...wrong.all, ...right.all]) await one;
    });

    test('serves who is known at the whole pace meanwhile, and strangers when their time has come', async () => {
      const pool = poolWith(limits);
      const { begun, all } = asked(pool, ['untried', 'untried', 'known', 'known'], true);
      await settle();
      expect(begun).toEqual(['untried']);
      await jest.advanceTimersByTimeAsync(125);
      expect(begun).toEqual(['untried', 'known']);
      await jest.advanceTimersByTimeAsync(125);
      expect(begun).toEqual(['untried', 'known', 'known']);
      await jest.advanceTimersByTimeAsync(249);
      expect(begun).toHaveLength(3);
      await jest.advanceTimersByTimeAsync(1);
      expect(begun).toEqual(['untried', 'known', 'known', 'untried']);
      for (const one of all) await one;
    });

    test('serves who is known when they are due, also those who come while strangers are held up', async () => {
      const pool = poolWith(limits);
      const strangers = asked(pool, ['untried', 'untried'], true);
      await jest.advanceTimersByTimeAsync(130);
      const known = asked(pool, ['known', 'known'], true);
      await settle();
      expect(known.begun).toHaveLength(1);
      await jest.advanceTimersByTimeAsync(120);
      expect(known.begun).toHaveLength(2);
      expect(strangers.begun).toHaveLength(1);
      await jest.advanceTimersByTimeAsync(1_000);
      for (const one of [...strangers.all, ...known.all]) await one;
    });

    test('serves a stranger when its time has come, however many who are known wait', async () => {
      const pool = poolWith(limits);
      const known = Array.from({ length: 12 }, (): HashLane => 'known');
      const { begun, all } = asked(pool, ['untried', 'untried', 'untried', ...known], true);
      await jest.advanceTimersByTimeAsync(1_000);
      expect(begun.slice(0, 9)).toEqual([
        ...['untried', 'known', 'known', 'known'],
        ...['untried', 'known', 'known', 'known'],
        'untried',
      ]);
      await jest.advanceTimersByTimeAsync(1_000);
      for (const one of all) await one;
    });

    test('keeps what may begin at once from those who guess', async () => {
      const pool = poolWith({ ...limits, burst: 10 });
      const { begun, all } = asked(pool, ['untried', 'untried', 'untried'], true);
      await jest.advanceTimersByTimeAsync(499);
      expect(begun).toHaveLength(1);
      await jest.advanceTimersByTimeAsync(501);
      expect(begun).toHaveLength(3);
      for (const one of all) await one;
    });
  });

  test('gives a turn on when a hash fails', async () => {
    const pool = poolWith({ ...generous, concurrency: 1 });
    const failed = pool.admit((run) => run(() => Promise.reject(new Error('out of memory'))));
    const next = pool.admit((run) => run(() => Promise.resolve('hashed')));
    await expect(failed).rejects.toThrow('out of memory');
    await expect(next).resolves.toBe('hashed');
  });
});
