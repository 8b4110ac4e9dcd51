import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { accept, getIntent, operationList, refuse, signIn, signInToDashboard } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { Redis } from 'ioredis';
import { SharedBuckets } from '../rate-limits/shared-buckets.js';
import { TokenBuckets } from '../rate-limits/token-buckets.js';
import { apiKeyRows, busDouble, GatewayWithDoubles } from './bus-doubles.js';
import type { Answer } from './gateway-under-test.js';
import { environment, GatewayUnderTest, newApiKey } from './gateway-under-test.js';
import { intentOf } from './samples.js';
import { TcpSwitch } from './tcp-switch.js';

/* How many requests a merchant, and a stranger, may make: on a real Redis, which two gateways share. */

const PER_SECOND = 2;
const LIVE_PER_SECOND = 8;
const SIGN_INS = 3;
const SIGN_IN_WINDOW_SECONDS = 90;
/** So many at once that a machine which is busy with others still asks more often than that. */
const BURST = 60;
const limited = {
  RATE_LIMIT_LIVE_PER_SECOND: String(LIVE_PER_SECOND),
  RATE_LIMIT_TEST_PER_SECOND: String(PER_SECOND),
  RATE_LIMIT_SIGN_INS: String(SIGN_INS),
  RATE_LIMIT_SIGN_IN_WINDOW_SECONDS: String(SIGN_IN_WINDOW_SECONDS),
  RATE_LIMIT_REFUSED_PER_SECOND: String(PER_SECOND),
  RATE_LIMIT_DASHBOARD_PER_SECOND: String(PER_SECOND),
  RATE_LIMIT_DASHBOARD_ADDRESS_PER_SECOND: String(PER_SECOND),
  TOPIC_PREFIX: `t${Date.now().toString(36)}`,
  TRUSTED_PROXIES: '127.0.0.1',
  TEST_MODE: 'true',
};
let gateways: readonly GatewayUnderTest[];

beforeAll(async () => {
  gateways = await Promise.all([1, 2].map(() => GatewayUnderTest.start(GatewayWithDoubles, limited)));
  await eventually(() => gateways.every((gateway) => gateway.get(SharedBuckets).isThere));
});
afterAll(() => Promise.all(gateways.map((gateway) => gateway.stop())));
beforeEach(() => {
  busDouble.on(getIntent, ({ intentId, merchantId, mode }) =>
    accept(intentOf({ intentId, merchantId, mode, amount: '5000', currency: 'XAF', metadata: '{}' })),
  );
});

function knownKey(more: Parameters<typeof newApiKey>[0] = {}): string {
  const { key, row } = newApiKey(more);
  apiKeyRows.put(row.apiKeyId, row);
  return key;
}

function gatewayAt(index: number): GatewayUnderTest {
  const gateway = gateways[index % gateways.length];
  if (gateway === undefined) throw new Error('no gateway was started');
  return gateway;
}

/** Asks often and at once, every gateway in turn. */
async function burst(
  key: string,
  count: number,
): Promise<{ readonly answers: readonly Answer[]; readonly seconds: number }> {
  const begun = performance.now();
  const path = `/gateway/${newId('intent')}`;
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => gatewayAt(index).ask({ path, headers: { 'x-api-key': key } })),
  );
  return { answers, seconds: (performance.now() - begun) / 1_000 };
}

/** The status of an answer, and the limit that it tells of. */
const told = ({ status, headers }: Answer): string =>
  `${status} ${/^"([a-z-]+)"/.exec(String(headers['ratelimit-policy']))?.[1]}`;

const countOf = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

test('of many who take at the same instant, at two gateways, no more are let through than the bucket holds', async () => {
  const name = `spec:${newId('merchant')}`;
  const begun = performance.now();
  const verdicts = await Promise.all(
    Array.from({ length: 400 }, (_, index) =>
      gatewayAt(index).get(TokenBuckets).take(name, { quota: PER_SECOND, windowSeconds: 1 }),
    ),
  );
  const seconds = (performance.now() - begun) / 1_000;
  const allowed = verdicts.filter(({ isAllowed }) => isAllowed).length;
  expect(allowed).toBeGreaterThanOrEqual(PER_SECOND);
  expect(allowed).toBeLessThanOrEqual(PER_SECOND * (1 + seconds));
  for (const { isAllowed, waitMs } of verdicts) expect(isAllowed || waitMs > 0).toBe(true);
});

