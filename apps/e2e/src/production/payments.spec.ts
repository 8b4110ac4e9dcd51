import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import type { CreatedIntent, PaygateHttp, Stack } from '@paygate/testing';
import { deliveryOf, eventually, inboxMessages, newCode, stackClient } from '@paygate/testing';
import { atDashboard, newMerchant, newSession } from '../accounts/dashboard.js';
import { accepted, anApprovingPhone } from '../payments/paying.js';
import { environmentOf, inTestMode, productionStack } from './set-up.js';

/*
 * The acts of a merchant on an installation with the settings of a production: no service has TEST_MODE, live mode reaches operators, SMS and
 * mail by their own protocols over TLS, and test mode has what a production gives it.
 */

const stack = productionStack();
const testStack = inTestMode(stack);
const [live, inTest] = [stackClient(stack), stackClient(testStack)];
afterAll(() => {
  live.close();
  inTest.close();
});

/** The process of the simulator plays operators, SMS and mail; these two and the relay before them are no part of an installation. */
const OF_OTHERS = ['rail-simulator', 'receiver', 'tls-relay'];

test('no service has TEST_MODE', () => {
  const own = stack.services.filter(({ name }) => !OF_OTHERS.includes(name));
  expect(own.length).toBeGreaterThan(6);
  expect(own.filter(({ pid }) => environmentOf(pid).has('TEST_MODE')).map(({ name }) => name)).toEqual([]);
});

/** A guest's payment by mobile money, up to its verified event. */
async function paid(api: PaygateHttp, on: Stack, amount: string): Promise<CreatedIntent> {
  const phone = anApprovingPhone();
  const intent = accepted(201, await api.createIntent({ amount, currency: 'XAF' }));
  const seen = on === stack ? await inboxMessages(stack, phone) : [];
  const { otpId } = accepted(202, await api.initGuestOtp(intent, phone));
  const code = await (on === stack ? newCode(stack, phone, seen) : testCode(phone));
  const { token } = accepted(200, await api.verifyGuestOtp(otpId, code, { intentionId: intent.id }));
  accepted(202, await api.chargeByMobileMoney(intent.id, token));
  await deliveryOf(on, intent.id, 'payment.completed');
  return intent;
}

/** The code of the newest message of test mode to a phone, in the test inbox of the dashboard. */
async function testCode(phone: string): Promise<string> {
  const session = await newSession(inTest, stack.dashboard.email, stack.dashboard.password);
  return eventually(async () => {
    const headers = { authorization: `Bearer ${session}`, 'x-mode': 'test' };
    const { body } = await inTest.request<{
      readonly data?: readonly { readonly code: string; readonly destination: string }[];
    }>({ method: 'GET', path: '/test-inbox', headers });
    return body.data?.find(({ destination }) => phone.endsWith(destination.replaceAll('*', '')))?.code;
  });
}

test.each([
  ['live', live, stack],
  ['test', inTest, testStack],
] as const)('a key of %s mode takes a payment by mobile money, and its signed event arrives', async (mode, api, on) => {
  const { id } = await paid(api, on, String(500 + randomInt(400)));
  const { body } = await api.readIntent(id);
  expect(body).toMatchObject({ mode, status: 'COMPLETED', paymentMethod: { type: 'mobile_money' } });
  const { headers, verified } = await deliveryOf(on, id, 'payment.completed');
  expect([verified, headers['service-signature']]).toEqual([true, expect.stringContaining('v1=')]);
});

test('a live payment is refunded to the phone that paid', async () => {
  const { id } = await paid(live, stack, '700');
  const refund = accepted(202, await live.refund(id, { amount: '300' }, randomUUID()));
  expect(refund['mode']).toBe('live');
  const ended = await eventually(async () => {
    const { body } = await live.read(`/refunds/${String(refund['id'])}`);
    return body['status'] !== 'PENDING' && body;
  });
  expect(ended).toMatchObject({ status: 'COMPLETED', amount: '300' });
  await deliveryOf(stack, id, 'refund.completed');
});

/** The end of the address at which a customer signs in to pay from a wallet. */
const WALLET = '/wallet"';

