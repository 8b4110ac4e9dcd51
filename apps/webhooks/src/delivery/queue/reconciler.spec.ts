import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { JobScheduler, SearchJob } from '@paygate/platform';
import type { DeliveriesRepository } from '../deliveries.repository.js';
import type { Heartbeat } from '../workers/heartbeat.js';
import type { DeliveryQueue } from './delivery-queue.js';
import { Reconciler } from './reconciler.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** The pause that a search asks for, which took so long and found these endpoints. */
async function pauseAfter(tookMs: number, found: readonly string[], isConnected = true): Promise<number | undefined> {
  const deliveries = {
    dueEndpoints: async () => {
      await jest.advanceTimersByTimeAsync(tookMs);
      return found;
    },
  };
  let work: SearchJob['work'] = () => Promise.resolve(undefined);
  const scheduler = { repeat: () => undefined, search: (job: SearchJob) => void (work = job.work) };
  const queue = { enqueue: () => Promise.resolve(), isConnected };
  new Reconciler(
    deliveries as unknown as DeliveriesRepository,
    queue as unknown as DeliveryQueue,
    {} as Heartbeat,
    scheduler as unknown as JobScheduler,
  ).start();
  return work();
}

test.each([
  [0, 0],
  // a twentieth of the time
  [100, 1.9],
  [400, 3.5],
])('after a search that took %d ms and found something the next waits %d s', async (tookMs, seconds) => {
  expect(await pauseAfter(tookMs, ['we_1'])).toBeCloseTo(seconds);
});

test('after a search that found nothing the next waits as long as it may', async () => {
  expect(await pauseAfter(400, [])).toBeUndefined();
});

test('without Redis, which times what is due later, the next search comes soon', async () => {
  expect(await pauseAfter(0, [], false)).toBe(0);
});
