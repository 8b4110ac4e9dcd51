import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { accept, getIntent, operationList } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { Redis } from 'ioredis';
import { TokenBuckets } from '../rate-limits/token-buckets.js';
import { busDouble, GatewayWithDoubles } from './fixtures/bus-doubles.js';
import type { Answer } from './fixtures/gateway-under-test.js';
import { environment, GatewayUnderTest } from './fixtures/gateway-under-test.js';
import { countOf, knownKey, LimitedGateways, limitsAreShared } from './fixtures/limited-gateways.js';
import { intentOf } from './fixtures/samples.js';
import { TcpSwitch } from './fixtures/tcp-switch.js';

/* Rate limits of merchants and their visitors, on a real Redis that two gateways share. */

const PER_SECOND = 2;
const LIVE_PER_SECOND = 8;
/** Enough at once that even on a busy machine they come faster than the limit. */
const BURST = 60;
/** Between two requests at 40 a second, where the limit is 20. */
const TWICE_AS_FAST_MS = 25;
let gateways: LimitedGateways;

beforeAll(async () => {
  gateways = await LimitedGateways.start({
    RATE_LIMIT_LIVE_PER_SECOND: String(LIVE_PER_SECOND),
    RATE_LIMIT_TEST_PER_SECOND: String(PER_SECOND),
    RATE_LIMIT_SIGN_IN_BURST: String(PER_SECOND),
    RATE_LIMIT_SIGN_INS_PER_MINUTE: '60',
    RATE_LIMIT_DASHBOARD_ADDRESS_PER_SECOND: String(PER_SECOND),
  });
});
afterAll(() => gateways.stop());
beforeEach(() => {
  busDouble.on(getIntent, ({ intentId, merchantId, mode }) =>
    accept(intentOf({ intentId, merchantId, mode, amount: '5000', currency: 'XAF', metadata: '{}' })),
  );
});

/** Sends many requests at once, to one gateway, or to two in turn. */
async function burst(
  key: string,
  count: number,
  gateway?: GatewayUnderTest,
): Promise<{ readonly answers: readonly Answer[]; readonly seconds: number }> {
  const begun = performance.now();
  const path = `/gateway/${newId('intent')}`;
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      (gateway ?? gateways.at(index)).ask({ path, headers: { 'x-api-key': key } }),
    ),
  );
  return { answers, seconds: (performance.now() - begun) / 1_000 };
}

test('of many requests at the same instant, at two gateways, no more are allowed than the bucket holds', async () => {
  const name = `spec:${newId('merchant')}`;
  const begun = performance.now();
  const verdicts = await Promise.all(
    Array.from({ length: 400 }, (_, index) =>
      gateways.at(index).get(TokenBuckets).take(name, { quota: PER_SECOND, windowSeconds: 1 }),
    ),
  );
  const seconds = (performance.now() - begun) / 1_000;
  const allowed = verdicts.filter((verdict) => verdict.isAllowed).length;
  expect(allowed).toBeGreaterThanOrEqual(PER_SECOND);
  expect(allowed).toBeLessThanOrEqual(PER_SECOND * (1 + seconds) + 1);
  for (const verdict of verdicts) expect(verdict.isAllowed || verdict.waitMs > 0).toBe(true);
});

test('requests that come faster than the bucket fills are allowed as fast as it fills, after its first content', async () => {
  const budget = { quota: 20, windowSeconds: 1 };
  const buckets = gateways.at(0).get(TokenBuckets);
  const name = `spec:${newId('merchant')}`;
  const begun = performance.now();
  let allowed = 0;
  let seconds = 0;
  while (seconds < 3) {
    if ((await buckets.take(name, budget)).isAllowed) allowed += 1;
    await delay(TWICE_AS_FAST_MS);
    seconds = (performance.now() - begun) / 1_000;
  }
  expect(allowed).toBeLessThanOrEqual(budget.quota * (1 + seconds) + 1);
});

test('after Redis’ clock was set back no bucket takes longer than its window to fill', async () => {
  const name = `spec:${newId('merchant')}`;
  const redis = new Redis(environment.REDIS_URL);
  const nextHourMicros = (Date.now() + 3_600_000) * 1_000;
  await redis.set(`${gateways.settings.TOPIC_PREFIX}:rate:${name}`, String(nextHourMicros));
  await redis.quit();
  const verdict = await gateways.at(0).get(TokenBuckets).take(name, { quota: 2, windowSeconds: 2 });
  expect(verdict.isAllowed).toBe(false);
  expect(verdict.waitMs).toBeLessThanOrEqual(2_000);
});

