import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ApiKeyRow, BeginChargeCommand } from '@paygate/contracts';
import { accept, beginCharge, otpTokenKind } from '@paygate/contracts';
import { newId, parseKeyring, Sealer, TokenIssuer, uuidV7 } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../../test/fixtures/gateway-under-test.js';
import { chargeOf } from '../../../test/fixtures/samples.js';
import { UserTokens } from '../../../test/fixtures/user-tokens.js';

let gateway: GatewayUnderTest;
const [userId, intentionId] = [newId('user'), newId('intent')];
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
/** A row of auth from before the setting. */
const before = { customerSignIn: undefined } as unknown as Partial<ApiKeyRow>;

function otpToken(claims: Readonly<Record<string, unknown>> = {}): string {
  const all = { sub: userId, azp: newId('merchant'), mode: 'test', jti: uuidV7(), lifetimeSeconds: 300, ...claims };
  return new TokenIssuer({ ...otpTokenKind, now: () => new Date() }).sign(all, { kid: 'k1', privateKey });
}
const charge = (headers: Record<string, string>, body: unknown) =>
  gateway.ask({ method: 'POST', path: '/payment/charge', headers, body });

beforeAll(async () => {
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(beginCharge, ({ intentId }) => accept(chargeOf(intentId)));
});

describe.each<[string, Partial<ApiKeyRow>, Record<'wallet' | 'mobile_money', number>]>([
  ['wallet', { customerSignIn: 'wallet' }, { wallet: 401, mobile_money: 202 }],
  ['always', { customerSignIn: 'always' }, { wallet: 401, mobile_money: 401 }],
  ['never', { customerSignIn: 'never' }, { wallet: 202, mobile_money: 202 }],
  ['not there, and every charge needs it', { ...before, requireSignIn: true }, { wallet: 401, mobile_money: 401 }],
  ['not there, and no charge does', before, { wallet: 202, mobile_money: 202 }],
])('where customerSignIn of the merchant is %s', (_name, more, statuses) => {
  const { key, row } = newApiKey({ type: 'publishable', ...more });
  const tokens = new UserTokens({ sub: userId, azp: row.merchantId });
  beforeAll(() => {
    apiKeyRows.put(row.apiKeyId, row);
  });

  test.each([undefined, null, { type: 'wallet' }, { type: 'mobile_money' }])(
    '[1.23] a charge of %j is accepted with both tokens, and without the sign-in as the setting says',
    async (paymentMethod) => {
      const body = { intentionId, paymentMethod };
      const token = otpToken();
      const both = { 'x-api-key': key, authorization: `Bearer ${tokens.mint()}`, 'x-otp-token': token };
      expect((await charge(both, body)).status).toBe(202);
      busDouble.sent.length = 0;
      const expected = statuses[paymentMethod?.type === 'mobile_money' ? 'mobile_money' : 'wallet'];
      for (const alone of [{ authorization: `Bearer ${token}` }, { 'x-otp-token': token }]) {
        const answer = await charge({ 'x-api-key': key, ...alone }, body);
        expect(answer.status).toBe(expected);
        if (expected === 401) expect(answer.body).toMatchObject({ code: 'token_missing', param: 'authorization' });
      }
      expect(busDouble.sent).toHaveLength(expected === 401 ? 0 : 2);
    },
  );
});

describe('the token of a guest', () => {
  const { key, row } = newApiKey({ type: 'publishable' });
  const body = { intentionId, paymentMethod: { type: 'mobile_money' } };
  const ask = (token: string) => charge({ 'x-api-key': key, authorization: `Bearer ${token}` }, body);
  beforeAll(() => {
    apiKeyRows.put(row.apiKeyId, row);
  });

  test('shows charging its phone, sealed, and that of a user none', async () => {
    const phone = new Sealer('otp', parseKeyring(keys.SEAL_KEYS)).seal('gateway', '+237677770001', 'otp-token.phone');
    expect((await ask(otpToken({ sub: 'guest', phone }))).status).toBe(202);
    const { provedPhone } = busDouble.sent[0]?.payload as BeginChargeCommand;
    const charging = new Sealer('charging', parseKeyring(keys.SEAL_KEYS));
    expect(charging.open(provedPhone as never, 'begin-charge.phone')).toBe('+237677770001');
    await ask(otpToken());
    expect(busDouble.sent[1]?.payload).not.toHaveProperty('provedPhone');
  });

  test.each([undefined, null])('implies mobile money: a charge of %j needs no sign-in', async (paymentMethod) => {
    const phone = new Sealer('otp', parseKeyring(keys.SEAL_KEYS)).seal('gateway', '+237677770001', 'otp-token.phone');
    const token = otpToken({ sub: 'guest', phone });
    const headers = { 'x-api-key': key, authorization: `Bearer ${token}` };
    expect((await charge(headers, { intentionId, paymentMethod })).status).toBe(202);
    expect(busDouble.sent[0]?.payload).toMatchObject({ paymentMethod: { type: 'mobile_money' } });
  });

  test('with a phone that otp has not sealed is refused', async () => {
    const answer = await ask(otpToken({ sub: 'guest', phone: '+237677770002' }));
    expect(answer.body).toMatchObject({ status: 401, code: 'token_invalid' });
    expect(busDouble.sent).toEqual([]);
  });
});
