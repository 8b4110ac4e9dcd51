import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { JobScheduler } from '@paygate/platform';
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

test.each([
  [1, 10],
  [50, 10],
  // every two seconds
  [100, 5],
  // at the latest after four
  [400, 3],
  [900, 3],
])('searches that take %d ms each are made %d times in ten seconds', async (tookMs, times) => {
  let searches = 0;
  const deliveries = {
    dueEndpoints: async () => {
      searches += 1;
      await jest.advanceTimersByTimeAsync(tookMs);
      return [];
    },
  };
  let search: () => Promise<void> = () => Promise.resolve();
  const scheduler = {
    repeat: ({ name, work }: { readonly name: string; readonly work: () => Promise<void> }) => {
      if (name === 'reconcile deliveries') search = work;
    },
  };
  const queue = { enqueue: () => Promise.resolve() };
  new Reconciler(
    deliveries as unknown as DeliveriesRepository,
    queue as unknown as DeliveryQueue,
    {} as Heartbeat,
    scheduler as unknown as JobScheduler,
  ).start();
  for (let second = 0; second < 10; second += 1) {
    const began = performance.now();
    await search();
    jest.advanceTimersByTime(1_000 - (performance.now() - began));
  }
  expect(searches).toBe(times);
});
