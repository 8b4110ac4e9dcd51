import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { refuse, signIn, signInToDashboard } from '@paygate/contracts';
import { eventually } from '@paygate/testing';
import { busDouble } from './fixtures/bus-doubles.js';
import type { Answer } from './fixtures/gateway-under-test.js';
import { countOf, knownKey, LimitedGateways, statusAndPolicy } from './fixtures/limited-gateways.js';

/* Sign-ins of one address, on a real Redis that two gateways share. */

const SIGN_IN_BURST = 3;
/** One every 30 seconds. */
const SIGN_INS_PER_MINUTE = 2;
const WINDOW_SECONDS = 90;
const POLICY = `"sign-in";q=${SIGN_IN_BURST};w=${WINDOW_SECONDS}`;
const BURST = 60;
const body = { phoneNumber: '+237670000001', password: 'a guess' };
let gateways: LimitedGateways;

beforeAll(async () => {
  gateways = await LimitedGateways.start({
    RATE_LIMIT_SIGN_INS_PER_MINUTE: String(SIGN_INS_PER_MINUTE),
    RATE_LIMIT_SIGN_IN_BURST: String(SIGN_IN_BURST),
    RATE_LIMIT_TEST_PER_SECOND: '2',
    RATE_LIMIT_DASHBOARD_ADDRESS_PER_SECOND: '2',
  });
});
afterAll(() => gateways.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(signIn, () => refuse('credentials_invalid'));
  busDouble.on(signInToDashboard, () => refuse('credentials_invalid'));
});

const signInWith = (key: string, address: string, index = 0, more: Readonly<Record<string, string>> = {}) =>
  gateways.at(index).ask({
    method: 'POST',
    path: '/auth/web',
    body,
    headers: { 'x-api-key': key, 'x-forwarded-for': address, ...more },
  });
const many = (ask: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: BURST }, (_, index) => ask(index)));

describe('the sign-ins of one address with one key', () => {
  test('[6.15] share one budget at all gateways, and those beyond it cause no command', async () => {
    const key = knownKey({ type: 'publishable' });
    const begun = performance.now();
    const answers = await many((index) => signInWith(key, '203.0.113.21', index));
    const most = SIGN_IN_BURST * (1 + (performance.now() - begun) / (WINDOW_SECONDS * 1_000)) + 1;
    expect(countOf(answers, 401)).toBeGreaterThanOrEqual(SIGN_IN_BURST);
    expect(countOf(answers, 401)).toBeLessThanOrEqual(most);
    expect(countOf(answers, 401) + countOf(answers, 429)).toBe(BURST);
    expect(busDouble.sent.length).toBe(countOf(answers, 401));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers['ratelimit-policy']).toBe(POLICY);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused?.body).toMatchObject({ code: 'rate_limited', retryable: true });
  });

  test('take nothing from other addresses, other keys and other requests with this key', async () => {
    const merchantId = 'mer_01k8zq4a2nf8rb0v6d7jep5f9x';
    const [key, other] = [knownKey({ type: 'publishable', merchantId }), knownKey({ type: 'publishable', merchantId })];
    expect(countOf(await many(() => signInWith(key, '203.0.113.22')), 429)).toBeGreaterThan(0);
    expect(statusAndPolicy(await signInWith(key, '203.0.113.23'))).toBe('401 sign-in');
    expect(statusAndPolicy(await signInWith(other, '203.0.113.22'))).toBe('401 sign-in');
    const headers = { 'x-api-key': key, 'x-forwarded-for': '203.0.113.22' };
    expect(statusAndPolicy(await gateways.at(0).ask({ path: '/gateway/session', headers }))).toBe('401 publishable');
  });

  test('count IPv6 addresses by their network of /64', async () => {
    const key = knownKey({ type: 'publishable' });
    const answers = await many((index) => signInWith(key, `2001:db8:0:1::${index.toString(16)}`, index));
    expect(countOf(answers, 401)).toBeLessThan(BURST);
    expect((await signInWith(key, '2001:db8:0:2::1')).status).toBe(401);
  });

  test('are refused with the headers of every answer, and pages may read it', async () => {
    const key = knownKey({ type: 'publishable' });
    const origin = 'https://shop.example';
    const requestId = 'spec-of-a-refusal';
    const refused = await eventually(async () => {
      const answer = await signInWith(key, '203.0.113.24', 0, { origin, 'x-request-id': requestId });
      return answer.status === 429 ? answer : undefined;
    });
    expect(refused.body).toMatchObject({ requestId, code: 'rate_limited' });
    expect(refused.headers).toMatchObject({
      'x-request-id': requestId,
      'access-control-allow-origin': origin,
      'content-type': 'application/problem+json',
      'strict-transport-security': expect.any(String),
    });
  });
});

test('sign-ins with a secret key count for the merchant, because its server signs in all its customers', async () => {
  const key = knownKey();
  const ask = () => signInWith(key, '203.0.113.25');
  const answers: Answer[] = [];
  for (let count = 0; count <= SIGN_IN_BURST; count += 1) answers.push(await ask());
  expect(new Set(answers.map(({ headers }) => headers['ratelimit-policy']))).toEqual(new Set(['"merchant";q=2;w=1']));
});

test('sign-ins to the dashboard have a budget for each address', async () => {
  const answers: Answer[] = [];
  const ask = () =>
    gateways.at(answers.length).ask({
      method: 'POST',
      path: '/dashboard/sessions',
      headers: { 'x-forwarded-for': '203.0.113.26' },
      body: { email: 'ada@shop.example', password: 'a guess' },
    });
  await eventually(async () => {
    answers.push(await ask());
    return answers.at(-1)?.headers['ratelimit-policy'] === POLICY && answers.at(-1)?.status === 429;
  });
  expect(countOf(answers, 401)).toBe(SIGN_IN_BURST);
});
