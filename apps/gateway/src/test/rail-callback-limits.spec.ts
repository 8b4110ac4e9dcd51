import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { accept, railCallback } from '@paygate/contracts';
import { busDouble, GatewayWithDoubles } from './fixtures/bus-doubles.js';
import { GatewayUnderTest } from './fixtures/gateway-under-test.js';
import { limitsAreShared } from './fixtures/limited-gateways.js';

/* The bound of callbacks of rails for each address, on a real Redis. */

/** Enough at once that even on a busy machine they come faster than the limit. */
const BURST = 30;
const limited = {
  RATE_LIMIT_RAIL_CALLBACKS_PER_SECOND: '2',
  TOPIC_PREFIX: `r${Date.now().toString(36)}`,
  TRUSTED_PROXIES: '127.0.0.1',
};
let gateway: GatewayUnderTest;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start(GatewayWithDoubles, limited);
  await limitsAreShared(gateway);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(railCallback, ({ rail }) => accept({ rail }));
});

const report = (address: string) =>
  gateway.ask({
    method: 'POST',
    path: `/rails/mtn_momo/callbacks/${'A'.repeat(32)}`,
    headers: { 'x-forwarded-for': address },
    body: {},
  });

test('a callback beyond the bound of its address is answered with 200 like any other, and goes nowhere', async () => {
  const answers = await Promise.all(Array.from({ length: BURST }, () => report('203.0.113.7')));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 ']));
  const passedOn = busDouble.sent.length;
  expect(passedOn).toBeGreaterThanOrEqual(2);
  expect(passedOn).toBeLessThan(BURST);
  // another address has a bound of its own
  expect((await report('203.0.113.8')).status).toBe(200);
  expect(busDouble.sent).toHaveLength(passedOn + 1);
});
