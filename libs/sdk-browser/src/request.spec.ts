import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { PaygateBrowser } from './index.js';
import { PaygateError } from './index.js';
import type { Answer } from './test/scripted-gateway.js';
import { busy, failure, init, problem, ScriptedGateway, sentOtp } from './test/scripted-gateway.js';

const stall: Answer = () => undefined;
const gateway = new ScriptedGateway();
let client: PaygateBrowser;

beforeAll(() => gateway.listen());
beforeEach(() => {
  client = gateway.begin();
});
afterAll(() => {
  gateway.close();
});

describe('a failed attempt', () => {
  test.each<[string, Answer]>([
    ['a dropped connection', (request) => request.socket.destroy()],
    ['an answer 503', busy],
    ['a key in progress', problem(409, 'idempotency_key_in_use', { retryable: true })],
    ['a proxy’s 502', (_request, response) => response.writeHead(502).end('<html>')],
    ['no answer in time', stall],
  ])('[8.2] is repeated twice with the same idempotency key: %s', async (_name, failing) => {
    // only an answer that never comes is not waited for
    const options = failing === stall ? { timeoutMs: 500 } : {};
    gateway.answers = [failing, failing];
    expect(await client.initOtp(init, options)).toEqual(sentOtp);
    expect(new Set(gateway.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    gateway.answers = [failing, failing, failing];
    expect(await failure(client.initOtp(init, options))).toBeInstanceOf(PaygateError);
    expect([gateway.seen.length, gateway.answers.length]).toEqual([6, 0]);
  });

  test('is not repeated when the answer is definite; the error has the fields of the problem', async () => {
    gateway.answers = [problem(400, 'phone_invalid', { param: 'phoneNumber', errors: [{ param: 'phoneNumber' }] })];
    const error = await failure(client.forgotPassword({ phoneNumber: 'x' }));
    const fields = { name: 'PaygateError', code: 'phone_invalid', status: 400, requestId: 'req_1', retryable: false };
    expect(error).toMatchObject({ ...fields, param: 'phoneNumber', errors: [{ param: 'phoneNumber' }] });
    expect(gateway.seen).toHaveLength(1);
  });

  test('is none when no header can carry an argument: nothing is sent, and the error says so', async () => {
    expect(await failure(client.retrieveIntent('sess_1\r\nx-api-key: pk_live_1'))).toMatchObject({ name: 'TypeError' });
    expect(await failure(client.initOtp(init, { idempotencyKey: 'order-№1042' }))).toMatchObject({ name: 'TypeError' });
    expect(gateway.seen).toEqual([]);
  });

  test('[8.3] waits as long as Retry-After asks, and leaves a long pause to the page', async () => {
    gateway.answers = [problem(429, 'rate_limited', { retryable: true }, { 'retry-after': '1' })];
    const began = performance.now();
    await client.initOtp(init);
    expect(performance.now() - began).toBeGreaterThan(1_000);
    gateway.answers = [problem(429, 'otp_cooldown', { retryable: true, retryAfter: 30 })];
    expect(await failure(client.initOtp(init))).toMatchObject({ code: 'otp_cooldown', retryAfter: 30 });
    expect(gateway.seen).toHaveLength(3);
  });

  test('[8.3] ends at the deadline, and at once with the reason of the signal', async () => {
    gateway.answers = [stall, stall, stall];
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
    // the client pauses for a second; a second answer, because the abandoned request may still take one
    const later = problem(503, 'service_unavailable', { retryable: true }, { 'retry-after': '1' });
    gateway.answers = [later, later];
    const pausing = client.initOtp(init, { signal: AbortSignal.timeout(50) });
    expect(await failure(pausing)).toMatchObject({ name: 'TimeoutError' });
    expect(await failure(client.initOtp(init, { signal: AbortSignal.abort() }))).toMatchObject({ name: 'AbortError' });
  });
});
