import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import { LATE_REQUESTS_INTERVAL_MS, REQUEST_TIMEOUT_MS } from '../limits.js';
import { quietRequestTimers } from './request-timers.js';

quietRequestTimers();
let connected: boolean;
let queues: RequestQueue[];
beforeEach(() => {
  jest.useFakeTimers();
  connected = true;
  queues = Array.from({ length: 3 }, () => new RequestQueue({ isConnected: () => connected }));
});
afterEach(() => {
  for (const queue of queues) queue.destroy();
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

/** A request under way on the first connection; what became of it. */
function underWay(): { late: boolean } {
  const state = { late: false };
  const timeoutRequest = (): void => {
    state.late = true;
  };
  queues[0]?.inflight.set(1, { sentAt: Date.now(), requestTimeout: REQUEST_TIMEOUT_MS, timeoutRequest });
  return state;
}

test('an idle connection has no timer', () => {
  queues[0]?.scheduleCheckPendingRequests();
  expect(queues[0]?.throttleCheckTimeoutId).toBeNull();
});

test('a throttled connection looks again later', () => {
  const [queue] = queues;
  if (queue !== undefined) queue.throttledUntil = Date.now() + 60_000;
  queue?.scheduleCheckPendingRequests();
  expect(queue?.throttleCheckTimeoutId).not.toBeNull();
});

test('all connections share one look for late requests', () => {
  for (const queue of queues) queue.scheduleRequestTimeoutCheck();
  expect(jest.getTimerCount()).toBe(1);
});

test('a request that is late is ended at the next look', () => {
  for (const queue of queues) queue.scheduleRequestTimeoutCheck();
  const request = underWay();
  jest.advanceTimersByTime(REQUEST_TIMEOUT_MS);
  expect(request.late).toBe(false);
  jest.advanceTimersByTime(LATE_REQUESTS_INTERVAL_MS);
  expect(request.late).toBe(true);
});

test('the look ends with the last connection', () => {
  for (const queue of queues) queue.scheduleRequestTimeoutCheck();
  connected = false;
  jest.advanceTimersByTime(LATE_REQUESTS_INTERVAL_MS);
  expect(jest.getTimerCount()).toBe(0);
});