describe('one address', () => {
  const body = { phoneNumber: '+237670000001', password: 'a guess' };
  /** With a key of a merchant of its own each time. */
  const signInFrom = (address: string, index: number, type: 'publishable' | 'secret' = 'publishable') =>
    signInWith(knownKey({ type }), address, index);
  const signInWith = (key: string, address: string, index: number) =>
    gatewayAt(index).ask({
      method: 'POST',
      path: '/auth/web',
      body,
      headers: { 'x-api-key': key, 'x-forwarded-for': address },
    });
  const fromDashboard = (address: string, index: number) =>
    gatewayAt(index).ask({
      method: 'POST',
      path: '/dashboard/sessions',
      headers: { 'x-forwarded-for': address },
      body: { email: 'ada@shop.example', password: 'a guess' },
    });
  beforeEach(() => {
    busDouble.on(signIn, () => refuse('credentials_invalid'));
    busDouble.on(signInToDashboard, () => refuse('credentials_invalid'));
  });

  test('has so many sign-ins in a window at all gateways and merchants together, and others go on', async () => {
    const begun = performance.now();
    const answers = await Promise.all(Array.from({ length: BURST }, (_, index) => signInFrom('203.0.113.21', index)));
    const most = SIGN_INS * (1 + (performance.now() - begun) / (SIGN_IN_WINDOW_SECONDS * 1_000));
    expect(countOf(answers, 401)).toBeGreaterThanOrEqual(SIGN_INS);
    expect(countOf(answers, 401)).toBeLessThanOrEqual(most);
    expect(countOf(answers, 401) + countOf(answers, 429)).toBe(BURST);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers['ratelimit-policy']).toBe(`"sign-in";q=${SIGN_INS};w=${SIGN_IN_WINDOW_SECONDS}`);
    expect(refused?.body).toMatchObject({ code: 'rate_limited', retryable: true });
    expect((await signInFrom('203.0.113.22', 0)).status).toBe(401);
  });

  test('that has none left takes nothing of what the pages of the merchant have', async () => {
    const key = knownKey({ type: 'publishable' });
    const ask = () => signInWith(key, '203.0.113.25', 0);
    await eventually(async () => told(await ask()) === '429 sign-in');
    const answers = await Promise.all(Array.from({ length: BURST }, ask));
    expect(new Set(answers.map(told))).toEqual(new Set(['429 sign-in']));
    expect((await signInWith(key, '203.0.113.26', 0)).status).toBe(401);
  });

  test('is not that of the customers for whom a merchant’s server asks', async () => {
    const answers = await Promise.all(
      Array.from({ length: 2 * SIGN_INS }, (_, index) => signInFrom('203.0.113.23', index, 'secret')),
    );
    expect(countOf(answers, 401)).toBe(answers.length);
  });

  test('has no more at the dashboard', async () => {
    const answers: Answer[] = [];
    while (answers.length <= SIGN_INS && !answers.some(({ status }) => status === 429))
      answers.push(await eventuallyAdmitted(() => fromDashboard('203.0.113.24', answers.length)));
    expect(answers.at(-1)?.headers['ratelimit-policy']).toBe(`"sign-in";q=${SIGN_INS};w=${SIGN_IN_WINDOW_SECONDS}`);
  });

  /** The first answer that the dashboard's own limit of requests a second does not give. */
  async function eventuallyAdmitted(ask: () => Promise<Answer>): Promise<Answer> {
    return eventually(async () => {
      const answer = await ask();
      return String(answer.headers['ratelimit-policy']).startsWith('"dashboard"') && answer.status === 429
        ? undefined
        : answer;
    });
  }
});

