import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { accept, compileChecker, getPaymentMetrics, PaymentMetricsAnswer, refuse } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../../../test/fixtures/gateway-under-test.js';

let gateway: GatewayUnderTest;
const merchantId = newId('merchant');
const secret = newApiKey({ merchantId });
const range = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' };

beforeAll(async () => {
  apiKeyRows.put(secret.row.apiKeyId, secret.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  const counts = { created: 3, completed: 1, failed: 1, expired: 0, canceled: 1, volume: '5000', successRate: 5_000 };
  const metrics = [{ from: range.from, ...counts, failures: [{ code: 'payer_rejected' as const, payments: 1 }] }];
  busDouble.on(getPaymentMetrics, () => accept({ ...range, metrics }));
});

const read = (query = '') => gateway.ask({ path: `/metrics/payments${query}`, headers: { 'x-api-key': secret.key } });

test('[2.29] counts of payments are by day, in XAF, unless the caller says otherwise', async () => {
  const { status, body } = await read();
  expect(status).toBe(200);
  expect(compileChecker(PaymentMetricsAnswer)(body)).toEqual([]);
  expect(body).toMatchObject({ currency: 'XAF', granularity: 'day', ...range, data: [{ completed: 1 }] });
  const plain = { merchantId, mode: 'test' };
  expect(busDouble.sent[0]?.payload).toEqual({ ...plain, currency: 'XAF', granularity: 'day', utcOffset: 0 });
  await read('?currency=XOF&granularity=hour&utcOffset=-1&from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z');
  expect(busDouble.sent[1]?.payload).toEqual({
    ...plain,
    currency: 'XOF',
    granularity: 'hour',
    utcOffset: -1,
    ...range,
  });
  await read('?timeZone=Asia/Kolkata&from=2026-11-20T05:30:00%2B05:30');
  expect(busDouble.sent[2]?.payload).toMatchObject({ timeZone: 'Asia/Kolkata', from: range.from });
});

test.each([
  ['granularity=minute', 'granularity'],
  ['currency=EUR', 'currency'],
  ['utcOffset=15', 'utcOffset'],
  ['utcOffset=0.5', 'utcOffset'],
  ['from=yesterday', 'from'],
  ['timeZone=../etc/passwd', 'timeZone'],
  ['timeZone=', 'timeZone'],
])('?%s is refused', async (query, param) => {
  expect((await read(`?${query}`)).body).toMatchObject({ status: 400, code: 'parameter_invalid', param });
  expect(busDouble.sent).toEqual([]);
});

test('a range that is too long is a 400', async () => {
  busDouble.on(getPaymentMetrics, () => refuse('parameter_invalid', { param: 'from' }));
  expect((await read()).body).toMatchObject({ status: 400, code: 'parameter_invalid', param: 'from' });
});
