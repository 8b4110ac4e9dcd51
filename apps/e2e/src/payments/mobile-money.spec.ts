import { afterAll, describe, expect, test } from '@jest/globals';
import type { Stack, StackUser } from '@paygate/testing';
import { deliveriesOf, eventually, readStack, stackClient } from '@paygate/testing';
import { accepted, authorise } from './paying.js';

const stack: Stack = readStack();
const api = stackClient(stack);
afterAll(() => {
  api.close();
});

const [, , ...users] = stack.users;
let next = 0;
/** Each payment has a user of its own, so that payments do not share the newest code. */
function anyUser(): StackUser {
  const user = users[next++ % users.length];
  if (user === undefined) throw new Error('the stack has no demo user');
  return user;
}

const MTN = '+23767777';
const ORANGE = '+23769777';
const numberEndingIn = (prefix: string, digits: string): string => `${prefix}${digits.padStart(4, '0')}`;

interface Intent {
  readonly id: string;
  readonly sessionToken: string;
}

async function pay(phoneNumber: string): Promise<Intent> {
  const { id, sessionToken } = accepted(201, await api.createIntent({ amount: '700', currency: 'XAF' }));
  const token = await authorise(stack, api, anyUser(), id);
  accepted(202, await api.chargeByMobileMoney(id, token, { phoneNumber }));
  return { id, sessionToken };
}
const read = async ({ sessionToken }: Intent): Promise<Record<string, unknown>> =>
  (await api.retrieveIntent(sessionToken)).body;

describe.each([
  ['mtn_momo', MTN],
  ['orange_money', ORANGE],
])('a payment by %s', (operator, prefix) => {
  test('[2.18] waits for the approval on the phone, and reports it to the front end', async () => {
    const intent = await pay(numberEndingIn(prefix, '04'));
    const waiting = await eventually(async () => {
      const body = await read(intent);
      return body['nextAction'] !== null && body;
    });
    expect(waiting).toMatchObject({
      status: 'PROCESSING',
      nextAction: { type: 'approve_on_phone', operator, phoneMasked: '********04', expiresAt: expect.any(String) },
    });
    expect(await deliveriesOf(stack, intent.id)).toEqual([]);
  });
});

describe('[2.19] before the token is consumed', () => {
  async function refused(method: { readonly operator?: string; readonly phoneNumber?: string }) {
    const user = anyUser();
    const { id } = accepted(201, await api.createIntent({ amount: '700', currency: 'XAF' }));
    const token = await authorise(stack, api, user, id);
    const answer = await api.chargeByMobileMoney(id, token, method);
    // the customer pays from the wallet with the same token
    accepted(202, await api.charge(id, token));
    return answer;
  }

  test.each([
    ['an operator that nobody knows', { operator: 'nobody' }, 400, 'operator_unknown'],
    ['a number of no operator', { phoneNumber: '+237610000001' }, 400, 'operator_unknown'],
    ['a number of another country', { operator: 'mtn_momo', phoneNumber: '+33612345678' }, 400, 'operator_unknown'],
    ['no phone number', { phoneNumber: 'mine' }, 400, 'phone_invalid'],
  ])('%s is refused', async (_, method, status, code) => {
    expect(await refused(method)).toMatchObject({ status, body: { status, code } });
  });

  test('[2.28] a currency of no operator and no wallet is refused, whatever the method, and no code is sent for it', async () => {
    const user = anyUser();
    const unavailable = (param: string) => ({ status: 409, body: { code: 'payment_method_unavailable', param } });
    const { id } = accepted(201, await api.createIntent({ amount: '700', currency: 'XOF' }));
    expect(await api.initOtp(user.id, { intentionId: id })).toMatchObject(unavailable('intentionId'));
    const ofAnyPayment = await authorise(stack, api, user);
    expect(await api.charge(id, ofAnyPayment)).toMatchObject(unavailable('paymentMethod'));
    expect(await api.chargeByMobileMoney(id, ofAnyPayment, {})).toMatchObject(unavailable('paymentMethod'));
  });

  test('a wallet has no operator', async () => {
    const { id } = accepted(201, await api.createIntent({ amount: '700', currency: 'XAF' }));
    const answer = await api.request({
      method: 'POST',
      path: '/payment/charge',
      headers: { 'x-api-key': stack.merchant.publishableKey, authorization: 'Bearer a.b.c' },
      body: { intentionId: id, paymentMethod: { type: 'wallet', operator: 'mtn_momo' } },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'parameter_invalid', param: 'paymentMethod.operator' },
    });
  });
});
