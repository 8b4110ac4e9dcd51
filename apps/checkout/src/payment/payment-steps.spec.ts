import { expect, test } from '@jest/globals';
import { newId } from '@paygate/platform';
import { refusedPhones, typedCodes, typedPhones } from '@paygate/typed-input/test';
import { CheckoutConfig } from '../config.js';
import { FormRefused } from './form-problems.js';
import type { Call, GatewayClient } from '../gateway/gateway-client.js';
import { NoAnswer } from '../gateway/gateway-client.js';
import { PaymentApi } from '../gateway/payment-api.js';
import { PaymentSteps } from './payment-steps.js';
import { TypedPhones } from './typed-forms.js';
import { WalletFilling } from './wallet-filling.js';
import { WalletApi } from '../gateway/wallet-api.js';
import type { Visit } from './payments.js';
import type { SentCode, Session } from '../session/sessions.js';
import { Sessions } from '../session/sessions.js';

/* The steps of a payment, with a gateway that records what they ask. */

const intentId = newId('intent');
const moment = '2026-11-20T10:15:00.000Z';
const sent = {
  ...{ otpId: newId('otpChallenge'), channel: 'sms', destination: '********01', codeLength: 6 },
  ...{ expiresAt: moment, resendAvailableAt: moment, sendsRemaining: 4 },
};
const key = Buffer.alloc(32, 'k').toString('base64');
const config = Object.assign(new CheckoutConfig(), { CHECKOUT_COOKIE_KEYS: { reveal: () => key } });
const calls: Call[] = [];
let balance = '5000';
let walletIsAway = false;
const gateway = {
  ask(call: Call) {
    calls.push(call);
    if (call.path === '/gateway/session')
      return Promise.resolve({ amount: '5000', currency: 'XAF', currencyExponent: 0 });
    if (call.path === '/wallet?currency=XAF')
      return walletIsAway ? Promise.reject(new NoAnswer('away')) : Promise.resolve({ state: 'open', balance });
    if (call.path === '/wallet/top-ups') return Promise.resolve({ id: 'tu_1' });
    const retry = { intentionId: 'pi_2', checkoutUrl: 'https://pay.example/checkout/cs_2' };
    return Promise.resolve({ ...sent, ...retry, id: 'usr_1', token: 'otp-token', resetId: 'pwr_1' });
  },
} as unknown as GatewayClient;
const api = new PaymentApi(gateway);
const sessions = new Sessions(config);
const filling = new WalletFilling(api, new WalletApi(gateway), sessions);
const steps = new PaymentSteps(api, sessions, new TypedPhones(config), filling);

/** The bodies that a form of this step sends, and the session after it. */
async function take(name: string, form: Record<string, string>, session: Session = { token: 'cs_1' }) {
  calls.length = 0;
  const request = { headers: {} };
  const visit = { payer: { token: session.token, language: 'fr' }, intentId, session, request };
  const taken = await steps.named(name)?.(visit as unknown as Visit, form);
  return { bodies: calls.map(({ body }) => body), session: taken?.session, opened: taken?.opened };
}
const faultOf = (taken: Promise<unknown>): Promise<unknown> =>
  taken.then(
    () => 'taken',
    (error: unknown) => (error instanceof FormRefused ? [error.fault, calls.length] : error),
  );

test.each(typedPhones)('a guest who types %j', async (phoneNumber, read) => {
  const { bodies } = await take('phone', { phoneNumber, operator: 'mtn_momo' });
  expect(bodies).toEqual([expect.objectContaining({ phoneNumber: read, channel: 'sms' })]);
});

test.each(refusedPhones)('a form with the phone %j calls nobody: %s', async (phoneNumber, fault) => {
  for (const name of ['phone', 'wallet', 'register'])
    expect(await faultOf(take(name, { phoneNumber, password: 'a password' }))).toEqual([fault, 0]);
});

