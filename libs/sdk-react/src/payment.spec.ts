import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ChargeRequest, SignInRequest } from '@paygate/browser';
import { PaygateError } from '@paygate/browser';
import type { PaygateSession } from './load-paygate.js';
import type { Payment } from './payment.js';
import { createPayment } from './payment.js';

const intent = { id: 'pi_1', status: 'REQUIRES_ACTION', expiresAt: new Date(Date.now() + 900_000).toISOString() };
const momo = (phoneNumber: string) => ({ type: 'mobile_money', phoneNumber }) as const;
let refusals: Error[];
let charges: ChargeRequest[];
let payment: Payment;
let signIns: string[];

/** Refusals of calls before the charge, in their order. */
let earlier: Error[];
/** The requests before the charge, since the last test began. */
let asked: object[];
const answer = (value: object, params: object): Promise<object> => {
  asked.push(params);
  const refusal = earlier.shift();
  return refusal === undefined ? Promise.resolve(value) : Promise.reject(refusal);
};

const client = {
  retrieveIntent: () => Promise.resolve(charges.length > 0 && refusals.length === 0 ? paid : intent),
  signIn: ({ password }: SignInRequest) => {
    signIns.push(password);
    return password === 'right'
      ? Promise.resolve({ id: 'usr_1' })
      : Promise.reject(refused('credentials_invalid', 401));
  },
  initOtp: (params: object) => answer({ codeLength: 6 }, params),
  verifyOtp: (params: object) => answer({}, params),
  charge: (params: ChargeRequest) => {
    charges.push(params);
    const refusal = refusals.shift();
    return refusal === undefined ? Promise.resolve({}) : Promise.reject(refusal);
  },
};
const paid = { ...intent, status: 'COMPLETED' };
const refused = (code: string, status: number, param?: string): PaygateError =>
  new PaygateError(code, 'Refused', { status, ...(param !== undefined && { param }) });
const credentials = (password: string): SignInRequest => ({ phoneNumber: '+237670000001', password });

beforeEach(async () => {
  [refusals, earlier, charges, signIns] = [[], [], [], []];
  payment = createPayment({ client, clientSecret: 'sess_1' } as unknown as PaygateSession);
  payment.subscribe(() => undefined)();
  await Promise.resolve();
  asked = [];
  await payment.steps.sendOtp({ userId: 'usr_1', channel: 'sms' });
  asked = [];
});

test.each([
  ['an unknown operator', 'operator_unknown', 400],
  ['a phone of somebody else', 'payer_phone_not_allowed', 403],
  ['an operator that is not available', 'payment_method_unavailable', 409],
])('after the refusal of %s another payment method needs no other code', async (_name, code, status) => {
  refusals = [refused(code, status)];
  await payment.steps.submitOtp('123456', momo('+237600000000'));
  expect(payment.state()).toMatchObject({ status: 'error', error: { code } });
  await payment.steps.payWith(momo('+237677770001'));
  expect(charges.map(({ paymentMethod }) => paymentMethod)).toEqual([momo('+237600000000'), momo('+237677770001')]);
  expect(payment.state()).toMatchObject({ status: 'completed', error: null });
});

test.each([
  ['a token that was used', refused('otp_token_used', 409)],
  ['an argument that no request can carry', new TypeError('invalid header value')],
])('after %s the customer needs another code', async (_name, refusal) => {
  refusals = [refusal, refused('intent_not_found', 404)];
  await payment.steps.submitOtp('123456');
  expect(payment.state()).toMatchObject({ status: 'ready', error: refusal });
  await payment.steps.payWith(momo('+237677770001'));
  expect(charges).toHaveLength(1);
});

test('a guest gives a phone number, and its code is charged by mobile money without a user', async () => {
  payment = createPayment({ client, clientSecret: 'sess_1' } as unknown as PaygateSession);
  payment.subscribe(() => undefined)();
  await Promise.resolve();
  await payment.steps.sendOtp({ phoneNumber: '+237677770001' });
  await payment.steps.submitOtp('123456');
  expect(asked).toEqual([
    { phoneNumber: '+237677770001', intentionId: 'pi_1' },
    { otp: '123456', intentionId: 'pi_1' },
  ]);
  expect(payment.state().status).toBe('completed');
});

describe('a sign-in', () => {
  test.each([
    ['is missing', 'token_missing'],
    ['has ended', 'token_expired'],
  ])(
    'that %s when the wallet is charged is made up for, and the charge goes on without another code',
    async (_, code) => {
      refusals = [refused(code, 401, 'authorization')];
      await payment.steps.submitOtp('123456');
      expect(payment.state()).toMatchObject({ status: 'requires_sign_in', error: { code } });
      await payment.steps.signIn(credentials('wrong'));
      expect(payment.state()).toMatchObject({ status: 'requires_sign_in', error: { code: 'credentials_invalid' } });
      await payment.steps.signIn(credentials('right'));
      expect([charges.length, signIns, payment.state()]).toMatchObject([
        2,
        ['wrong', 'right'],
        { status: 'completed' },
      ]);
    },
  );

  test('that has ended when the code is checked is made up for, and a wrong code then leads back to the field', async () => {
    earlier = [refused('token_expired', 401, 'authorization'), refused('otp_invalid', 401)];
    await payment.steps.submitOtp('111111');
    expect(payment.state().status).toBe('requires_sign_in');
    await payment.steps.signIn(credentials('right'));
    expect(payment.state()).toMatchObject({ status: 'awaiting_otp', error: { code: 'otp_invalid' } });
    await payment.steps.submitOtp('123456');
    expect(payment.state().status).toBe('completed');
  });

  test('comes before the code where the page asks for it first, and sends it', async () => {
    payment = createPayment({ client, clientSecret: 'sess_1' } as unknown as PaygateSession);
    payment.subscribe(() => undefined)();
    await Promise.resolve();
    await payment.steps.signIn(credentials('wrong'));
    expect(payment.state()).toMatchObject({ status: 'ready', error: { code: 'credentials_invalid' } });
    await payment.steps.signIn(credentials('right'));
    expect(payment.state()).toMatchObject({ status: 'awaiting_otp', error: null, sent: { codeLength: 6 } });
    await payment.steps.signIn(credentials('right'));
    expect(signIns).toEqual(['wrong', 'right']);
  });
});
