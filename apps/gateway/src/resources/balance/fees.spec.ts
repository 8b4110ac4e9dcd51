import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ErrorCode } from '@paygate/contracts';
import { accept, compileChecker, FeeView, quoteFee, QuoteFeeCommand, refuse } from '@paygate/contracts';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../../test/fixtures/gateway-under-test.js';

let gateway: GatewayUnderTest;
const secret = newApiKey();
const { merchantId } = secret.row;
const [reader, other] = (['balance:read', 'refunds:read'] as const).map((scope) =>
  newApiKey({ type: 'restricted', scopes: [scope], merchantId }),
);
const account = { merchantId, mode: 'test', currency: 'XAF' } as const;

beforeAll(async () => {
  for (const key of [secret, reader, other]) if (key !== undefined) apiKeyRows.put(key.row.apiKeyId, key.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
});

const ask = (path: string, key = secret.key) => gateway.ask({ method: 'GET', path, headers: { 'x-api-key': key } });
const sent = () => busDouble.sent.map(({ payload }) => payload);

describe('a fee', () => {
  test('[11.4] is known before the charge: 2 % of 1043 are 20', async () => {
    busDouble.on(quoteFee, () => accept({ fee: '20', bps: 200, fixed: 0 }));
    const { status, body } = await ask('/fees?amount=1043&method=mtn_momo&currency=XAF');
    expect(status).toBe(200);
    expect(compileChecker(FeeView)(body)).toEqual([]);
    expect(body).toMatchObject({ amount: '1043', fee: '20', net: '1023', bps: 200, fixed: '0', keptOnRefund: true });
    expect(sent()).toEqual([{ ...account, amount: '1043', method: 'mtn_momo' }]);
    for (const command of sent()) expect(compileChecker(QuoteFeeCommand)(command)).toEqual([]);
  });

  test.each<ErrorCode>(['amount_too_small', 'amount_too_large', 'currency_unsupported'])(
    'is refused with %s as a payment is',
    async (code) => {
      busDouble.on(quoteFee, () => refuse(code, { param: 'amount' }));
      const { status, body } = await ask('/fees?amount=99&method=mtn_momo');
      expect([status, body]).toEqual([400, expect.objectContaining({ code })]);
    },
  );

  test.each<[query: string, param: string, code: ErrorCode]>([
    ['amount=1043', 'method', 'parameter_missing'],
    ['method=wallet', 'amount', 'parameter_missing'],
    ['amount=0&method=wallet', 'amount', 'parameter_invalid'],
    ['amount=1&method=card', 'method', 'parameter_invalid'],
    ['amount=1&method=wallet&currency=EUR', 'currency', 'currency_unsupported'],
  ])('of %s is refused', async (query, param, code) => {
    expect((await ask(`/fees?${query}`)).body).toMatchObject({ status: 400, param, code });
  });
});
