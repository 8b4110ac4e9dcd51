import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Heartbeat } from './heartbeat.js';
import type { Beat, WorkersRepository } from './workers.repository.js';

/* The times of heartbeats. Their effects in the database are tested with a database, in `test/workers.spec.ts`. */

/** The ids of workers, and those of the last heartbeat; `silent` counts the removals of silent ones. */
class Workers implements Pick<WorkersRepository, 'add' | 'beat' | 'remove'> {
  readonly ids = new Set<string>();
  beaten: ReadonlySet<string> = new Set();
  silent = 0;

  add(worker: string): Promise<void> {
    this.ids.add(worker);
    return Promise.resolve();
  }
  beat(worker: string, earlier: readonly string[], silentSeconds: number | undefined): Promise<Beat> {
    if (silentSeconds !== undefined) this.silent += 1;
    this.beaten = new Set([worker, ...earlier]);
    return Promise.resolve({ isThere: this.ids.has(worker), removed: 0 });
  }
  remove(worker: string): Promise<void> {
    this.ids.delete(worker);
    return Promise.resolve();
  }
}

let workers: Workers;
let heartbeat: Heartbeat;

beforeEach(() => {
  jest.useFakeTimers();
  workers = new Workers();
  heartbeat = new Heartbeat(workers as unknown as WorkersRepository);
});
afterEach(() => {
  jest.useRealTimers();
});

/** Heartbeats at these times, in seconds after the one before. */
async function beatAfter(...seconds: readonly number[]): Promise<void> {
  for (const pause of seconds) {
    jest.advanceTimersByTime(pause * 1_000);
    await heartbeat.beat();
  }
}

describe('a worker', () => {
  test('removes silent ones only after three seconds of steady heartbeats', async () => {
    await beatAfter(0, 1, 1);
    expect(workers.silent).toBe(0);
    await beatAfter(1);
    expect(workers.silent).toBe(1);
  });

  test('is not steady after a pause in its own heartbeats', async () => {
    await beatAfter(0, 1, 1, 1, 3, 1, 1);
    expect(workers.silent).toBe(1);
    await beatAfter(1);
    expect(workers.silent).toBe(2);
  });

  test('whose last heartbeat is old sends nothing before the next one', async () => {
    await beatAfter(0);
    const { worker = '' } = heartbeat;
    expect(await heartbeat.holds(worker)).toBe(true);
    jest.advanceTimersByTime(4_000);
    let holds: boolean | undefined;
    void heartbeat.holds(worker).then((known) => (holds = known));
    await jest.advanceTimersByTimeAsync(10_000);
    expect(holds).toBeUndefined();
    await beatAfter(0);
    await jest.advanceTimersByTimeAsync(0);
    expect(holds).toBe(true);
  });

  test('that was removed holds none of its old leases and has a new id', async () => {
    await beatAfter(0);
    const { worker = '' } = heartbeat;
    workers.ids.clear();
    await beatAfter(1);
    expect(heartbeat.worker).not.toBe(worker);
    expect(await heartbeat.holds(worker)).toBe(false);
    expect([...workers.ids]).toEqual([heartbeat.worker]);
  });

  test('one of whose claims had no answer has a new id, and the old one as long as something is sent under it', async () => {
    await beatAfter(0);
    const { worker = '' } = heartbeat;
    const sent = { worker };
    heartbeat.sending.add(sent);
    heartbeat.doubt(worker);
    expect(await heartbeat.holds(worker)).toBe(true);
    await beatAfter(1);
    const { worker: next } = heartbeat;
    expect(next).not.toBe(worker);
    heartbeat.doubt(worker);
    await beatAfter(1);
    expect(heartbeat.worker).toBe(next);
    expect(workers.beaten).toEqual(new Set([worker, next]));
    heartbeat.sending.delete(sent);
    await beatAfter(1);
    expect(workers.beaten).toEqual(new Set([next]));
  });

  test('two of whose claims had no answer, each under its own id, goes on under a third, whichever is known last', async () => {
    await beatAfter(0);
    const { worker: first = '' } = heartbeat;
    heartbeat.doubt(first);
    await beatAfter(1);
    const { worker: second = '' } = heartbeat;
    expect(heartbeat.claimants).toEqual([second, first]);
    heartbeat.doubt(second);
    heartbeat.doubt(first);
    await beatAfter(1);
    const { worker: third } = heartbeat;
    expect([first, second]).not.toContain(third);
    expect(heartbeat.claimants).toEqual([third, second]);
  });
});