test('[13.17] a live payment is offered a wallet, since the operators of live mode fill one, and is paid from it', async () => {
  const phoneNumber = anApprovingPhone();
  const password = `the password of ${randomUUID()}`;
  const seen = await inboxMessages(stack, phoneNumber);
  const { registrationId } = accepted(202, await live.register(phoneNumber, password));
  const { id: userId } = accepted(
    201,
    await live.confirmRegistration(registrationId, await newCode(stack, phoneNumber, seen)),
  );
  const { token: userToken } = accepted(200, await live.signIn(phoneNumber, password));
  const wallet = (method: 'GET' | 'POST', path: string, body?: object) =>
    live.request({
      ...{ method, path, ...(body === undefined ? {} : { body }) },
      headers: {
        ...{ 'x-api-key': stack.merchant.publishableKey, authorization: `Bearer ${userToken}` },
        ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
      },
    });
  const filled = accepted(202, await wallet('POST', '/wallet/top-ups', { amount: '2000' }));
  await eventually(async () => {
    const { body } = await wallet('GET', `/wallet/top-ups/${String(filled['id'])}`);
    return body['status'] === 'COMPLETED';
  });
  const intent = accepted(201, await live.createIntent({ amount: '900', currency: 'XAF' }));
  const shown = await page(intent, live);
  expect([shown.includes('Mobile money'), shown.includes(WALLET)]).toEqual([true, true]);
  const before = await inboxMessages(stack, phoneNumber);
  accepted(202, await live.initOtp(userId, { intentionId: intent.id }));
  const code = await newCode(stack, phoneNumber, before);
  const { token } = accepted(200, await live.verifyOtp(userId, code, { intentionId: intent.id }));
  accepted(202, await live.charge(intent.id, token));
  await deliveryOf(stack, intent.id, 'payment.completed');
  expect((await wallet('GET', '/wallet')).body).toMatchObject({ mode: 'live', balance: '1100', state: 'open' });
});

/** The payment page of an intent in English, behind the redirection that takes its token out of the address. */
async function page({ checkoutUrl }: CreatedIntent, api: PaygateHttp): Promise<string> {
  if (checkoutUrl === null) throw new Error('the installation has no payment page');
  const link = new URL(checkoutUrl);
  const read = (url: URL, cookie: string) =>
    api.request({
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      headers: { 'accept-language': 'en', accept: 'text/html', cookie },
    });
  const opened = await read(link, '');
  const { location, 'set-cookie': cookies = [] } = opened.headers;
  if (location === undefined) return opened.text;
  const cookie = cookies.map((line) => line.replace(/;.*/, '')).join('; ');
  return (await read(new URL(location, link), cookie)).text;
}

test('a test key takes a payment from a test wallet, whose code no operator of SMS carries', async () => {
  const [user] = testStack.users;
  if (user === undefined) throw new Error('the stack has no user of test mode');
  const { id } = accepted(201, await inTest.createIntent({ amount: '1200', currency: 'XAF' }));
  accepted(202, await inTest.initOtp(user.id, { intentionId: id }));
  const code = await testCode(user.phoneNumber);
  const { token } = accepted(200, await inTest.verifyOtp(user.id, code, { intentionId: id }));
  accepted(202, await inTest.charge(id, token));
  expect((await deliveryOf(testStack, id, 'payment.completed')).verified).toBe(true);
  expect(await inboxMessages(stack, user.phoneNumber)).toEqual([]);
});

test('an account opens by a mail that a mail server takes, and acts in test mode only', async () => {
  const session = await newMerchant(stack, live);
  const current = accepted(200, await atDashboard(live, 'GET /dashboard/sessions/current', { session }));
  expect(current['acting']).toMatchObject({ role: 'owner' });
});

test('the links of the mails lead to pages of this installation', async () => {
  await newMerchant(stack, live);
  const mails = (await inboxMessages(stack)).filter(({ channel }) => channel === 'email');
  const links = mails.flatMap(({ text }) => text.match(/https?:\/\/[^\s<>"]+/g) ?? []);
  expect(links).not.toEqual([]);
  for (const link of new Set(links)) {
    const { origin, pathname } = new URL(link);
    const answer = await live.request({ method: 'GET', path: pathname, headers: { accept: 'text/html' } });
    expect([origin, pathname, answer.status]).toEqual([stack.gateway.url, pathname, 200]);
  }
});
