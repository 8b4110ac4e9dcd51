import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Child } from '@paygate/testing';
import { eventually } from '@paygate/testing';
import { WebhooksUnderTest } from '../webhooks-under-test.js';

/* How soon a process at rest ends. */

const GOAL_MS = 500;
/** By then its consumers wait as long in a fetch as they ever do. */
const COME_TO_REST_MS = 8_000;
const STOPS = 3;

let service: WebhooksUnderTest;
let child: Child | undefined;
beforeAll(async () => {
  service = await WebhooksUnderTest.start();
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await child?.ended;
  await service.stop();
});

const workers = async (): Promise<number> => (await service.database.query('SELECT FROM webhook_worker')).length;

test(`a process at rest stops within ${GOAL_MS} ms`, async () => {
  const times: number[] = [];
  for (let stop = 0; stop < STOPS; stop += 1) {
    const others = await workers();
    child = await service.startProcess();
    await eventually(async () => (await workers()) > others);
    await delay(COME_TO_REST_MS);
    const began = performance.now();
    child.kill('SIGTERM');
    await child.ended;
    times.push(performance.now() - began);
  }
  console.log(`stops at rest: ${times.map((ms) => `${ms.toFixed(0)} ms`).join(', ')}`);
  expect(Math.min(...times)).toBeLessThan(GOAL_MS);
});
