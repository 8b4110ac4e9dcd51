import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { CountedOutcomes } from './outcomes.repository.js';
import type { OutcomesRepository } from './outcomes.repository.js';
import { RecentOutcomes } from './recent-outcomes.js';

const count = jest.fn<() => Promise<CountedOutcomes>>();
const countedAt = (second: number): CountedOutcomes => ({ methods: [], readAt: new Date(second * 1_000) });
const fresh = () => new RecentOutcomes({ count } as unknown as OutcomesRepository);

describe('recent outcomes', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    count.mockReset();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('are counted once for all who ask within five seconds', async () => {
    count.mockResolvedValueOnce(countedAt(1)).mockResolvedValueOnce(countedAt(2));
    const outcomes = fresh();
    const asked = await Promise.all([outcomes.current(), outcomes.current(), outcomes.current()]);
    jest.advanceTimersByTime(4_999);
    asked.push(await outcomes.current());
    expect(asked).toEqual(Array.from({ length: 4 }, () => countedAt(1)));
    expect(count).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(1);
    expect(await outcomes.current()).toEqual(countedAt(2));
    expect(count).toHaveBeenCalledTimes(2);
  });

  it('are counted again after a failure, which nobody else gets', async () => {
    count.mockRejectedValueOnce(new Error('no database')).mockResolvedValueOnce(countedAt(1));
    const outcomes = fresh();
    await expect(outcomes.current()).rejects.toThrow('no database');
    expect(await outcomes.current()).toEqual(countedAt(1));
  });
});