test.each(['643000001', '660000001', '684000001'])('the operator of %s is asked for, and charged', async (typed) => {
  expect(await faultOf(take('phone', { phoneNumber: typed, operator: '' }))).toEqual(['operator_missing', 0]);
  const { bodies, session } = await take('phone', { phoneNumber: typed, operator: 'orange_money' });
  expect(bodies).toEqual([expect.objectContaining({ phoneNumber: `+237${typed}`, operator: 'orange_money' })]);
  const resent = await take('resend', {}, session);
  expect(resent.bodies).toEqual([expect.objectContaining({ operator: 'orange_money', otpId: sent.otpId })]);
  const charged = await take('pay', { code: '042917' }, session);
  expect(charged.bodies[1]).toMatchObject({
    paymentMethod: { type: 'mobile_money', phoneNumber: `+237${typed}`, operator: 'orange_money' },
  });
});

test('the operator of a number that says it is not asked for', async () => {
  expect((await take('phone', { phoneNumber: '670000001', operator: '' })).bodies[0]).not.toHaveProperty('operator');
});

const code = { method: 'mobile_money', ...sent, phoneNumber: '+237670000001' } as unknown as SentCode;
const account = { registrationId: newId('registration'), destination: '********01', codeLength: 6, phoneNumber: '' };

test.each(typedCodes)('the code %j', async (typed, read) => {
  for (const [name, session] of [
    ['pay', { token: 'cs_1', code }],
    ['confirm', { token: 'cs_1', account }],
  ] as const) {
    const taken = take(name, { code: typed }, session);
    if (read.length === 6) expect((await taken).bodies[0]).toMatchObject({ otp: read });
    else expect(await faultOf(taken)).toEqual([typed === '' ? 'code_missing' : 'code_incomplete', 0]);
  }
});

test('another try keeps the language, and the number that is to be tried again', async () => {
  const { session } = await take('pay', { code: '042917' }, { token: 'cs_1', language: 'en', code });
  expect(session).toEqual({ token: 'cs_1', language: 'en', tried: { phoneNumber: '+237670000001' } });
  const same = await take('retry', { way: 'same' }, session);
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /gateway/session/retry']);
  const tried = { phoneNumber: '+237670000001' };
  expect(same.opened).toEqual({ id: 'pi_2', session: { token: 'cs_2', language: 'en', tried } });
  const other = await take('retry', { way: 'other' }, session);
  expect(other.opened).toEqual({ id: 'pi_2', session: { token: 'cs_2', language: 'en' } });
});

test('another try after a charge whose answer was lost knows the number from the code', async () => {
  const { opened } = await take('retry', { way: 'same' }, { token: 'cs_1', code });
  expect(opened?.session.tried).toEqual({ phoneNumber: '+237670000001' });
});

const inFiveMinutes = new Date(Date.now() + 300_000).toISOString();
const goodCode: SentCode = { ...code, expiresAt: inFiveMinutes };

test('a number that was left is not sent another code while the first one is good', async () => {
  const left = await take('restart', {}, { token: 'cs_1', code: goodCode });
  expect(left.session).toEqual({ token: 'cs_1', left: [goodCode] });
  const same = await take('phone', { phoneNumber: '670000001' }, left.session);
  expect([same.bodies, same.session]).toEqual([[], { token: 'cs_1', code: goodCode }]);
  const again = await take('again', {}, left.session);
  expect([again.bodies, again.session]).toEqual([[], { token: 'cs_1', code: goodCode }]);
  expect((await take('phone', { phoneNumber: '670000002' }, left.session)).bodies).toHaveLength(1);
  const named = await take('phone', { phoneNumber: '670000001', operator: 'orange_money' }, left.session);
  expect(named.bodies).toHaveLength(1);
});

