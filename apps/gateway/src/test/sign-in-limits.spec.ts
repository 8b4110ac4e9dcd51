import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { refuse, signIn, signInToDashboard } from '@paygate/contracts';
import { eventually } from '@paygate/testing';
import { busDouble } from './fixtures/bus-doubles.js';
import type { Answer } from './fixtures/gateway-under-test.js';
import { newApiKey } from './fixtures/gateway-under-test.js';
import { countOf, knownKey, LimitedGateways, told } from './fixtures/limited-gateways.js';

/* How many sign-ins an address may send: on a real Redis, which two gateways share. */

const SIGN_INS = 3;
const SIGN_IN_WINDOW_SECONDS = 90;
const BURST = 60;
let gateways: LimitedGateways;

beforeAll(async () => {
  gateways = await LimitedGateways.start({
    RATE_LIMIT_SIGN_INS: String(SIGN_INS),
    RATE_LIMIT_SIGN_IN_WINDOW_SECONDS: String(SIGN_IN_WINDOW_SECONDS),
    RATE_LIMIT_TEST_PER_SECOND: '2',
    RATE_LIMIT_DASHBOARD_ADDRESS_PER_SECOND: '2',
  });
});
afterAll(() => gateways.stop());

describe('one address', () => {
  const body = { phoneNumber: '+237670000001', password: 'a guess' };
  /** With a key of a merchant of its own each time. */
  const signInFrom = (address: string, index: number, type: 'publishable' | 'secret' = 'publishable') =>
    signInWith(knownKey({ type }), address, index);
  const signInWith = (key: string, address: string, index: number) =>
    gateways.at(index).ask({
      method: 'POST',
      path: '/auth/web',
      body,
      headers: { 'x-api-key': key, 'x-forwarded-for': address },
    });
  const fromDashboard = (address: string, index: number) =>
    gateways.at(index).ask({
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
    const most = SIGN_INS * (1 + (performance.now() - begun) / (SIGN_IN_WINDOW_SECONDS * 1_000)) + 1;
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

  test('that has none left is told so whatever its publishable key is, and as every answer is', async () => {
    const signInBy = (key: string) => signInWith(key, '203.0.113.27', 0);
    const key = knownKey({ type: 'publishable' });
    const refused = await eventually(async () => {
      const answer = await signInBy(key);
      return told(answer) === '429 sign-in' ? answer : undefined;
    });
    const unknown = await signInBy(newApiKey({ type: 'publishable' }).key);
    expect(told(unknown)).toBe('429 sign-in');
    expect(unknown.body).toMatchObject({ code: 'rate_limited', status: 429, retryable: true });
    expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(refused.headers).sort());
    expect(unknown.headers).toMatchObject({ 'x-request-id': expect.any(String), 'retry-after': expect.any(String) });
    expect(told(await signInBy(key.slice(0, -1)))).toMatch(/^401 /);
    for (const path of ['/auth/web?', '/auth/web?a=1', '/auth/%77eb']) {
      const { key: other } = newApiKey({ type: 'publishable' });
      const headers = { 'x-api-key': other, 'x-forwarded-for': '203.0.113.27' };
      expect(told(await gateways.at(0).ask({ method: 'POST', path, body, headers }))).toBe('429 sign-in');
    }
  });

  test('that has none left is refused for what is wrong with a request before, and read by the pages that may', async () => {
    const headers = { 'x-api-key': knownKey({ type: 'publishable' }), 'x-forwarded-for': '203.0.113.28' };
    const origin = 'https://shop.example';
    const signInAs = (more: Readonly<Record<string, string>>) =>
      gateways.at(0).ask({ method: 'POST', path: '/auth/web', body, headers: { ...headers, ...more } });
    const requestId = 'spec-of-a-refusal';
    const refused = await eventually(async () => {
      const answer = await signInAs({ origin, 'x-request-id': requestId });
      return told(answer) === '429 sign-in' ? answer : undefined;
    });
    expect(refused.body).toMatchObject({ requestId, code: 'rate_limited' });
    expect(refused.headers).toMatchObject({
      'x-request-id': requestId,
      'access-control-allow-origin': origin,
      'content-type': 'application/problem+json',
      'strict-transport-security': expect.any(String),
    });
    expect((await signInAs({ 'x-api-version': '2001-01-01' })).body).toMatchObject({ code: 'version_unknown' });
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
