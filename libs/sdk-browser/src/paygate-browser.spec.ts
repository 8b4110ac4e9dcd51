import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PaygateBrowser, PaygateError } from './index.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const TOKEN = 'eyJ.otp.token';
const apiKey = 'pk_test_not_a_real_key';
const sentOtp = { otpId: 'otp_1', userId: 'usr_1' };
const verified = { token: TOKEN, tokenType: 'Bearer', expiresAt: '2026-11-20T10:05:00.000Z', intentionId: 'pi_1' };
const charged = { id: 'ch_1', object: 'charge', status: 'COMPLETED' };
const usual: Readonly<Record<string, object>> = {
  '/prefix/auth/web': { id: 'usr_1', token: 'user-token' },
  '/prefix/auth/otp/init': sentOtp,
  '/prefix/auth/otp/verify': verified,
  '/prefix/payment/charge': charged,
  '/prefix/gateway/session': { id: 'pi_1' },
};
let answers: Answer[] = [];
let seen: { readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
const server = createServer((request, response) => {
  const { url = '', headers } = request;
  const parts: string[] = [];
  request.setEncoding('utf8').on('data', (part: string) => parts.push(part));
  request.on('end', () => {
    seen.push({ url, headers, body: parts.join('') });
    (answers.shift() ?? json(200, usual[url]))(request, response);
  });
});
let client: PaygateBrowser;
let baseUrl = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/prefix/`;
});
beforeEach(() => {
  [answers, seen] = [[], []];
  client = new PaygateBrowser({ apiKey, baseUrl, locale: 'fr' });
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_1', ...headers });
    response.end(body === undefined ? '' : JSON.stringify(body));
  };
const problem = (status: number, code: string, more: object = {}, headers = {}): Answer =>
  json(status, { detail: 'Not now', status, code, retryable: false, requestId: 'req_1', ...more }, headers);
const busy = problem(503, 'service_unavailable', { retryable: true });
const stall: Answer = () => undefined;
const failure = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('the call was expected to fail');
};
const pay = { intentionId: 'pi_1' };
const init = { userId: 'usr_1', channel: 'sms' } as const;
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
    ['a query in the address', { apiKey, baseUrl: 'https://c.example?key=1' }, /baseUrl/],
  ])('refuses %s, and does not repeat the key', (_name, options, message) => {
    delete process.env['PAYGATE_BASE_URL'];
    const construct = (): unknown => new PaygateBrowser(options as { apiKey: string });
    expect(construct).toThrow(TypeError);
    expect(construct).toThrow(message);
    expect(construct).not.toThrow(/secret$/);
    expect(seen).toEqual([]);
  });
});

describe('a request', () => {
  test('carries the publishable key, the version and the language, and an idempotency key when it is a POST', async () => {
    await client.signIn({ phoneNumber: '+237670000001', password: 'secret' });
    await client.retrieveIntent('sess_1');
    const [post, get] = seen;
    expect(post?.headers).toMatchObject({
      'x-api-key': apiKey,
      'x-api-version': '2026-11-20',
      'accept-language': 'fr',
    });
    expect(post?.headers['idempotency-key']).toMatch(/^\d+(-\d+){3}$/);
    expect(get).toMatchObject({ url: '/prefix/gateway/session', headers: { 'x-session-token': 'sess_1' } });
    expect(get?.headers['idempotency-key']).toBeUndefined();
  });

  test('a code is sent again for the same challenge, and checked for it', async () => {
    await client.initOtp({ ...init, ...pay });
    await client.initOtp({ ...init, ...pay });
    await client.verifyOtp({ userId: 'usr_1', otp: '123456' });
    await client.initOtp({ ...init, intentionId: 'pi_2' });
    const bodies = seen.map(({ body }) => JSON.parse(body) as unknown);
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
    const [, , own, other] = seen;
    expect(own?.headers).toMatchObject({ authorization: 'Bearer user-token', 'x-session-token': 'sess_1' });
    expect([other?.headers.authorization, other?.headers['x-session-token']]).toEqual([undefined, undefined]);
  });

  test('a sign-in that has ended is not in the way of a code', async () => {
    await client.signIn({ phoneNumber: '+237670000001', password: 'secret' });
    answers = [problem(401, 'token_expired')];
    expect(await client.initOtp(init)).toEqual(sentOtp);
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer user-token', undefined]);
  });
});

describe('a failed attempt', () => {
  test.each<[string, Answer]>([
    ['a dropped connection', (request) => request.socket.destroy()],
    ['an answer 503', busy],
    ['a key in progress', problem(409, 'idempotency_key_in_use', { retryable: true })],
    ['a proxy’s 502', (_request, response) => response.writeHead(502).end('<html>')],
    ['no answer in time', stall],
  ])('is repeated twice with the same idempotency key: %s', async (_name, failing) => {
    answers = [failing, failing];
    expect(await client.initOtp(init, { timeoutMs: 300 })).toEqual(sentOtp);
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    answers = [failing, failing, failing];
    expect(await failure(client.initOtp(init, { timeoutMs: 300 }))).toBeInstanceOf(PaygateError);
    expect([seen.length, answers.length]).toEqual([6, 0]);
  });

  test('is not repeated when the answer is definite; the error has the fields of the problem', async () => {
    answers = [problem(400, 'phone_invalid', { param: 'phoneNumber', errors: [{ param: 'phoneNumber' }] })];
    const error = await failure(client.forgotPassword({ phoneNumber: 'x' }));
    const fields = { name: 'PaygateError', code: 'phone_invalid', status: 400, requestId: 'req_1', retryable: false };
    expect(error).toMatchObject({ ...fields, param: 'phoneNumber', errors: [{ param: 'phoneNumber' }] });
    expect(seen).toHaveLength(1);
  });

  test('waits as long as Retry-After asks, and leaves a long pause to the page', async () => {
    answers = [problem(429, 'rate_limited', { retryable: true }, { 'retry-after': '1' })];
    const began = performance.now();
    await client.initOtp(init);
    expect(performance.now() - began).toBeGreaterThan(1_000);
    answers = [problem(429, 'otp_cooldown', { retryable: true, retryAfter: 30 })];
    expect(await failure(client.initOtp(init))).toMatchObject({ code: 'otp_cooldown', retryAfter: 30 });
    expect(seen).toHaveLength(3);
  });

  test('ends at the deadline, and at once with the reason of the signal', async () => {
    answers = [stall, stall, stall];
    expect(await failure(client.initOtp(init, { deadlineMs: 200 }))).toMatchObject({
      code: 'timeout',
      retryable: true,
    });
    const controller = new AbortController();
    const call = client.initOtp(init, { signal: controller.signal });
    setTimeout(() => {
      controller.abort(new Error('left the page'));
    }, 100);
    expect(await failure(call)).toEqual(new Error('left the page'));
    answers = [busy];
    const pausing = client.initOtp(init, { signal: AbortSignal.timeout(50) });
    expect(await failure(pausing)).toMatchObject({ name: 'TimeoutError' });
    expect(await failure(client.initOtp(init, { signal: AbortSignal.abort() }))).toMatchObject({ name: 'AbortError' });
  });
});

describe('the authorization token', () => {
  test('is returned by no call and shown by no rendering of the client or of its errors', async () => {
    await client.initOtp(init);
    const answer = await client.verifyOtp({ userId: 'usr_1', otp: '123456' });
    answers = [problem(409, 'intent_unexpected_state')];
    const error = await failure(client.charge(pay));
    const rendered = [answer, client, error].map((value) => inspect(value, { depth: 9, showHidden: true }));
    expect([...rendered, JSON.stringify([answer, client, error])].join()).not.toContain(TOKEN);
    expect(seen.filter(({ url }) => url.includes(TOKEN))).toEqual([]);
  });

  test('pays once', async () => {
    await authorize();
    expect(await client.charge(pay)).toEqual(charged);
    expect(seen.at(-1)?.headers).toMatchObject({ 'x-otp-token': TOKEN, prefer: 'wait=5' });
    expect(await failure(client.charge(pay))).toMatchObject({ code: 'token_missing', retryable: false });
    expect(seen).toHaveLength(3);
  });

  test('survives a failure that is retryable, and an abort', async () => {
    await authorize();
    answers = [busy, busy, busy];
    expect(await failure(client.charge(pay))).toMatchObject({ retryable: true });
    await failure(client.charge(pay, { signal: AbortSignal.abort() }));
    expect(await client.charge(pay)).toEqual(charged);
  });

  test('survives a refusal of the payment method, which another one follows', async () => {
    await authorize();
    const byPhone = { ...pay, paymentMethod: { type: 'mobile_money', operator: 'mtn_momo' } } as const;
    answers = [problem(400, 'operator_unknown'), problem(409, 'payment_method_unavailable')];
    expect(await failure(client.charge(byPhone))).toMatchObject({ code: 'operator_unknown' });
    expect(await failure(client.charge(byPhone))).toMatchObject({ code: 'payment_method_unavailable' });
    // the page says at once that the phone asks for approval
    expect(seen.at(-1)?.headers['prefer']).toBeUndefined();
    expect(await client.charge(pay)).toEqual(charged);
  });

  test('is wiped by a definite refusal, by reset and by signOut', async () => {
    await authorize();
    answers = [problem(409, 'otp_token_used')];
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
