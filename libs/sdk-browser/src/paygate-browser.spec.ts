import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PaygateBrowser } from './index.js';
import {
  apiKey,
  busy,
  charged,
  failure,
  init,
  json,
  problem,
  ScriptedGateway,
  sentOtp,
  TOKEN,
} from './test/scripted-gateway.js';

const pay = { intentionId: 'pi_1' };
const gateway = new ScriptedGateway();
let client: PaygateBrowser;

beforeAll(() => gateway.listen());
beforeEach(() => {
  client = gateway.begin();
});
afterAll(() => {
  gateway.close();
});

const authorize = async (): Promise<void> => {
  await client.initOtp(init);
  await client.verifyOtp({ userId: 'usr_1', otp: '123456' });
};

describe('the constructor', () => {
  test.each([
    ['a secret key', { apiKey: 'sk_live_secret', baseUrl: 'https://a.example' }, /must never reach a browser/],
    ['a restricted key', { apiKey: 'rk_live_secret', baseUrl: 'https://a.example' }, /must never reach a browser/],
    ['no key', { baseUrl: 'https://a.example' }, /publishable key/],
    ['a live key in the sandbox', { apiKey: 'pk_live_1', env: 'sandbox', baseUrl: 'https://a.example' }, /pk_test_/],
    ['no address', { apiKey }, /baseUrl/],
    ['plain http', { apiKey, baseUrl: 'http://a.example' }, /baseUrl/],
    ['plain http to a host that looks local', { apiKey, baseUrl: 'http://localhost.example' }, /baseUrl/],
    ['a password in the address', { apiKey, baseUrl: 'https://a:b@c.example' }, /baseUrl/],
    ['a local name that is a user name', { apiKey, baseUrl: 'http://localhost:1@c.example' }, /baseUrl/],
    ['a misspelt option', { apiKey, baseURL: 'https://a.example' }, /no option baseURL/],
    ['a query in the address', { apiKey, baseUrl: 'https://c.example?key=1' }, /baseUrl/],
  ])('refuses %s, and does not repeat the key', (_name, options, message) => {
    delete process.env['PAYGATE_BASE_URL'];
    const construct = (): unknown => new PaygateBrowser(options as { apiKey: string });
    expect(construct).toThrow(TypeError);
    expect(construct).toThrow(message);
    expect(construct).not.toThrow(/secret$/);
    expect(gateway.seen).toEqual([]);
  });
});

describe('a request', () => {
  test('carries the publishable key, the version and the language, and an idempotency key when it is a POST', async () => {
    await client.signIn({ phoneNumber: '+237670000001', password: 'secret' });
    await client.retrieveIntent('sess_1');
    const [post, get] = gateway.seen;
    expect(post?.headers).toMatchObject({
      'x-api-key': apiKey,
      'x-api-version': '2026-11-20',
      'accept-language': 'fr',
    });
    expect(post?.headers['idempotency-key']).toMatch(/^\d+(-\d+){3}$/);
    expect(get).toMatchObject({ url: '/prefix/gateway/session', headers: { 'x-session-token': 'sess_1' } });
    expect(get?.headers['idempotency-key']).toBeUndefined();
    await client.retryIntent('sess_1');
    const [, , retry] = gateway.seen;
    expect(retry).toMatchObject({ url: '/prefix/gateway/session/retry', headers: { 'x-session-token': 'sess_1' } });
  });

  test('a code is sent again for the same challenge, and checked for it', async () => {
    await client.initOtp({ ...init, ...pay });
    await client.initOtp({ ...init, ...pay });
    await client.verifyOtp({ userId: 'usr_1', otp: '123456' });
    await client.initOtp({ ...init, intentionId: 'pi_2' });
    const bodies = gateway.seen.map(({ body }) => JSON.parse(body) as unknown);
    expect(bodies).toEqual([
      { ...init, ...pay },
      { ...init, ...pay, otpId: 'otp_1' },
      { userId: 'usr_1', otp: '123456', ...pay, otpId: 'otp_1' },
      { ...init, intentionId: 'pi_2' },
    ]);
  });

  test('the session and the sign-in accompany the calls for that payment and that user only', async () => {
    await client.signIn({ phoneNumber: '+237670000001', password: 'secret' });
    await client.retrieveIntent('sess_1');
    await client.initOtp({ ...init, ...pay });
    await client.initOtp({ userId: 'usr_2', channel: 'sms', intentionId: 'pi_2' });
    const [, , own, other] = gateway.seen;
    expect(own?.headers).toMatchObject({ authorization: 'Bearer user-token', 'x-session-token': 'sess_1' });
    expect([other?.headers.authorization, other?.headers['x-session-token']]).toEqual([undefined, undefined]);
  });

  test('a sign-in that has ended is reported, and dropped only by the customer', async () => {
    const credentials = { phoneNumber: '+237670000001', password: 'secret' };
    await client.signIn(credentials);
    const ended = problem(401, 'token_expired', { param: 'authorization' });
    gateway.answers = [ended, ended];
    for (let n = 0; n < 2; n += 1)
      expect(await failure(client.initOtp(init))).toMatchObject({ code: 'token_expired', param: 'authorization' });
    await client.signIn(credentials);
    expect(await client.initOtp(init)).toEqual(sentOtp);
    await client.signOut();
    expect(await client.initOtp(init)).toEqual(sentOtp);
    const sent = gateway.seen.filter(({ url }) => url.endsWith('/init')).map(({ headers }) => headers.authorization);
    expect(sent).toEqual([...Array<string>(3).fill('Bearer user-token'), undefined]);
  });
});

