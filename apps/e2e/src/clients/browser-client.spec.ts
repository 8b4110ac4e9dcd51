import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PaygateBrowser, PaygateError } from '@paygate/browser';
import { deliveryOf, newCode } from '@paygate/testing';
import type { Shop, Visit } from './shop.js';
import { codeSentBy, customerOf, openShop } from './shop.js';
import { demoServer, trustedStack } from './trust.js';

const stack = trustedStack();
const paygate = demoServer(stack);
const { publishableKey, secretKey, webhookSecret } = stack.merchant;
const metadata = { orderId: '1042', items: [{ sku: 'a' }] };
const payer = customerOf(stack);
const userId = payer.id;
let shop: Shop;

beforeAll(async () => {
  shop = await openShop(stack, 'libs/sdk-react/src/test/browser-page.ts');
});
afterAll(() => shop.close());

/** A page with a client that is made as the specification shows. */
async function openPage(): Promise<Visit> {
  const visit = await shop.open();
  expect(await visit.run('construct', { apiKey: publishableKey, env: 'production' })).toBeUndefined();
  return visit;
}

describe('in Chromium', () => {
  test('[8.5] a payment runs with the calls of the specification, and leaves its token nowhere', async () => {
    const { page, lines, urls, run } = await openPage();
    await run('startRecording');
    const { id, sessionToken } = await paygate.paymentIntents.create({ amount: '1500', currency: 'XAF', metadata });
    const verified = page.waitForResponse((response) => response.url().endsWith('/auth/otp/verify') && response.ok());
    const { phoneNumber, password } = payer;
    const user = await run('call', 'signIn', { phoneNumber, password });
    expect(user).toMatchObject({ id: userId, phoneNumber, roles: ['USER'], token: expect.any(String) });
    const otp = await codeSentBy(stack, payer.phoneNumber, () => run('call', 'initOtp', { userId, channel: 'sms' }));
    expect(await run('call', 'verifyOtp', { userId, otp })).toEqual({ expiresAt: expect.any(String) });

    const { token } = (await (await verified).json()) as { token: string };
    expect(token).toMatch(/^eyJ/);
    await page.route('**/payment/charge', (route) => route.abort());
    const failed = await run('call', 'charge', { intentionId: id });
    expect(failed).toMatchObject({ code: 'connection_failed', retryable: true });
    // a service worker of the page sees the request that carries it, and no other
    expect(await run('sweep', token)).toEqual(['/payment/charge']);
    const cookies = await page.context().cookies();
    const elsewhere = [...lines, ...urls, JSON.stringify(failed), JSON.stringify(cookies)];
    expect(elsewhere.filter((text) => text.includes(token))).toEqual([]);

    await page.unroute('**/payment/charge');
    const charged = { object: 'charge', intentionId: id, status: 'COMPLETED' };
    expect(await run('call', 'charge', { intentionId: id })).toMatchObject(charged);
    const { rawBody, headers } = await deliveryOf(stack, id, 'payment.completed');
    const event = paygate.webhooks.constructEvent(rawBody, headers['service-signature'], webhookSecret);
    expect(event).toMatchObject({ type: 'payment.completed', data: { paymentIntent: { id, metadata } } });
    expect(await paygate.events.retrieve(event.id)).toEqual(event);
    const [listed] = (await paygate.events.list({ intentionId: id, type: 'payment.completed' })).data;
    expect(listed?.id).toBe(event.id);
    const [sent] = (await paygate.events.deliveries(event.id)).data;
    expect((await paygate.deliveries.retrieve(sent?.id ?? '')).attempts).not.toEqual([]);
    expect(await paygate.deliveries.redeliver(sent?.id ?? '')).toMatchObject({ id: sent?.id });
    expect(await run('call', 'retrieveIntent', sessionToken)).toMatchObject({ id, status: 'COMPLETED' });
    // the authorization is gone with the charge
    expect(await run('call', 'charge', { intentionId: id })).toMatchObject({ code: 'token_missing' });
  });

  test('[8.5] the sweep finds a text in each place where a page could leave one', async () => {
    const { run } = await shop.open();
    expect(await run('sweep', 'eyJ.a.b')).toEqual([]);
    await run('startRecording');
    await run('litter', 'eyJ.a.b');
    const places = [
      ...['globals', 'elements', 'localStorage', 'sessionStorage', 'document', 'cookies', 'address', 'history'],
      ...['performance', 'databases', 'caches', 'messages', 'requests', '/'],
    ];
    expect(await run('sweep', 'eyJ.a.b')).toEqual(places);
  });

  test('a wrong code is refused, a resend keeps the challenge, and a decline is a charge that failed', async () => {
    const { run } = await openPage();
    const { id, sessionToken } = await paygate.paymentIntents.create({ amount: '1000000', currency: 'XAF' });
    const poor = stack.users.find(({ walletBalance }) => walletBalance === '0') ?? payer;
    const params = { userId: poor.id, channel: 'sms', intentionId: id };
    // a client that has read the session sends its token with the code
    expect(await run('call', 'retrieveIntent', sessionToken)).toMatchObject({ id, status: 'PENDING' });
    const first = await run('call', 'initOtp', params);
    expect(await run('call', 'verifyOtp', { userId: poor.id, otp: '0000' })).toMatchObject({ code: 'otp_invalid' });
    let second: unknown;
    const otp = await codeSentBy(stack, poor.phoneNumber, async () => {
      second = await run('call', 'initOtp', params);
    });
    expect(second).toMatchObject({ otpId: (first as { otpId: string }).otpId });
    const verified = await run('call', 'verifyOtp', { userId: poor.id, otp });
    expect(verified).toEqual({ expiresAt: expect.any(String), intentionId: id });
    // the wallet needs the sign-in, which may follow the code
    const refusal = await run('call', 'charge', { intentionId: id });
    expect(refusal).toMatchObject({ code: 'token_missing', param: 'authorization' });
    const { phoneNumber, password } = poor;
    expect(await run('call', 'signIn', { phoneNumber, password })).toMatchObject({ id: poor.id });
    const charge = await run('call', 'charge', { intentionId: id });
    expect(charge).toMatchObject({ status: 'FAILED', failure: { code: 'insufficient_funds' } });
    const { rawBody, headers } = await deliveryOf(stack, id, 'payment.failed');
    const event = paygate.webhooks.constructEvent(rawBody, headers['service-signature'], webhookSecret);
    expect(event).toMatchObject({ type: 'payment.failed', data: { paymentIntent: { id, status: 'FAILED' } } });
  });

  test('[8.6] a secret key throws before any request', async () => {
    const { run, urls } = await shop.open();
    const before = urls.length;
    const message = await run('construct', { apiKey: secretKey });
    expect(message).toMatch(/^TypeError: A secret key must never reach a browser/);
    expect([String(message).includes(secretKey), urls.length]).toEqual([false, before]);
  });
});

