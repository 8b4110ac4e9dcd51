import { expect, test } from '@jest/globals';
import * as limits from './limits.js';

const SECOND_MS = 1_000;

test('a consumer that is idle misses one heartbeat before its group gives it up, and before it is not ready', () => {
  expect(2 * limits.IDLE_FETCH_WAIT_MS).toBeLessThan(limits.SESSION_TIMEOUT_MS);
  expect(2 * limits.IDLE_FETCH_WAIT_MS).toBeLessThanOrEqual(limits.SILENT_MS);
});

test('an idle member hears of another that joins in half of the time in which it must have its partitions', () => {
  expect(limits.IDLE_FETCH_WAIT_MS + limits.HEARTBEAT_INTERVAL_MS).toBeLessThan(5 * SECOND_MS);
});

test('a table is stale after two heartbeats are missing, and a request that is late is ended before its caller gives up', () => {
  expect(2 * limits.TABLE_HEARTBEAT_SECONDS * SECOND_MS).toBeLessThan(limits.TABLE_STALE_MS);
  expect(limits.REQUEST_TIMEOUT_MS + limits.LATE_REQUESTS_INTERVAL_MS).toBeLessThan(limits.COMMAND_TIMEOUT_MS);
});