describe('a guest', () => {
  const guest = { phoneNumber: '+237677770001', ...pay };

  test('pays with a phone number and the code that arrived on it, by mobile money', async () => {
    await client.retrieveIntent('sess_1');
    await client.initOtp(guest);
    await client.initOtp(guest);
    await client.initOtp({ ...guest, phoneNumber: '+237677770002' });
    await client.verifyOtp({ otp: '123456' });
    expect(await client.charge(pay)).toEqual(charged);
    const [, first, again, other, verified, charge] = gateway.seen;
    expect([first, again, other, verified, charge].map((seen) => JSON.parse(seen?.body ?? '') as unknown)).toEqual([
      { ...guest, channel: 'sms' },
      { ...guest, channel: 'sms', otpId: 'otp_1' },
      { ...guest, channel: 'sms', phoneNumber: '+237677770002' },
      { otp: '123456', otpId: 'otp_1', ...pay },
      { ...pay, paymentMethod: { type: 'mobile_money' } },
    ]);
    expect(first?.headers['x-session-token']).toBe('sess_1');
    expect(charge?.headers).toMatchObject({ 'x-otp-token': TOKEN });
    expect(charge?.headers['prefer']).toBeUndefined();
  });

  test('sends no sign-in of a user, even when one is signed in', async () => {
    await client.signIn({ phoneNumber: '+237670000001', password: 'secret' });
    await client.retrieveIntent('sess_1');
    await client.initOtp(guest);
    await client.verifyOtp({ otp: '123456' });
    await client.charge(pay);
    expect(gateway.seen.slice(2).map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('the authorization token', () => {
  test('[8.5] is returned by no call and shown by no rendering of the client or of its errors', async () => {
    await client.initOtp(init);
    const answer = await client.verifyOtp({ userId: 'usr_1', otp: '123456' });
    gateway.answers = [problem(409, 'intent_unexpected_state')];
    const error = await failure(client.charge(pay));
    const rendered = [answer, client, error].map((value) => inspect(value, { depth: 9, showHidden: true }));
    expect([...rendered, JSON.stringify([answer, client, error])].join()).not.toContain(TOKEN);
    expect(gateway.seen.filter(({ url }) => url.includes(TOKEN))).toEqual([]);
  });

  test('pays once', async () => {
    await authorize();
    expect(await client.charge(pay)).toEqual(charged);
    expect(gateway.seen.at(-1)?.headers).toMatchObject({ 'x-otp-token': TOKEN, prefer: 'wait=5' });
    expect(await failure(client.charge(pay))).toMatchObject({ code: 'token_missing', retryable: false });
    expect(gateway.seen).toHaveLength(3);
  });

  test('[8.5] survives a failure that is retryable, and an abort', async () => {
    await authorize();
    gateway.answers = [busy, busy, busy];
    expect(await failure(client.charge(pay))).toMatchObject({ retryable: true });
    await failure(client.charge(pay, { signal: AbortSignal.abort() }));
    expect(await client.charge(pay)).toEqual(charged);
  });

  test('survives a refusal of the payment method, which another one follows', async () => {
    await authorize();
    const byPhone = { ...pay, paymentMethod: { type: 'mobile_money', operator: 'mtn_momo' } } as const;
    gateway.answers = [
      problem(400, 'operator_unknown'),
      problem(403, 'payer_phone_not_allowed'),
      problem(409, 'payment_method_unavailable'),
    ];
    expect(await failure(client.charge(byPhone))).toMatchObject({ code: 'operator_unknown' });
    expect(await failure(client.charge(byPhone))).toMatchObject({ code: 'payer_phone_not_allowed' });
    expect(await failure(client.charge(byPhone))).toMatchObject({ code: 'payment_method_unavailable' });
    // the page says at once that the phone asks for approval
    expect(gateway.seen.at(-1)?.headers['prefer']).toBeUndefined();
    expect(await client.charge(pay)).toEqual(charged);
  });

  test('goes beside the token of the sign-in, and survives a refusal that asks for one', async () => {
    await authorize();
    gateway.answers = [
      problem(401, 'token_missing', { param: 'authorization' }),
      json(200, { id: 'usr_1', token: 'user-token' }),
      problem(401, 'token_expired', { param: 'authorization' }),
    ];
    expect(await failure(client.charge(pay))).toMatchObject({ code: 'token_missing', param: 'authorization' });
    const credentials = { phoneNumber: '+237670000001', password: 'secret' };
    await client.signIn(credentials);
    expect(await failure(client.charge(pay))).toMatchObject({ code: 'token_expired' });
    await client.signIn(credentials);
    expect(await client.charge(pay)).toEqual(charged);
    const sent = gateway.seen.filter(({ url }) => url.endsWith('/charge')).map(({ headers }) => headers);
    expect(sent.map(({ authorization }) => authorization)).toEqual([
      undefined,
      'Bearer user-token',
      'Bearer user-token',
    ]);
    expect(sent.map((headers) => headers['x-otp-token'])).toEqual([TOKEN, TOKEN, TOKEN]);
  });

  test('of one user is not sent beside the sign-in of another', async () => {
    gateway.answers = [json(200, { id: 'usr_2', token: 'user-token' })];
    await client.signIn({ phoneNumber: '+237670000002', password: 'secret' });
    await authorize();
    await client.charge(pay);
    expect(gateway.seen.at(-1)?.headers.authorization).toBeUndefined();
  });

  test('[8.5] is wiped by a definite refusal, by reset and by signOut', async () => {
    await authorize();
    gateway.answers = [problem(409, 'otp_token_used')];
    await failure(client.charge(pay));
    expect(await failure(client.charge(pay))).toMatchObject({ code: 'token_missing' });
    await authorize();
    client.reset();
    expect(await failure(client.charge(pay))).toMatchObject({ code: 'token_missing' });
    await authorize();
    await client.signOut();
    expect(await failure(client.charge(pay))).toMatchObject({ code: 'token_missing' });
  });

  test('a verification that ends after reset leaves nothing behind', async () => {
    await client.initOtp(init);
    const verification = client.verifyOtp({ userId: 'usr_1', otp: '123456' });
    client.reset();
    await verification;
    expect(await failure(client.charge(pay))).toMatchObject({ code: 'token_missing' });
  });
});

test.each(['sdk-browser', 'sdk-react'])('the first snippet of %s is complete as it stands', (project) => {
  const readme = readFileSync(`libs/${project}/README.md`, 'utf8');
  const [, key = '', options = ''] =
    /PaygateBrowser\(\{ apiKey: '([^']+)', (.*?) \}\)|loadPaygate\('([^']+)', clientSecret, \{ (.*?) \}\)/
      .exec(readme)
      ?.filter(Boolean) ?? [];
  const [, name = '', value = ''] = /^(\w+): '([^']+)'$/.exec(options) ?? [];
  expect(new PaygateBrowser({ apiKey: key, [name]: value })).toBeInstanceOf(PaygateBrowser);
});
