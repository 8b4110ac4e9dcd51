import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type {
  BeginChargeCommand,
  InitOtpCommand,
  IntentStatus,
  RetryIntentCommand,
  SignInCommand,
} from '@paygate/contracts';
import {
  accept,
  API_VERSION,
  beginCharge,
  CHECKOUT_KEY_HEADER,
  compileChecker,
  createIntent,
  getIntent,
  getMerchantProfile,
  getRetryOptions,
  initOtp,
  InitOtpCommand as InitOtp,
  listIntents,
  PublicPaymentIntentView,
  RetryView,
  refuse,
  retryIntent,
  signIn,
} from '@paygate/contracts';
import { newId, parseKeyring, Sealer } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../test/fixtures/bus-doubles.js';
import { checkoutKey, GatewayUnderTest, keys, newApiKey, pepper } from '../test/fixtures/gateway-under-test.js';
import { chargeOf, intentOf, merchantProfileOf } from '../test/fixtures/samples.js';
import { CheckoutTokens } from './tokens/checkout-tokens.js';
import { ReceiptTokens } from './tokens/receipt-tokens.js';
import { SessionTokens } from './tokens/session-tokens.js';

let gateway: GatewayUnderTest;
const secret = newApiKey();
const { merchantId } = secret.row;
const [intentId, other] = [newId('intent'), newId('intent')];
const mode = 'test';
const intent = intentOf({
  ...{ intentId, merchantId, mode, amount: '5000', currency: 'XAF', metadata: '{"canary":1}' },
  ...{ reference: 'A&B', returnUrl: 'https://shop.example/thanks?x=1#top' },
});
const logoId = 'a'.repeat(43);
let status: IntentStatus = 'PENDING';
let latestId = intentId;
let retryOf: string | null = null;
let profile = merchantProfileOf(merchantId);

beforeAll(async () => {
  apiKeyRows.put(secret.row.apiKeyId, secret.row);
  busDouble.on(getIntent, (asked) =>
    asked.intentId === intentId && asked.merchantId === merchantId && asked.mode === mode
      ? accept(Object.assign({}, intent, { status, retryOf }))
      : refuse('intent_not_found'),
  );
  busDouble.on(getMerchantProfile, () => accept(profile));
  busDouble.on(getRetryOptions, () => accept({ latestId, mayRetry: latestId === intentId }));
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  status = 'PENDING';
  latestId = intentId;
  retryOf = null;
  profile = merchantProfileOf(merchantId, { logoId, languages: ['en'] });
  busDouble.sent.length = 0;
});

const tokenOf = (named: Partial<{ intentId: string; merchantId: string; mode: 'test' | 'live' }> = {}) =>
  gateway.get(CheckoutTokens).mint({ intentId, merchantId, mode, ...named });
const fromPage = (token = tokenOf()) => ({
  'x-checkout-token': token,
  [CHECKOUT_KEY_HEADER]: checkoutKey,
  'x-forwarded-for': '203.0.113.9',
});
const readWith = (headers: Record<string, string>) => gateway.ask({ path: '/gateway/session', headers });
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  gateway.ask({ method: 'POST', path, headers: { ...fromPage(), ...headers }, body });
const sent = <Command>(name: string) =>
  busDouble.sent.filter((command) => command.name === name).map(({ payload }) => payload as Command);
const code = { userId: newId('user'), channel: 'sms' };
const charging = { 'x-otp-token': 'aaaa.bbbb.cccc' };

