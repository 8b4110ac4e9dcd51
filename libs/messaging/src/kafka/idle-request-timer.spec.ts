import { afterEach, expect, test } from '@jest/globals';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import { stopIdleRequestTimer } from './idle-request-timer.js';

stopIdleRequestTimer();
const queue = new RequestQueue({ instrumentationEmitter: null, isConnected: () => true });
afterEach(() => {
  queue.destroy();
});

test('an idle connection has no timer', () => {
  queue.scheduleCheckPendingRequests();
  expect(queue.throttleCheckTimeoutId).toBeNull();
});

test('a throttled connection looks again later', () => {
  queue.throttledUntil = Date.now() + 60_000;
  queue.scheduleCheckPendingRequests();
  expect(queue.throttleCheckTimeoutId).not.toBeNull();
});
