import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ListIntentsCommand, Sealed } from '@paygate/contracts';
import { accept, compileChecker, listIntents, PaymentIntentPageAnswer, refuse } from '@paygate/contracts';
import { newId, parseKeyring, Sealer } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../../test/fixtures/gateway-under-test.js';
import { intentOf } from '../../../test/fixtures/samples.js';

let gateway: GatewayUnderTest;
const merchantId = newId('merchant');
const secret = newApiKey({ merchantId });
const cursor = newId('intent');
const metadata = '{ "b":1.0,"__proto__":{} }';
const intents = [1, 2].map(() =>
  intentOf({ intentId: newId('intent'), merchantId, mode: 'test', amount: '5000', currency: 'XAF', metadata }),
);

beforeAll(async () => {
  apiKeyRows.put(secret.row.apiKeyId, secret.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(listIntents, () => accept({ intents, hasMore: true, nextCursor: cursor }));
});

const list = (query = '') => gateway.ask({ path: `/gateway${query}`, headers: { 'x-api-key': secret.key } });

describe('listing intents', () => {
  test('gives a page with the metadata byte for byte', async () => {
    const answer = await list();
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['data', 'hasMore', 'nextCursor']);
    expect(compileChecker(PaymentIntentPageAnswer)(answer.body)).toEqual([]);
    expect(answer.text.split(`"metadata":${metadata},`)).toHaveLength(3);
    expect(answer.body).toMatchObject({ hasMore: true, nextCursor: cursor });
    expect(busDouble.sent[0]?.payload).toEqual({ merchantId, mode: 'test', limit: 20 });
  });

  test('may be empty', async () => {
    busDouble.on(listIntents, () => accept({ intents: [], hasMore: false, nextCursor: null }));
    expect((await list()).text).toBe('{"data":[],"hasMore":false,"nextCursor":null}');
  });

  test('passes every filter on', async () => {
    const filters =
      'status=PENDING&reference=a%20b%26c&createdFrom=2026-11-20T10:00:00Z&createdTo=2026-11-20T10:00:00.5Z';
    await list(`?limit=100&startingAfter=${cursor}&${filters}`);
    expect(busDouble.sent[0]?.payload).toEqual({
      ...{ merchantId, mode: 'test', limit: 100, startingAfter: cursor, statuses: ['PENDING'], reference: 'a b&c' },
      ...{ createdFrom: '2026-11-20T10:00:00.000Z', createdTo: '2026-11-20T10:00:00.500Z' },
    });
    await list('?providerReference=mp%20261120.1101');
    expect(busDouble.sent[1]?.payload).toEqual({
      ...{ merchantId, mode: 'test', limit: 20, providerReference: 'mp 261120.1101' },
    });
    await list(`?endingBefore=${cursor}&limit=1`);
    expect(busDouble.sent[2]?.payload).toEqual({ merchantId, mode: 'test', limit: 1, endingBefore: cursor });
  });

  test('[2.6] passes up to five pairs of metadata on, whatever their keys', async () => {
    const value = `😀${'x'.repeat(499)}`;
    const pairs = [
      ['orderId', '1042'],
      ['__proto__', 'a=b&c'],
      ['shop', ''],
      ['x'.repeat(100), '1'],
      ['emoji', value],
    ].map(([key = '', text = '']) => ({ key, value: text }));
    const query = pairs.map(({ key, value: text }) => `metadata[${key}]=${encodeURIComponent(text)}`).join('&');
    const answer = await list(`?${query}&status=PENDING`);
    expect(answer.status).toBe(200);
    const sent = { merchantId, mode: 'test', limit: 20, statuses: ['PENDING'], metadata: pairs };
    expect(busDouble.sent[0]?.payload).toEqual(sent);
    await list('?metadata%5BorderId%5D=10%2042');
    expect(busDouble.sent[1]?.payload).toMatchObject({ metadata: [{ key: 'orderId', value: '10 42' }] });
  });

  test.each([
    'status=PENDING&status=FAILED',
    'status[]=PENDING&status[]=FAILED',
    'status=PENDING&status[]=FAILED',
    'status%5B%5D=PENDING&status=FAILED',
  ])('[2.5] takes several statuses as %s', async (query) => {
    expect((await list(`?${query}`)).status).toBe(200);
    const { statuses } = busDouble.sent[0]?.payload as ListIntentsCommand;
    expect(statuses?.toSorted()).toEqual(['FAILED', 'PENDING']);
  });

  test('passes a text and amounts on', async () => {
    await list('?q=order%201042&amountFrom=100&amountTo=999999999999');
    expect(busDouble.sent[0]?.payload).toEqual({
      ...{ merchantId, mode: 'test', limit: 20, text: 'order 1042', amountFrom: '100', amountTo: '999999999999' },
    });
  });

  test('[2.31] passes a user on', async () => {
    const userId = newId('user');
    await list(`?userId=${userId}&status=COMPLETED`);
    const sent = { merchantId, mode: 'test', limit: 20, statuses: ['COMPLETED'], userId };
    expect(busDouble.sent[0]?.payload).toEqual(sent);
  });

  test.each([
    ['limit=0', 'parameter_invalid', 'limit'],
    ['limit=101', 'parameter_invalid', 'limit'],
    ['limit=1e1', 'parameter_invalid', 'limit'],
    ['limit=', 'parameter_invalid', 'limit'],
    ['limit=5&limit=6', 'parameter_invalid', 'limit'],
    ['status=PAID', 'parameter_invalid', 'status'],
    ['status=', 'parameter_invalid', 'status'],
    ['status[]=PENDING&status[]=PAID', 'parameter_invalid', 'status'],
    ['status[a]=PENDING', 'parameter_unknown', 'status[a]'],
    [Array.from({ length: 8 }, () => 'status=PENDING').join('&'), 'parameter_invalid', 'status'],
    ['limit[]=5', 'parameter_unknown', 'limit[]'],
    ['q=', 'parameter_invalid', 'q'],
    ['q=%00', 'parameter_invalid', 'q'],
    ['q=a&q=b', 'parameter_invalid', 'q'],
    [`q=${'x'.repeat(501)}`, 'parameter_invalid', 'q'],
    ['amountFrom=0', 'parameter_invalid', 'amountFrom'],
    ['amountTo=5000.00', 'parameter_invalid', 'amountTo'],
    ['amountTo=1000000000000', 'parameter_invalid', 'amountTo'],
    ['userId=ada', 'parameter_invalid', 'userId'],
    ['userId=', 'parameter_invalid', 'userId'],
    ['phoneNumber=%2B237670000001', 'parameter_unknown', 'phoneNumber'],
    ['startingAfter=foo', 'cursor_invalid', 'startingAfter'],
    ['endingBefore=evt_1', 'cursor_invalid', 'endingBefore'],
    ['startingAfter=', 'cursor_invalid', 'startingAfter'],
    [`startingAfter=${cursor}&endingBefore=${cursor}`, 'parameter_invalid', 'endingBefore'],
    ['reference=%00', 'parameter_invalid', 'reference'],
    ['providerReference=', 'parameter_invalid', 'providerReference'],
    ['providerReference=.-%20', 'parameter_invalid', 'providerReference'],
    [`providerReference=${'8'.repeat(101)}`, 'parameter_invalid', 'providerReference'],
    ['providerReference=1&providerReference=2', 'parameter_invalid', 'providerReference'],
    ['createdFrom=yesterday', 'parameter_invalid', 'createdFrom'],
    ['createdFrom=2026-02-30T00:00:00Z', 'parameter_invalid', 'createdFrom'],
    ['createdTo=2026-11-20T23:59:60Z', 'parameter_invalid', 'createdTo'],
    ['createdTo=0000-01-01T00:00:00Z', 'parameter_invalid', 'createdTo'],
    ['page=2', 'parameter_unknown', 'page'],
    ['a%00b=2', 'parameter_unknown', 'a\uFFFDb'],
    ['metadata=1042', 'parameter_invalid', 'metadata'],
    ['metadata=1042&metadata[a]=1', 'parameter_invalid', 'metadata'],
    ['metadata[]=1042', 'parameter_invalid', 'metadata[]'],
    ['metadata[a=1042', 'parameter_invalid', 'metadata[a'],
    ['metadata[a][b]=1042', 'parameter_invalid', 'metadata[a][b]'],
    ['metadata[ok]=1&metadata[a%00]=1', 'parameter_invalid', 'metadata[a\uFFFD]'],
    ['metadata[orderId]=1&metadata[orderId]=2', 'parameter_invalid', 'metadata[orderId]'],
    ['metadata[a]=%00', 'parameter_invalid', 'metadata[a]'],
    [`metadata[a]=${'x'.repeat(501)}`, 'parameter_invalid', 'metadata[a]'],
    [`metadata[${'k'.repeat(101)}]=1`, 'parameter_invalid', `metadata[${'k'.repeat(55)}…`],
    [[1, 2, 3, 4, 5, 6].map((n) => `metadata[k${n}]=1`).join('&'), 'parameter_invalid', 'metadata'],
    ['metadata.0.key=1&metadata[a]=1', 'parameter_unknown', 'metadata.0.key'],
    ['reference[a]=1', 'parameter_unknown', 'reference[a]'],
    ['constructor=1', 'parameter_unknown', 'constructor'],
    ['__proto__=1', 'parameter_unknown', '__proto__'],
  ])('refuses ?%s with %s', async (query, code, param) => {
    expect((await list(`?${query}`)).body).toMatchObject({ status: 400, code, param });
    expect(busDouble.sent).toEqual([]);
  });

  test('an unknown cursor is a 400', async () => {
    busDouble.on(listIntents, () => refuse('cursor_invalid', { param: 'startingAfter' }));
    expect((await list(`?startingAfter=${cursor}`)).body).toMatchObject({
      ...{ status: 400, code: 'cursor_invalid', param: 'startingAfter' },
    });
  });
});