describe('the payment page with a checkout token', () => {
  test('[1.46] reads the public view of its intent, and the merchant', async () => {
    const { status: answered, body, text } = await readWith(fromPage());
    expect(answered).toBe(200);
    expect(compileChecker(PublicPaymentIntentView)(body)).toEqual([]);
    expect(body).toMatchObject({
      id: intentId,
      merchant: {
        ...{ name: 'Chez Test', logoUrl: `https://pay.example/logos/${logoId}`, languages: ['en'] },
        paymentMethods: ['mobile_money', 'wallet'],
      },
    });
    expect(text).not.toContain('canary');
  });

  test('[14.1] reads how the operators are, and is read without them while nobody knows', async () => {
    expect((await readWith(fromPage())).body['merchant']).not.toHaveProperty('operators');
  });

  test('[1.46] acts for the session of that intent, and passes the customer’s address on', async () => {
    busDouble.on(initOtp, () => refuse('otp_cooldown'));
    busDouble.on(signIn, () => refuse('credentials_invalid'));
    await post('/auth/otp/init', code);
    await post('/auth/web', { phoneNumber: '+237670000001', password: 'corréct horse' });
    const [command] = sent<InitOtpCommand>('init-otp');
    expect(compileChecker(InitOtp)(command)).toEqual([]);
    expect(command).toMatchObject({ merchantId, mode, intentionId: intentId, caller: { credential: 'session' } });
    const auth = new Sealer('auth', parseKeyring(keys.SEAL_KEYS));
    const [signingIn] = sent<SignInCommand>('sign-in');
    expect(auth.open(signingIn?.address as never, 'sign-in.address')).toBe('203.0.113.9');
  });

  test('[1.46] charges that intent and no other', async () => {
    busDouble.on(beginCharge, (command) => accept(chargeOf(command.intentId)));
    const refused = await post('/payment/charge', { intentionId: other }, charging);
    expect(refused.body).toMatchObject({ status: 401, code: 'session_token_invalid', param: 'x-checkout-token' });
    expect(sent('begin-charge')).toEqual([]);
    expect((await post('/payment/charge', { intentionId: intentId }, charging)).status).toBe(202);
    expect(sent<BeginChargeCommand>('begin-charge')).toMatchObject([{ intentId, merchantId, mode }]);
  });

  test('has codes sent on the terms of its intent as it is now', async () => {
    busDouble.on(initOtp, () => refuse('otp_cooldown'));
    await post('/auth/otp/init', code);
    const { amount, currency, userId, expiresAt } = intent;
    expect(sent<InitOtpCommand>('init-otp')).toMatchObject([
      { intentionId: intentId, terms: { amount, currency, userId, expiresAt }, caller: { credential: 'session' } },
    ]);
  });

  test.each([
    ['register-user', '/auth/users', { phoneNumber: '+237670000001', password: 'corréct horse', email: null }],
    ['begin-password-reset', '/auth/password/forgot', { phoneNumber: '+237670000001' }],
  ])('names the payment whose phones are counted when it asks for %s', async (name, path, body) => {
    const page = { 'idempotency-key': newId('event') };
    await post(path, body, page);
    retryOf = other;
    await post(path, body, page);
    expect(sent<{ ofPayment?: string }>(name).map(({ ofPayment }) => ofPayment)).toEqual([intentId, other]);
  });

  test('[1.46] sends no code for another intent, whatever session it shows', async () => {
    const session = { 'x-session-token': gateway.get(SessionTokens).mintBare(other) };
    const refused = await post('/auth/otp/init', { ...code, intentionId: other }, session);
    expect(refused.body).toMatchObject({ status: 401, code: 'session_token_invalid' });
    expect(sent('init-otp')).toEqual([]);
  });

  test.each<IntentStatus>(['COMPLETED', 'FAILED', 'EXPIRED', 'CANCELED'])(
    '[1.46] reads an intent that is %s, may ask for another try, and does nothing else',
    async (ended) => {
      status = ended;
      expect(await readWith(fromPage())).toMatchObject({ status: 200, body: { status: ended } });
      busDouble.on(retryIntent, () => refuse('retry_unavailable'));
      expect((await post('/gateway/session/retry', undefined)).body).toMatchObject({ code: 'retry_unavailable' });
      for (const answer of [
        await post('/auth/otp/init', code),
        await post('/payment/charge', { intentionId: intentId }, charging),
      ])
        expect(answer.body).toMatchObject({ status: 401, code: 'session_token_invalid' });
      expect([...sent('init-otp'), ...sent('begin-charge')]).toEqual([]);
    },
  );

  test('[3.18] learns from a decline alone whether another try may begin, and where the last one is', async () => {
    const returnUrl = `https://shop.example/thanks?x=1&paymentIntentId=${intentId}&reference=A%26B#top`;
    const stateOf = async () => (await readWith(fromPage())).body['checkout'];
    const receiptUrl = null;
    expect(await stateOf()).toEqual({ returnUrl, mayRetry: false, latestUrl: null, receiptUrl });
    expect(sent('get-retry-options')).toEqual([]);
    status = 'FAILED';
    expect(await stateOf()).toEqual({ returnUrl, mayRetry: true, latestUrl: null, receiptUrl });
    latestId = other;
    const latestUrl = `https://pay.example/checkout/${tokenOf({ intentId: other })}`;
    expect(await stateOf()).toEqual({ returnUrl, mayRetry: false, latestUrl, receiptUrl });
  });

  test('[3.23] has the address of the receipt once the payment is completed, and not before', async () => {
    const receiptUrl = `https://pay.example/checkout/${gateway.get(ReceiptTokens).mint({ intentId, merchantId, mode })}`;
    for (const each of ['PENDING', 'PROCESSING', 'FAILED', 'EXPIRED', 'CANCELED', 'COMPLETED'] as const) {
      status = each;
      const { checkout } = (await readWith(fromPage())).body as {
        readonly checkout?: { readonly receiptUrl?: string };
      };
      expect([each, checkout?.receiptUrl]).toEqual([each, each === 'COMPLETED' ? receiptUrl : null]);
    }
  });

  test('[3.18] begins another try of its declined intent, and gets the page of it', async () => {
    status = 'FAILED';
    busDouble.on(retryIntent, ({ newIntentId }) =>
      accept(Object.assign({}, intent, { id: newIntentId, retryOf: intentId })),
    );
    const answer = await post('/gateway/session/retry', undefined);
    expect(answer.status).toBe(201);
    expect(compileChecker(RetryView)(answer.body)).toEqual([]);
    const [command] = sent<RetryIntentCommand>('retry-intent');
    expect(command).toMatchObject({ intentId, merchantId, mode });
    const checkoutUrl = `https://pay.example/checkout/${tokenOf({ intentId: command?.newIntentId ?? '' })}`;
    expect(answer.body).toMatchObject({ intentionId: command?.newIntentId, retryOf: intentId, checkoutUrl });
  });

  test('[2.13] is answered in the version of the merchant, unless it names another', async () => {
    const versionOf = async (named: Record<string, string> = {}) =>
      (await readWith({ ...fromPage(), ...named })).headers['x-api-version'];
    profile = merchantProfileOf(merchantId, { apiVersion: '2026-01-15' });
    expect(await versionOf()).toBe('2026-01-15');
    expect(await versionOf({ 'x-api-version': API_VERSION })).toBe(API_VERSION);
    profile = merchantProfileOf(merchantId, { apiVersion: null });
    expect(await versionOf()).toBe(API_VERSION);
  });

  test('is refused for a merchant that is not active in the mode', async () => {
    profile = merchantProfileOf(merchantId, { active: false });
    expect((await readWith(fromPage())).body).toMatchObject({ status: 403, code: 'merchant_inactive' });
    profile = merchantProfileOf(merchantId);
    const live = await readWith(fromPage(tokenOf({ mode: 'live' })));
    expect(live.body).toMatchObject({ status: 403, code: 'merchant_inactive' });
  });

  test('needs the sign-in that the merchant requires', async () => {
    profile = merchantProfileOf(merchantId, { customerSignIn: 'wallet' });
    const { body } = await post('/payment/charge', { intentionId: intentId }, charging);
    expect(body).toMatchObject({ status: 401, code: 'token_missing' });
  });

  test.each([
    ['GET', '/gateway'],
    ['POST', '/gateway'],
    ['GET', '/merchant'],
    ['GET', '/api-keys'],
  ])('is no credential of %s %s', async (method, path) => {
    const { body } = await gateway.ask({
      method,
      path,
      headers: fromPage(),
      ...(method === 'POST' ? { body: {} } : {}),
    });
    expect(body).toMatchObject({ status: 401, code: 'api_key_missing' });
    expect(busDouble.sent).toEqual([]);
  });
});

