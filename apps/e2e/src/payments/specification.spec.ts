import { beforeAll, describe, expect, test } from '@jest/globals';
import { deliveryOf, inboxMessages, newCode } from '@paygate/testing';
import { trustedStack } from '../clients/trust.js';
import { otherThan, payersOf } from './paying.js';

/*
 * The payment flow of the specification by plain HTTP, as an integrator writes it who has read nothing else: sign in, initOtp, verifyOtp,
 * charge, and the outcome by webhook.
 */

const stack = trustedStack();
const { publishableKey, secretKey } = stack.merchant;
const [otherUser] = stack.users.filter(({ walletBalance }) => walletBalance === '0');

interface Answered {
  readonly status: number;
  readonly body: Record<string, unknown>;
}
type Headers = Readonly<Record<string, string>>;

async function post(path: string, headers: Headers, body: object): Promise<Answered> {
  const answer = await fetch(stack.gateway.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

const browser = { 'x-api-key': publishableKey };
const bearer = (token: string): Headers => ({ ...browser, authorization: `Bearer ${token}` });
const signIn = (phoneNumber: string, password: string) => post('/auth/web', browser, { phoneNumber, password });
const create = (headers: Headers = { 'x-api-key': secretKey, authorization: `Bearer ${secretKey}` }) =>
  post('/gateway', headers, { amount: '5000', currency: 'XAF', description: 'Order 7', metadata: { orderId: '7' } });

interface Authorized {
  readonly intentionId: string;
  readonly sessionToken: string;
  readonly token: string;
}

/** An intent, and the token of a code that its customer has received: the first two steps of the flow. */
async function authorized(userId: string, phoneNumber: string): Promise<Authorized> {
  const { body: intent } = await create();
  const intentionId = String(intent['id']);
  const seen = await inboxMessages(stack, phoneNumber);
  const sent = await post('/auth/otp/init', browser, { userId, channel: 'sms' });
  expect([sent.status, sent.body['userId']]).toEqual([202, userId]);
  const otp = await newCode(stack, phoneNumber, seen);
  const verified = await post('/auth/otp/verify', browser, { userId, otp });
  expect(verified.status).toBe(200);
  return { intentionId, sessionToken: String(intent['sessionToken']), token: String(verified.body['token']) };
}

async function outcomeOf({ intentionId, sessionToken }: Authorized): Promise<void> {
  const { verified, rawBody } = await deliveryOf(stack, intentionId, 'payment.completed');
  expect(verified).toBe(true);
  expect(JSON.parse(rawBody)).toMatchObject({
    type: 'payment.completed',
    data: { paymentIntent: { id: intentionId, amount: '5000', currency: 'XAF', metadata: { orderId: '7' } } },
  });
  const headers = { 'x-api-key': secretKey, 'x-session-token': sessionToken };
  const read = await fetch(`${stack.gateway.url}/gateway/session`, { headers });
  expect(await read.json()).toMatchObject({ id: intentionId, status: 'COMPLETED' });
}

let customer: { readonly id: string; readonly token: string; readonly phoneNumber: string };
beforeAll(async () => {
  const { phoneNumber = '', password = '' } = payersOf(stack)[0] ?? {};
  const { status, body } = await signIn(phoneNumber, password);
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ phoneNumber, roles: expect.arrayContaining(['USER']), token: expect.any(String) }),
  ]);
  customer = { id: String(body['id']), token: String(body['token']), phoneNumber };
});

test('a signed-in customer pays from the wallet with both tokens', async () => {
  const paying = await authorized(customer.id, customer.phoneNumber);
  const { intentionId, token } = paying;
  const charged = await post('/payment/charge', { ...bearer(customer.token), 'x-otp-token': token }, { intentionId });
  expect([charged.status, charged.body]).toEqual([202, expect.objectContaining({ object: 'charge', intentionId })]);
  await outcomeOf(paying);
});

test('a customer who has not signed in pays by mobile money with the token of the code alone', async () => {
  const paying = await authorized(customer.id, customer.phoneNumber);
  const { intentionId, token } = paying;
  const paymentMethod = { type: 'mobile_money', phoneNumber: '+237677770001' };
  const charged = await post('/payment/charge', bearer(token), { intentionId, paymentMethod });
  expect([charged.status, charged.body]).toEqual([202, expect.objectContaining({ object: 'charge', intentionId })]);
  await outcomeOf(paying);
});

describe('is refused', () => {
  const refused = async (asked: Promise<Answered>, ...expected: readonly unknown[]): Promise<void> => {
    const { status, body } = await asked;
    expect([status, body['code'], body['param']].slice(0, expected.length)).toEqual(expected);
  };

  test.each(['/auth/web', '/gateway', '/auth/otp/init', '/auth/otp/verify', '/payment/charge'])(
    '%s without an API key',
    (path) => refused(post(path, {}, {}), 401, 'api_key_missing'),
  );

  test('an API key in the URL', () => refused(post(`/gateway?key=${secretKey}`, {}, {}), 400, 'key_in_url'));

  test('a wrong password, and a phone that has no account, alike', async () => {
    const { phoneNumber = '' } = otherUser ?? {};
    await refused(signIn(phoneNumber, 'not the password'), 401, 'credentials_invalid');
    await refused(signIn('+237670000099', 'not the password'), 401, 'credentials_invalid');
  });

  test('an intent that the publishable key creates', () => refused(create(browser), 403, 'secret_key_required'));

  test('a wrong code', async () => {
    const { id: userId, phoneNumber } = customer;
    const seen = await inboxMessages(stack, phoneNumber);
    expect((await post('/auth/otp/init', browser, { userId, channel: 'sms' })).status).toBe(202);
    const otp = await newCode(stack, phoneNumber, seen);
    await refused(post('/auth/otp/verify', browser, { userId, otp: otherThan(otp) }), 401, 'otp_invalid');
    expect((await post('/auth/otp/verify', browser, { userId, otp })).status).toBe(200);
    await refused(post('/auth/otp/verify', browser, { userId, otp }), 401, 'otp_invalid');
  });

  test('a charge of the wallet without either token, and a token that has paid already', async () => {
    const paying = await authorized(customer.id, customer.phoneNumber);
    const { intentionId, token } = paying;
    const charge = (headers: Headers, id = intentionId) => post('/payment/charge', headers, { intentionId: id });
    await refused(charge(bearer(token)), 401, 'token_missing', 'authorization');
    await refused(charge({ ...browser, 'x-otp-token': token }), 401, 'token_missing', 'authorization');
    await refused(charge(bearer(customer.token)), 401, 'token_missing');
    await refused(charge({ ...bearer('none'), 'x-otp-token': token }), 401, 'token_invalid');
    const other = await signIn(otherUser?.phoneNumber ?? '', otherUser?.password ?? '');
    await refused(charge({ ...bearer(String(other.body['token'])), 'x-otp-token': token }), 401, 'token_invalid');

    const both = { ...bearer(customer.token), 'x-otp-token': token };
    const [first, again] = [await charge(both), await charge(both)];
    expect([first.status, again.status, again.body['id']]).toEqual([202, 202, first.body['id']]);
    await outcomeOf(paying);
    const second = await authorized(customer.id, customer.phoneNumber);
    await refused(charge({ ...both, 'x-otp-token': second.token }), 409, 'intent_already_charged');
    await refused(charge(both, second.intentionId), 409, 'otp_token_used');
  });
});
