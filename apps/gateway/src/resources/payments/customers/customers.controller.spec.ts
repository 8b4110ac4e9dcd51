import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { accept, compileChecker, CustomerPageAnswer, listCustomers } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../../../test/fixtures/gateway-under-test.js';
import { customerOf } from '../../../test/fixtures/samples.js';

let gateway: GatewayUnderTest;
const merchantId = newId('merchant');
const secret = newApiKey({ merchantId });
const publishable = newApiKey({ type: 'publishable', merchantId });
const customer = customerOf(newId('user'));

beforeAll(async () => {
  for (const { row } of [secret, publishable]) apiKeyRows.put(row.apiKeyId, row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(listCustomers, () => accept({ customers: [customer], hasMore: true, nextCursor: customer.userId }));
});

const list = (query = '', { key } = secret) =>
  gateway.ask({ path: `/customers${query}`, headers: { 'x-api-key': key } });

test('[2.30] customers are listed in pages', async () => {
  const { status, body } = await list();
  expect(status).toBe(200);
  expect(compileChecker(CustomerPageAnswer)(body)).toEqual([]);
  const data = [Object.assign({ object: 'customer' }, customer)];
  expect(body).toEqual({ data, hasMore: true, nextCursor: customer.userId });
  expect(busDouble.sent[0]?.payload).toEqual({ merchantId, mode: 'test', limit: 20 });
  await list(`?limit=1&startingAfter=${customer.userId}`);
  expect(busDouble.sent[1]?.payload).toEqual({
    ...{ merchantId, mode: 'test', limit: 1, startingAfter: customer.userId },
  });
});

test('there may be none', async () => {
  busDouble.on(listCustomers, () => accept({ customers: [], hasMore: false, nextCursor: null }));
  expect((await list()).text).toBe('{"data":[],"hasMore":false,"nextCursor":null}');
});

test.each([
  ['limit=0', 'parameter_invalid', 'limit'],
  ['limit=21', 'parameter_invalid', 'limit'],
  ['startingAfter=pi_1', 'cursor_invalid', 'startingAfter'],
  ['endingBefore=x', 'parameter_unknown', 'endingBefore'],
])('?%s is refused with %s', async (query, code, param) => {
  expect((await list(`?${query}`)).body).toMatchObject({ status: 400, code, param });
  expect(busDouble.sent).toEqual([]);
});

test('a publishable key lists no customers', async () => {
  expect((await list('', publishable)).body).toMatchObject({ status: 403, code: 'secret_key_required' });
  expect(busDouble.sent).toEqual([]);
});