describe('a merchant', () => {
  test('gets as many answers as its bucket holds from all gateways together, and what flows in meanwhile', async () => {
    const { answers, seconds } = await burst(knownKey(), BURST);
    const allowed = countOf(answers, 200);
    expect(allowed).toBeGreaterThanOrEqual(PER_SECOND);
    expect(allowed).toBeLessThanOrEqual(PER_SECOND * (1 + seconds) + 1);
    expect(allowed + countOf(answers, 429)).toBe(answers.length);
  });

  test('is told where its budget stands, and when to come again', async () => {
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

  test('has one budget for all its keys, another in the other mode, and takes none of anybody else', async () => {
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
      gatewayAt(index).ask({ path: '/gateway/session', headers: { 'x-api-key': ofPages } }),
    );
    const flooded = await Promise.all(flood);
    expect(countOf(flooded, 429)).toBeGreaterThan(0);
    expect(flooded[0]?.headers['ratelimit-policy']).toBe(`"publishable";q=${PER_SECOND};w=1`);
    expect(countOf((await burst(ofServer, PER_SECOND)).answers, 200)).toBe(PER_SECOND);
  });

  test('has requests left for its customers when one address floods its publishable key', async () => {
    const key = knownKey({ type: 'publishable', mode: 'live' });
    const visit = (address: string, index: number) =>
      gatewayAt(index).ask({ path: '/gateway/session', headers: { 'x-api-key': key, 'x-forwarded-for': address } });
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
    const answers = await Promise.all(Array.from({ length: BURST }, (_, index) => gatewayAt(index).ask(asked)));
    expect(countOf(answers, 429)).toBeGreaterThan(0);
    expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({ code: 'rate_limited' });
  },
);

describe('an address whose keys are refused', () => {
  test('is told to wait in the end, while good keys from there go on', async () => {
    const { answers } = await burst(newApiKey().key, BURST);
    expect(countOf(answers, 401)).toBeGreaterThanOrEqual(PER_SECOND);
    expect(countOf(answers, 429)).toBeGreaterThan(0);
    expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({ code: 'rate_limited' });
    expect(countOf((await burst(knownKey(), PER_SECOND)).answers, 200)).toBe(PER_SECOND);
  });
});

describe('without Redis', () => {
  test('everybody is let through, and limits hold again by themselves', async () => {
    const { hostname, port } = new URL(environment.REDIS_URL);
    const redis = await TcpSwitch.to({ host: hostname, port: Number(port) });
    const url = new URL(environment.REDIS_URL);
    url.host = `127.0.0.1:${redis.port}`;
    const gateway = await GatewayUnderTest.start(GatewayWithDoubles, {
      ...limited,
      REDIS_URL: url.href,
      RATE_LIMIT_WAIT_MS: '100',
    });
    const buckets = gateway.get(SharedBuckets);
    const key = knownKey();
    const ask = () => gateway.ask({ path: `/gateway/${newId('intent')}`, headers: { 'x-api-key': key } });
    const askOften = () => Promise.all(Array.from({ length: BURST }, ask));
    try {
      for (const fault of ['cut', 'freeze'] as const) {
        await eventually(() => buckets.isThere);
        redis[fault]();
        // the first to meet the fault finds it out
        await eventually(() => askOften().then(() => !buckets.isThere));
        expect(countOf(await askOften(), 200)).toBe(BURST);
        expect(buckets.skippedCount).toBeGreaterThanOrEqual(BURST);
        redis.mend();
        await eventually(async () => countOf(await askOften(), 429) > 0);
      }
    } finally {
      await gateway.stop();
      await redis.close();
    }
  }, 60_000);
});

test('a bucket leaves nothing behind in Redis when it is full', async () => {
  const redis = new Redis(environment.REDIS_URL);
  try {
    await burst(knownKey(), PER_SECOND);
    const pattern = `${limited.TOPIC_PREFIX}:rate:merchant:*`;
    expect((await redis.keys(pattern)).length).toBeGreaterThan(0);
    await eventually(async () => (await redis.keys(pattern)).length === 0);
  } finally {
    redis.disconnect();
  }
});
