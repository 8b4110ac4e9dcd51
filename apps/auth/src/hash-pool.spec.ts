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
    const limits = { concurrency: 1, places: 12, perSecond: 8, burst: 1, wrongPerSecond: 2 };
    /** Asks for as many hashes as lanes, in order, and notes which begin. */
    const asked = (pool: HashPool, lanes: readonly HashLane[], areWrong: boolean) => {
      const begun: HashLane[] = [];
      const all = lanes.map((lane) =>
        pool.admit((run) =>
          run(() => Promise.resolve(begun.push(lane)), lane, lane === 'known' ? undefined : () => areWrong),
        ),
      );
      return { begun, all };
    };

    /** A pool in which strangers are held up for 375 ms from now, and the next hash is due in 125. */
    const heldUp = async (): Promise<HashPool> => {
      const pool = poolWith(limits);
      const { begun, all } = asked(pool, ['untried', 'untried'], true);
      await jest.advanceTimersByTimeAsync(125);
      expect(begun).toHaveLength(2);
      for (const one of all) await one;
      return pool;
    };

    test('serves strangers at the pace of wrong passwords while theirs are wrong, at the whole one while they are right', async () => {
      const pool = await heldUp();
      const wrong = asked(pool, ['untried', 'untried'], true);
      for (const [ms, expected] of [
        [374, 0],
        [1, 1],
        [499, 1],
        [1, 2],
      ] as const) {
        await jest.advanceTimersByTimeAsync(ms);
        expect(wrong.begun).toHaveLength(expected);
      }
      const right = asked(pool, ['untried', 'tried', 'untried'], false);
      await jest.advanceTimersByTimeAsync(500);
      for (const expected of [1, 2, 3]) {
        expect(right.begun).toHaveLength(expected);
        await jest.advanceTimersByTimeAsync(125);
      }
      for (const one of [...wrong.all, ...right.all]) await one;
    });

    test('serves strangers as they came then, whatever their lanes', async () => {
      const lanes: HashLane[] = ['untried', 'tried', 'untried', 'tried', 'untried', 'untried'];
      const { begun, all } = asked(await heldUp(), lanes, true);
      await jest.advanceTimersByTimeAsync(3_000);
      expect(begun).toEqual(lanes);
      for (const one of all) await one;
    });

    test('serves who is known at the whole pace meanwhile, also who comes while strangers wait', async () => {
      const pool = await heldUp();
      const strangers = asked(pool, ['untried'], true);
      await jest.advanceTimersByTimeAsync(130);
      const known = asked(pool, ['known', 'known'], true);
      await settle();
      expect(known.begun).toHaveLength(1);
      await jest.advanceTimersByTimeAsync(120);
      expect(known.begun).toHaveLength(2);
      expect(strangers.begun).toEqual([]);
      await jest.advanceTimersByTimeAsync(125);
      expect(strangers.begun).toHaveLength(1);
      for (const one of [...strangers.all, ...known.all]) await one;
    });

    test('serves a stranger in turn, however many who are known wait', async () => {
      const pool = await heldUp();
      const known = Array.from({ length: 8 }, (): HashLane => 'known');
      const { begun, all } = asked(pool, ['untried', 'untried', ...known], true);
      await jest.advanceTimersByTimeAsync(2_000);
      const inTurn = ['known', 'known', 'untried', 'known', 'known', 'known', 'untried'];
      expect(begun.slice(0, inTurn.length)).toEqual(inTurn);
      for (const one of all) await one;
    });

    test('holds up nobody for a few wrong ones after a quiet time, nor for a slow hash', async () => {
      const pool = poolWith({ ...limits, burst: 3 });
      const { begun, all } = asked(pool, ['untried', 'untried', 'untried', 'untried', 'untried'], true);
      for (const [ms, expected] of [
        [0, 3],
        [125, 4],
        [374, 4],
        [1, 5],
      ] as const) {
        await jest.advanceTimersByTimeAsync(ms);
        expect(begun).toHaveLength(expected);
      }
      for (const one of all) await one;
      const slow = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 600, begun.push('untried')));
      const more = [1, 2, 3].map(() => pool.admit((run) => run(slow, 'untried', () => true)));
      await jest.advanceTimersByTimeAsync(500 + 2 * 600);
      expect(begun).toHaveLength(8);
      await jest.advanceTimersByTimeAsync(600);
      for (const one of more) await one;
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
