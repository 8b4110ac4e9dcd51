import { beforeEach, expect, test } from '@jest/globals';
import type { ChargeRequest } from '@paygate/browser';
import { PaygateError } from '@paygate/browser';
import type { PaygateSession } from './load-paygate.js';
import type { Payment } from './payment.js';
import { createPayment } from './payment.js';

const intent = { id: 'pi_1', status: 'REQUIRES_ACTION', expiresAt: new Date(Date.now() + 900_000).toISOString() };
const momo = (phoneNumber: string) => ({ type: 'mobile_money', phoneNumber }) as const;
let refusals: Error[];
let charges: ChargeRequest[];
let payment: Payment;

const client = {
  retrieveIntent: () => Promise.resolve(charges.length > 0 && refusals.length === 0 ? paid : intent),
  initOtp: () => Promise.resolve({ codeLength: 6 }),
  verifyOtp: () => Promise.resolve({}),
  charge: (params: ChargeRequest) => {
    charges.push(params);
    const refusal = refusals.shift();
    return refusal === undefined ? Promise.resolve({}) : Promise.reject(refusal);
  },
};
const paid = { ...intent, status: 'COMPLETED' };
const refused = (code: string, status: number): PaygateError => new PaygateError(code, 'Refused', { status });

beforeEach(async () => {
  [refusals, charges] = [[], []];
  payment = createPayment({ client, clientSecret: 'sess_1' } as unknown as PaygateSession);
  payment.subscribe(() => undefined)();
  await Promise.resolve();
  await payment.steps.sendOtp({ userId: 'usr_1', channel: 'sms' });
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