describe('searching intents', () => {
  const phoneNumber = '+237670000001';
  const search = (body: unknown, key = secret.key) =>
    gateway.ask({ method: 'POST', path: '/gateway/search', headers: { 'x-api-key': key }, body });
  const sent = () => busDouble.sent[0]?.payload as ListIntentsCommand;

  test('[2.24] gives a page, and passes the number on for charging alone', async () => {
    const answer = await search({ phoneNumber });
    expect(answer.status).toBe(200);
    expect(compileChecker(PaymentIntentPageAnswer)(answer.body)).toEqual([]);
    const { payerPhone, ...others } = sent();
    expect(others).toEqual({ merchantId, mode: 'test', limit: 20 });
    const charging = new Sealer('charging', parseKeyring(keys.SEAL_KEYS));
    expect(payerPhone && charging.open(payerPhone, 'search-intents.phone')).toBe(phoneNumber);
  });

  test.each([
    ['677 59 10 01', '+237677591001'],
    ['+237 677-59-10-01', '+237677591001'],
    ['1001', '1001'],
    ['10 01', '1001'],
    ['MP261120.1101.A77929', ''],
    ['Awa', ''],
  ])('[2.24] passes %j on for intents alone, and the phone that it is for charging alone', async (q, phone) => {
    expect((await search({ q })).status).toBe(200);
    const { payerPhone, typed, ...others } = sent();
    expect(others).toEqual({ merchantId, mode: 'test', limit: 20 });
    const opened = (who: 'charging' | 'intents', sealed = '' as Sealed, purpose: 'phone' | 'text' = 'phone') =>
      new Sealer(who, parseKeyring(keys.SEAL_KEYS)).open(sealed, `search-intents.${purpose}`);
    expect([opened('charging', payerPhone), opened('intents', typed, 'text')]).toEqual([phone, q]);
  });

  test('takes the filters of a list', async () => {
    const filters = { limit: 5, startingAfter: cursor, amountFrom: '1', amountTo: '2' };
    await search({ phoneNumber, ...filters, status: ['FAILED'], createdFrom: '2026-11-20T10:00:00Z', createdTo: null });
    expect(sent()).toMatchObject({ ...filters, statuses: ['FAILED'], createdFrom: '2026-11-20T10:00:00.000Z' });
    expect(Object.keys(sent())).not.toContain('createdTo');
    busDouble.sent.length = 0;
    await search({ phoneNumber, status: [] });
    expect(Object.keys(sent())).not.toContain('statuses');
  });

  test.each([
    [{}, 'parameter_missing', 'phoneNumber'],
    [{ phoneNumber: '670000001' }, 'phone_invalid', 'phoneNumber'],
    [{ phoneNumber, status: 'FAILED' }, 'parameter_invalid', 'status'],
    [{ phoneNumber, limit: 101 }, 'parameter_invalid', 'limit'],
    [{ phoneNumber, q: 'a' }, 'parameter_invalid', 'q'],
    [{ q: '' }, 'parameter_invalid', 'q'],
    [{ phoneNumber, userId: newId('user') }, 'parameter_unknown', 'userId'],
    [{ phoneNumber, startingAfter: 'x' }, 'cursor_invalid', 'startingAfter'],
    [{ phoneNumber, startingAfter: cursor, endingBefore: cursor }, 'parameter_invalid', 'endingBefore'],
  ])('refuses %j with %s', async (body, code, param) => {
    expect((await search(body)).body).toMatchObject({ status: 400, code, param });
    expect(busDouble.sent).toEqual([]);
  });
});