describe('a merchant', () => {
  test('is allowed as many requests at all gateways together as its bucket holds and gains meanwhile', async () => {
    const { answers, seconds } = await burst(knownKey(), BURST);
    const allowed = countOf(answers, 200);
    expect(allowed).toBeGreaterThanOrEqual(PER_SECOND);
    expect(allowed).toBeLessThanOrEqual(PER_SECOND * (1 + seconds) + 1);
    expect(allowed + countOf(answers, 429)).toBe(answers.length);
  });

  test('[6.12] reads its budget and the time to wait in every answer', async () => {
    const key = knownKey();
    const { answers } = await burst(key, BURST);
    for (const { headers } of answers) {
      expect(headers['ratelimit-policy']).toBe(`"merchant";q=${PER_SECOND};w=1`);
      expect(headers['ratelimit']).toMatch(/^"merchant";r=[0-9]+;t=[01]$/);
    }
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers).toMatchObject({ 'retry-after': '1', 'content-type': 'application/problem+json' });
    expect(refused?.headers['ratelimit']).toBe('"merchant";r=0;t=1');
    expect(refused?.body).toMatchObject({ code: 'rate_limited', status: 429, retryable: true, retryAfter: 1 });
    await eventually(async () => countOf((await burst(key, 1)).answers, 200) === 1);
  });

  test('[6.12] has one budget for all its keys, another one in the other mode, and uses no other merchant’s', async () => {
    const merchantId = newId('merchant');
    const [first, second] = [knownKey({ merchantId }), knownKey({ merchantId })];
    const live = knownKey({ merchantId, mode: 'live' });
    await burst(first, BURST);
    const { answers, seconds } = await burst(second, BURST);
    expect(countOf(answers, 200)).toBeLessThanOrEqual(PER_SECOND * (seconds + 1));
    expect(countOf(answers, 429)).toBeGreaterThan(0);
    expect(countOf((await burst(live, PER_SECOND)).answers, 200)).toBe(PER_SECOND);
    expect(countOf((await burst(knownKey(), PER_SECOND)).answers, 200)).toBe(PER_SECOND);
  });

  test('has requests left for its servers when its publishable key is flooded', async () => {
    const merchantId = newId('merchant');
    const [ofPages, ofServer] = [knownKey({ merchantId, type: 'publishable' }), knownKey({ merchantId })];
    const flood = Array.from({ length: BURST }, (_, index) =>
      gateways.at(index).ask({ path: '/gateway/session', headers: { 'x-api-key': ofPages } }),
    );
    const flooded = await Promise.all(flood);
    expect(countOf(flooded, 429)).toBeGreaterThan(0);
    expect(flooded[0]?.headers['ratelimit-policy']).toBe(`"publishable";q=${PER_SECOND};w=1`);
    expect(countOf((await burst(ofServer, PER_SECOND)).answers, 200)).toBe(PER_SECOND);
  });

  test('has requests left for its customers when one address floods its publishable key', async () => {
    const key = knownKey({ type: 'publishable', mode: 'live' });
    const visit = (address: string, index: number) =>
      gateways.at(index).ask({ path: '/gateway/session', headers: { 'x-api-key': key, 'x-forwarded-for': address } });
    const flooded = await Promise.all(Array.from({ length: BURST }, (_, index) => visit('203.0.113.7', index)));
    const refused = flooded.find(({ status }) => status === 429);
    expect(refused?.headers['ratelimit-policy']).toBe(`"publishable-address";q=${LIVE_PER_SECOND / 2};w=1`);
    expect(await visit('198.51.100.9', 0)).toMatchObject({ status: 401 });
  });
});

test.each(operationList.filter(({ key }) => key !== 'none').map((operation) => [operation.id, operation] as const))(
  '%s is limited, whatever else is wrong with the request',
  async (_id, { method, path, key }) => {
    const headers: Record<string, string> = {
      'x-api-key': knownKey({ type: key === 'secret' ? 'secret' : 'publishable' }),
    };
    const asked = { method, path: path.replaceAll(/\{\w+\}/g, newId('intent')), headers };
    const answers = await Promise.all(Array.from({ length: BURST }, (_, index) => gateways.at(index).ask(asked)));
    expect(countOf(answers, 429)).toBeGreaterThan(0);
    expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({ code: 'rate_limited' });
  },
);

describe('[6.13] without Redis', () => {
  test('each gateway limits by itself, and they share their limits again when Redis is back', async () => {
    const { hostname, port } = new URL(environment.REDIS_URL);
    const redis = await TcpSwitch.to({ host: hostname, port: Number(port) });
    const url = new URL(environment.REDIS_URL);
    url.host = `127.0.0.1:${redis.port}`;
    const gateway = await GatewayUnderTest.start(GatewayWithDoubles, {
      ...gateways.settings,
      REDIS_URL: url.href,
      RATE_LIMIT_WAIT_MS: '100',
    });
    try {
      await limitsAreShared(gateway);
      for (const fault of ['cut', 'freeze'] as const) {
        redis[fault]();
        const { answers, seconds } = await burst(knownKey(), BURST, gateway);
        expect(countOf(answers, 200)).toBeGreaterThanOrEqual(PER_SECOND);
        expect(countOf(answers, 200)).toBeLessThanOrEqual(PER_SECOND * (1 + seconds) + 1);
        expect(countOf(answers, 200) + countOf(answers, 429)).toBe(BURST);
        redis.mend();
        await limitsAreShared(gateway);
      }
    } finally {
      await gateway.stop();
      await redis.close();
    }
  });
});

test('[6.13] a gateway that is too busy to hear Redis in time allows no more than the bucket holds and gains', async () => {
  const gateway = await GatewayUnderTest.start(GatewayWithDoubles, { ...gateways.settings, RATE_LIMIT_WAIT_MS: '1' });
  try {
    await limitsAreShared(gateway);
    const { answers, seconds } = await burst(knownKey(), 10 * BURST, gateway);
    expect(countOf(answers, 200)).toBeLessThanOrEqual(PER_SECOND * (1 + seconds) + 1);
    expect(countOf(answers, 200) + countOf(answers, 429)).toBe(answers.length);
  } finally {
    await gateway.stop();
  }
});

test('a bucket expires in Redis when it is full', async () => {
  const redis = new Redis(environment.REDIS_URL);
  try {
    await burst(knownKey(), PER_SECOND);
    const pattern = `${gateways.settings.TOPIC_PREFIX}:rate:merchant:*`;
    expect((await redis.keys(pattern)).length).toBeGreaterThan(0);
    await eventually(async () => (await redis.keys(pattern)).length === 0);
  } finally {
    redis.disconnect();
  }
});
