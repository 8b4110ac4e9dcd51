import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { accept, compileChecker, listPayouts, PayoutPageAnswer } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../../test/fixtures/gateway-under-test.js';
import { payoutOf } from '../../test/fixtures/samples.js';

let gateway: GatewayUnderTest;
const secret = newApiKey();
const { merchantId } = secret.row;
const payoutId = newId('payout');

beforeAll(async () => {
  apiKeyRows.put(secret.row.apiKeyId, secret.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
});

const list = (query: string) => gateway.ask({ path: `/payouts?${query}`, headers: { 'x-api-key': secret.key } });

describe('payouts by the number of the operator', () => {
  test('are asked for as it was typed, and show it', async () => {
    const payout = payoutOf(payoutId, { merchantId, providerReference: '8417205391' });
    busDouble.on(listPayouts, () => accept({ payouts: [payout], hasMore: false }));
    const { body } = await list('providerReference=84%2017205391');
    expect(compileChecker(PayoutPageAnswer)(body)).toEqual([]);
    expect(body).toMatchObject({ data: [{ id: payoutId, providerReference: '8417205391' }] });
    expect(busDouble.sent.map(({ payload }) => payload)).toEqual([
      { merchantId, mode: 'test', limit: 20, providerReference: '84 17205391' },
    ]);
  });

  test.each(['', '.', '8'.repeat(101)])('are not asked for by %j', async (typed) => {
    expect((await list(`providerReference=${typed}`)).body).toMatchObject({ status: 400, param: 'providerReference' });
    expect(busDouble.sent).toEqual([]);
  });
});