describe('a checkout token', () => {
  test.each<[string, Record<string, string>]>([
    ['[1.46] without the key of the page', {}],
    ['with another key', { [CHECKOUT_KEY_HEADER]: pepper }],
    ['with an empty key', { [CHECKOUT_KEY_HEADER]: '' }],
  ])('%s is no credential', async (_name, key) => {
    const answer = await readWith({ 'x-checkout-token': tokenOf(), ...key });
    expect(answer.body).toMatchObject({ status: 401, code: 'api_key_missing' });
    expect(busDouble.sent).toEqual([]);
  });

  test('[1.46] that is not genuine is refused before anything is looked up', async () => {
    const token = tokenOf();
    const proof = token.slice(-43);
    const forged = [
      tokenOf({ intentId: other }).slice(0, -43) + proof,
      tokenOf({ merchantId: newId('merchant') }).slice(0, -43) + proof,
      tokenOf({ mode: 'live' }).slice(0, -43) + proof,
      token.slice(0, -1),
      `${token}A`,
      `cs_${gateway.get(SessionTokens).mintBare(intentId).slice('sess_'.length)}`,
      gateway.get(SessionTokens).mintBare(intentId),
      'cs_',
    ];
    for (const text of forged)
      expect((await readWith(fromPage(text))).body).toMatchObject({ status: 401, code: 'session_token_invalid' });
    expect(busDouble.sent).toEqual([]);
  });

  test('[3.11][3.12] stands in the address of the page that every answer to the merchant shows', async () => {
    busDouble.on(createIntent, () => accept(intent));
    busDouble.on(listIntents, () => accept({ intents: [intent], hasMore: false, nextCursor: null }));
    const headers = { 'x-api-key': secret.key };
    const body = { amount: '5000', currency: 'XAF', cancelUrl: 'https://shop.example/cart' };
    const created = await gateway.ask({ method: 'POST', path: '/gateway', headers, body });
    const [listed] = (await gateway.ask({ path: '/gateway', headers })).body['data'] as readonly object[];
    const read = await gateway.ask({ path: `/gateway/${intentId}`, headers });
    for (const shown of [created.body, listed, read.body])
      expect(shown).toMatchObject({ checkoutUrl: `https://pay.example/checkout/${tokenOf()}` });
    expect(sent('create-intent')).toMatchObject([{ cancelUrl: 'https://shop.example/cart' }]);
    expect(created.body['checkoutUrl']).not.toContain(String(created.body['sessionToken']).slice(-43));
  });
});
