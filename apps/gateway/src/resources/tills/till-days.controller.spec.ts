import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  accept,
  awaitCharge,
  compileChecker,
  getIntent,
  getMerchantProfile,
  refuse,
  TillDayView,
} from '@paygate/contracts';
import { newId, Secret, secretKeysOf } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../../test/fixtures/gateway-under-test.js';
import { intentOf, merchantProfileOf } from '../../test/fixtures/samples.js';
import { tillDayAt, tillWordOf } from './till-words.js';

let gateway: GatewayUnderTest;
const till = newApiKey({ type: 'restricted', scopes: ['till:ask', 'intents:read'] });
const { merchantId } = till.row;
const other = newApiKey({ type: 'restricted', scopes: ['intents:read'], merchantId });

beforeAll(async () => {
  for (const { row } of [till, other]) apiKeyRows.put(row.apiKeyId, row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(getMerchantProfile, () => accept(merchantProfileOf(merchantId, { phoneAsks: true })));
});

const read = (path: string, key = till.key, headers: Record<string, string> = {}) =>
  gateway.ask({ path, headers: { 'x-api-key': key, ...headers } });

describe('the day of a till', () => {
  test('[4.25] has a word, the same each time, and says whether phones are asked', async () => {
    const [first, second] = [await read('/till/day'), await read('/till/day')];
    expect(first.status).toBe(200);
    expect(compileChecker(TillDayView)(first.body)).toEqual([]);
    expect(first.body).toMatchObject({ object: 'till_day', mode: 'test', phoneAsks: true });
    expect([second.body['word'], first.headers['cache-control']]).toEqual([first.body['word'], 'no-store']);
    busDouble.on(getMerchantProfile, () => accept(merchantProfileOf(merchantId)));
    expect((await read('/till/day')).body).toMatchObject({ phoneAsks: false });
  });

  test('is read with till:ask alone, and not while auth is away', async () => {
    expect((await read('/till/day', other.key)).body).toMatchObject({ status: 403, code: 'scope_missing' });
    busDouble.on(getMerchantProfile, () => refuse('service_unavailable'));
    expect((await read('/till/day')).status).toBe(503);
  });
});

describe('[4.25] the word of the day', () => {
  const keys = secretKeysOf(new Secret(Buffer.alloc(32, 1).toString('base64')));
  const of = { merchantId, mode: 'live', day: '2026-11-29' } as const;
  const days = Array.from({ length: 60 }, (_, n) => new Date(Date.UTC(2026, 0, n + 1)).toISOString().slice(0, 10));
  const words = (more: Partial<typeof of> & { mode?: 'test' | 'live'; merchantId?: string }, secret = keys) =>
    days.map((day) => tillWordOf(secret, { ...of, ...more, day }));
  const same = (others: readonly string[]) => words({}).filter((word, n) => word === others[n]).length;

  test('is one word, and another one on other days, of other accounts, in the other mode and by another key', () => {
    expect(words({}).every((word) => /^[a-z]{3,12}$/.test(word))).toBe(true);
    expect(words({})).toEqual(words({}));
    expect(new Set(words({})).size).toBeGreaterThan(30);
    expect(same(words({ merchantId: newId('merchant') }))).toBeLessThan(8);
    expect(same(words({ mode: 'test' as never }))).toBeLessThan(8);
    expect(same(words({}, secretKeysOf(new Secret(Buffer.alloc(32, 2).toString('base64')))))).toBeLessThan(8);
  });

  test('changes at midnight in Douala', () => {
    expect(tillDayAt(new Date('2026-11-29T22:59:59.999Z'))).toBe('2026-11-29');
    expect(tillDayAt(new Date('2026-11-29T23:00:00.000Z'))).toBe('2026-11-30');
  });
});

test('[4.25] a payment is read with its outcome by a till that waits for it', async () => {
  const order = { merchantId, mode: 'test', intentId: newId('intent'), amount: '700', currency: 'XAF' } as const;
  const intent = intentOf({ ...order, metadata: '{}' });
  const statuses = ['PROCESSING', 'COMPLETED'] as const;
  let reads = 0;
  busDouble.on(getIntent, () => accept(Object.assign({}, intent, { status: statuses[Math.min(reads++, 1)] })));
  busDouble.on(awaitCharge, () => refuse('service_unavailable'));
  const answer = await read(`/gateway/${order.intentId}`, till.key, { prefer: 'wait=5' });
  expect([answer.body['status'], answer.headers['preference-applied']]).toEqual(['COMPLETED', 'wait']);
  expect(busDouble.sent.map(({ name }) => name).filter((name) => name !== 'get-merchant-profile')).toEqual([
    ...['get-intent', 'await-charge', 'get-intent'],
  ]);
});