test.each([
  ['has ended', { ...goodCode, expiresAt: moment }],
  ['has had all its tries', { ...goodCode, wrong: 5 }],
])('a code that %s is not left', async (_what, ended) => {
  expect((await take('restart', {}, { token: 'cs_1', code: ended })).session).toEqual({ token: 'cs_1' });
});

test('the code of a wallet is gone back to with the password, and its token is not kept', async () => {
  const ofWallet = { ...sent, expiresAt: inFiveMinutes, method: 'wallet', userId: 'usr_1' };
  const kept = ofWallet as unknown as SentCode;
  const wallet: SentCode = { ...kept, userToken: 'jwt' };
  const left = await take('restart', {}, { token: 'cs_1', code: wallet });
  expect(left.session).toEqual({ token: 'cs_1', left: [kept] });
  expect((await take('again', {}, left.session)).session).toEqual(left.session);
  const signedIn = await take('wallet', { phoneNumber: '670000001', password: 'a password' }, left.session);
  const sentBodies = signedIn.bodies.filter((body) => body !== undefined);
  expect([sentBodies.length, signedIn.session?.code]).toEqual([1, { ...kept, userToken: 'otp-token' }]);
});

test('a forgotten password is changed by the code that was sent to the phone', async () => {
  const asked = await take('forgot', { phoneNumber: '670000001' });
  expect(asked.bodies).toEqual([{ phoneNumber: '+237670000001' }]);
  const form = { code: '042917', password: 'a better horse and battery' };
  const changed = await take('reset', form, asked.session);
  expect(changed.bodies).toEqual([{ resetId: 'pwr_1', otp: '042917', password: form.password }]);
  expect(changed.session).toEqual({ token: 'cs_1', passwordChanged: true });
  expect(await faultOf(take('reset', { code: '042917' }, asked.session))).toEqual(['password_missing', 0]);
});

const credentials = { phoneNumber: '670000001', password: 'a password' };
const pathsOf = (): readonly string[] => calls.map(({ method, path }) => `${method} ${path}`);

test('a wallet that holds too little is filled first, and the code is sent when the payment goes on', async () => {
  balance = '1200';
  const { session } = await take('wallet', credentials);
  expect(session).toEqual({ token: 'cs_1', filling: { userId: 'usr_1', userToken: 'otp-token' } });
  expect(pathsOf()).not.toContain('POST /auth/otp/init');
  const begun = await take('top-up', { amount: '3 800' }, session);
  expect(begun.bodies.at(-1)).toEqual({ amount: '3800', currency: 'XAF' });
  expect(begun.session?.filling?.topUpId).toBe('tu_1');
  const first = calls.at(-1)?.headers['idempotency-key'];
  // the answer was lost, so the session does not know the top-up
  await take('top-up', { amount: '3800' }, session);
  expect(calls.at(-1)?.headers['idempotency-key']).toBe(first);
  await take('top-up', { amount: '3800' }, begun.session);
  expect(calls.at(-1)?.headers['idempotency-key']).not.toBe(first);
  const gone = await take('filled', {}, begun.session);
  expect(pathsOf()).toEqual(['POST /auth/otp/init']);
  expect([gone.session?.filling, gone.session?.code?.userToken]).toEqual([undefined, 'otp-token']);
});

test.each([
  ['holds enough', '5000', false],
  ['cannot be read', '0', true],
])('a wallet that %s gets its code at once', async (_what, held, isAway) => {
  [balance, walletIsAway] = [held, isAway];
  const { session } = await take('wallet', credentials);
  expect([session?.filling, session?.code?.method]).toEqual([undefined, 'wallet']);
});

test.each(['', '0', '-5', 'all'])('a top-up of %j calls no operator', async (amount) => {
  const filling = { userId: 'usr_1', userToken: 'jwt' };
  await expect(take('top-up', { amount }, { token: 'cs_1', filling })).rejects.toMatchObject({
    fault: 'amount_invalid',
  });
  expect(pathsOf()).toEqual(['GET /gateway/session']);
});
