import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { BeginChargeCommand } from '@paygate/contracts';
import { accept, beginCharge } from '@paygate/contracts';
import { newId, parseKeyring, Sealer } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../../test/fixtures/gateway-under-test.js';
import { chargeOf } from '../../../test/fixtures/samples.js';

let gateway: GatewayUnderTest;
const publishable = newApiKey({ type: 'publishable' });
const intentionId = newId('intent');
/** The gateway passes the token on: intents verifies it. */
const otpToken = `${['{"alg":"ES256","typ":"otp+jwt","kid":"k"}', '{}'].map((part) => Buffer.from(part).toString('base64url')).join('.')}.${'a'.repeat(86)}`;

beforeAll(async () => {
  apiKeyRows.put(publishable.row.apiKeyId, publishable.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(beginCharge, ({ intentId }) => accept(chargeOf(intentId)));
});

const charge = (headers: Record<string, string>, body: unknown) =>
  gateway.ask({ method: 'POST', path: '/payment/charge', headers: { 'x-api-key': publishable.key, ...headers }, body });

describe('a charge', () => {
  test('by mobile money shows the phone number to charging alone', async () => {
    const paymentMethod = { type: 'mobile_money', operator: 'mtn_momo', phoneNumber: '+237670000001' };
    await charge({ authorization: `Bearer ${otpToken}` }, { intentionId, paymentMethod });
    const { payload } = busDouble.sent[0] ?? {};
    expect(payload).toMatchObject({
      paymentMethod: { type: 'mobile_money', operator: 'mtn_momo' },
      otherPhones: false,
    });
    expect(JSON.stringify(payload)).not.toContain('670000001');
    const sealed = (payload as BeginChargeCommand).paymentMethod?.phoneNumber;
    const charging = new Sealer('charging', parseKeyring(keys.SEAL_KEYS));
    expect(sealed && charging.open(sealed, 'begin-charge.phone')).toBe('+237670000001');
  });

  test.each([
    [{ type: 'mobile_money', operator: 'nobody' }, 'operator_unknown', 'paymentMethod.operator'],
    [{ type: 'mobile_money', phoneNumber: '670000001' }, 'phone_invalid', 'paymentMethod.phoneNumber'],
    [{ type: 'wallet', operator: 'mtn_momo' }, 'parameter_invalid', 'paymentMethod.operator'],
    [{ type: 'wallet', phoneNumber: '+237670000001' }, 'parameter_invalid', 'paymentMethod.phoneNumber'],
  ])('with the method %j is refused', async (paymentMethod, code, param) => {
    const { body } = await charge({ authorization: `Bearer ${otpToken}` }, { intentionId, paymentMethod });
    expect(body).toMatchObject({ status: 400, code, param });
    expect(busDouble.sent).toEqual([]);
  });
});