describe('on a server', () => {
  test('the client can be imported and used', async () => {
    const client = new PaygateBrowser({ apiKey: publishableKey });
    await expect(client.retrieveIntent('sess_unknown')).rejects.toBeInstanceOf(PaygateError);
    expect(await client.initOtp({ userId, channel: 'email' })).toMatchObject({ channel: 'email' });
    const { phoneNumber } = payer;
    await expect(client.signIn({ phoneNumber, password: 'not the password' })).rejects.toMatchObject({
      code: 'credentials_invalid',
    });
  });

  test('an environment without an address, and a missing key, are named', () => {
    delete process.env['PAYGATE_BASE_URL'];
    expect(() => new PaygateBrowser({ apiKey: publishableKey, env: 'sandbox' })).toThrow(/Set baseUrl/);
    expect(() => new PaygateBrowser({} as { apiKey: string })).toThrow(/publishable key/);
    expect(new PaygateBrowser({ apiKey: publishableKey, env: 'local' })).toBeInstanceOf(PaygateBrowser);
    process.env['PAYGATE_BASE_URL'] = stack.gateway.url;
  });

  test('a user registers', async () => {
    const client = new PaygateBrowser({ apiKey: publishableKey, baseUrl: stack.gateway.url });
    const phoneNumber = `+23765${String(Date.now()).slice(-7)}`;
    const password = 'a long and unusual passphrase 7';
    const { registrationId } = await client.register({ phoneNumber, password });
    const otp = await newCode(stack, phoneNumber, []);
    expect(await client.confirmRegistration({ registrationId, otp })).toMatchObject({ phoneNumber, roles: ['USER'] });
    expect(await client.signIn({ phoneNumber, password })).toMatchObject({ phoneNumber });
  });
});
