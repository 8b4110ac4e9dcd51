import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  Paygate,
  PaygateApiError,
  PaygateConflictError,
  PaygateConnectionError,
  PaygateRateLimitError,
  PaygateServerError,
  PaygateTimeoutError,
} from '../index.js';
import { retryDelayMs } from './retries.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const secretKey = 'sk_test_not_a_real_key';
const intent = { amount: '5000', currency: 'XAF' } as const;
let answers: Answer[] = [];
const seen: { url: string; headers: IncomingMessage['headers'] }[] = [];
const server = createServer((request, response) => {
  seen.push({ url: request.url ?? '', headers: request.headers });
  (answers.shift() ?? json(201, { id: 'pi_1', sessionToken: 'sess_1' }))(request, response);
});
let paygate: Paygate;
/** For answers that do not come. */
let hasty: Paygate;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/prefix/`;
  paygate = new Paygate({ secretKey, baseUrl, deadlineMs: 30_000 });
  hasty = new Paygate({ secretKey, baseUrl, timeoutMs: 400, deadlineMs: 30_000 });
});
beforeEach(() => {
  answers = [];
  seen.length = 0;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_1', ...headers });
    response.end(JSON.stringify(body));
  };
const problem = (status: number, code: string, more: Record<string, unknown> = {}, headers = {}): Answer =>
  json(
    status,
    { type: 't', title: code, detail: code, status, code, retryable: false, requestId: 'req_1', ...more },
    headers,
  );
const busy = problem(503, 'service_unavailable', { retryable: true });
const drop: Answer = (request) => request.socket.destroy();
const stall: Answer = () => undefined;
const failure = async (call: PromiseLike<unknown>): Promise<unknown> => {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('the call was expected to fail');
};

describe('a request', () => {
  test('with an option that does not exist is refused', async () => {
    const misspelt = { idempotencykey: 'order 7' } as object;
    const error = await failure(paygate.paymentIntents.create(intent, misspelt));
    expect([error, seen]).toEqual([new TypeError('a call has no option idempotencykey'), []]);
  });

  test('carries the secret key in both headers, the version, and never in its address', async () => {
    await paygate.paymentIntents.list({ limit: 3, metadata: { orderId: '1 2' }, createdFrom: '2026-01-01T00:00:00Z' });
    const [first] = seen;
    expect(first?.url).toBe('/prefix/gateway?limit=3&metadata%5BorderId%5D=1+2&createdFrom=2026-01-01T00%3A00%3A00Z');
    expect(first?.headers).toMatchObject({
      authorization: `Bearer ${secretKey}`,
      'x-api-key': secretKey,
      'x-api-version': '2026-11-20',
    });
    expect(first?.headers['idempotency-key']).toBeUndefined();
  });

  test.each([{ idempotencyKey: 'order\r\nx-api-key: sk_live_other' }, { requestId: 'order-№1042' }])(
    'with %j, which no header can carry, is not sent and not repeated',
    async (options) => {
      expect(await failure(paygate.paymentIntents.create(intent, options))).toMatchObject({ name: 'TypeError' });
      expect(seen).toEqual([]);
    },
  );

  test('that deletes is answered by the absence when an earlier attempt may have deleted, and else refused', async () => {
    const missing = problem(404, 'webhook_endpoint_not_found');
    answers = [drop, missing];
    await expect(paygate.webhookEndpoints.delete('we_1')).resolves.toBeUndefined();
    answers = [busy, missing];
    expect(await failure(paygate.webhookEndpoints.delete('we_1'))).toMatchObject({ status: 404 });
  });

  test('sends a session token in its header', async () => {
    await paygate.paymentIntents.retrieve('sess_abc');
    expect(seen[0]).toMatchObject({ url: '/prefix/gateway/session', headers: { 'x-session-token': 'sess_abc' } });
  });

  test.each(['', '..', 'a/b', 'a?b', 'pi_1 '])('does not leave with the id %p', async (id) => {
    await expect(paygate.paymentIntents.retrieveById(id)).rejects.toThrow(TypeError);
    expect(seen).toEqual([]);
  });

  test('does not follow a redirect, so that no key reaches another address', async () => {
    answers = [(_request, response) => response.writeHead(302, { location: '/elsewhere' }).end()];
    expect(await failure(paygate.paymentIntents.create(intent))).toMatchObject({ status: 302, attempts: 1 });
    expect(seen).toHaveLength(1);
  });

  test('an error shows neither key nor token', async () => {
    answers = [problem(404, 'intent_not_found')];
    const error = await failure(paygate.paymentIntents.retrieve('sess_abc'));
    const { inspect } = await import('node:util');
    expect(inspect(error, { depth: 9 }) + JSON.stringify(error)).not.toMatch(/sk_test|sess_abc/);
    expect(inspect(paygate, { depth: 9, showHidden: true })).not.toContain('sk_test');
  });
});

describe('a failed attempt', () => {
  test.each<[string, Answer]>([
    ['a dropped connection', drop],
    ['an answer 503', busy],
    ['a key in progress', problem(409, 'idempotency_key_in_use', { retryable: true })],
    ['a proxy’s 502', (_request, response) => response.writeHead(502).end('<html>')],
    ['a success that is no JSON', (_request, response) => response.writeHead(500).end('{"id":')],
    ['no answer in time', stall],
  ])('[8.2] is repeated with the same idempotency key: %s', async (_name, failing) => {
    answers = [failing, failing];
    const client = failing === stall ? hasty : paygate;
    const { data, response } = await client.paymentIntents.create(intent).withResponse();
    expect([data.id, response.attempts]).toEqual(['pi_1', 3]);
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  test('has its text, with metadata as it was stored', async () => {
    const text = '{"id":"pi_1","metadata":{"n":9007199254740993,"m":1.0}}';
    answers = [(_request, response) => response.writeHead(201, { 'content-type': 'application/json' }).end(text)];
    const { response } = await paygate.paymentIntents.create(intent).withResponse();
    expect(response.text).toBe(text);
  });

  test('is not repeated when the answer is definite', async () => {
    answers = [problem(409, 'reference_exists', { intentId: 'pi_7' })];
    const error = await failure(paygate.paymentIntents.create(intent));
    expect(error).toBeInstanceOf(PaygateConflictError);
    expect(error).toMatchObject({ code: 'reference_exists', attempts: 1, problem: { intentId: 'pi_7' } });
  });

  test('is repeated as often as the caller allows, and the error counts the attempts', async () => {
    answers = [busy, busy, busy, busy];
    const error = await failure(paygate.paymentIntents.create(intent, { maxRetries: 1 }));
    expect(error).toBeInstanceOf(PaygateServerError);
    expect(error).toMatchObject({ attempts: 2, retryable: true, code: 'service_unavailable', requestId: 'req_1' });
    expect(await failure(paygate.paymentIntents.create(intent, { maxRetries: 0 }))).toMatchObject({ attempts: 1 });
  });

  test('[8.3] waits as long as Retry-After asks', async () => {
    answers = [problem(429, 'rate_limited', { retryable: true }, { 'retry-after': '1' })];
    const began = performance.now();
    await paygate.paymentIntents.create(intent);
    expect(performance.now() - began).toBeGreaterThan(1_000);
  });

  test('[8.3] is not repeated when Retry-After is beyond the deadline', async () => {
    answers = [problem(429, 'rate_limited', { retryable: true, retryAfter: 60 })];
    const error = await failure(paygate.paymentIntents.create(intent));
    expect(error).toBeInstanceOf(PaygateRateLimitError);
    expect(error).toMatchObject({ attempts: 1, retryAfter: 60 });
  });

  test('two calls have two keys; a key of the caller is sent as it is', async () => {
    await Promise.all([paygate.paymentIntents.create(intent), paygate.paymentIntents.create(intent)]);
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
    await paygate.paymentIntents.create(intent, { idempotencyKey: 'order-7' });
    expect(seen[2]?.headers['idempotency-key']).toBe('order-7');
  });
});

describe('time', () => {
  test('[8.3] one attempt takes no longer than its time-out, all no longer than the deadline', async () => {
    answers = Array.from({ length: 20 }, () => stall);
    const error = await failure(
      paygate.paymentIntents.create(intent, { timeoutMs: 100, deadlineMs: 1_000, maxRetries: 20 }),
    );
    expect(error).toBeInstanceOf(PaygateTimeoutError);
    expect(error).toBeInstanceOf(PaygateConnectionError);
    expect(error).toMatchObject({ code: 'timeout', retryable: true });
    // the 21 attempts that the retries allow would take 2 s
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.length).toBeLessThan(20);
  });

  test('[8.3] a signal ends an attempt, and a wait between attempts, with its own reason', async () => {
    for (const failing of [stall, problem(429, 'rate_limited', { retryable: true, retryAfter: 2 })]) {
      const controller = new AbortController();
      const leaving: Answer = (request, response) => {
        failing(request, response);
        setTimeout(() => {
          controller.abort(new Error('the customer left'));
        }, 100);
      };
      answers = [leaving];
      const call = failure(paygate.paymentIntents.create(intent, { signal: controller.signal }));
      expect(await call).toEqual(new Error('the customer left'));
    }
    expect(seen).toHaveLength(2);
  });

  test('a signal that was aborted before sends nothing', async () => {
    const error = await failure(paygate.paymentIntents.create(intent, { signal: AbortSignal.abort(new Error('no')) }));
    expect([error, seen]).toEqual([new Error('no'), []]);
  });

  test('the wait grows, is random, and is bounded', () => {
    const waits = [1, 2, 3, 9, 40].map((failed) =>
      [0, 0.5, 1].map((random) => retryDelayMs(failed, undefined, () => random)),
    );
    expect(waits).toEqual([
      [0, 250, 500],
      [0, 500, 1_000],
      [0, 1_000, 2_000],
      [0, 4_000, 8_000],
      [0, 4_000, 8_000],
    ]);
    expect(retryDelayMs(1, 3, () => 0)).toBe(3_000);
  });
});

describe('a list', () => {
  const page = (ids: string[], nextCursor: string | null) =>
    json(200, { data: ids.map((id) => ({ id })), hasMore: nextCursor !== null, nextCursor });

  test('gives its first page, every object, or every page', async () => {
    const pages = [page(['a', 'b'], 'b'), page(['c'], null)];
    answers = [...pages, ...pages, ...pages];
    const ids: string[] = [];
    for await (const { id } of paygate.paymentIntents.list({ status: 'PENDING' })) ids.push(id);
    expect(ids).toEqual(['a', 'b', 'c']);
    expect(seen.map(({ url }) => url)).toEqual([
      '/prefix/gateway?status=PENDING',
      '/prefix/gateway?startingAfter=b&status=PENDING',
    ]);
    seen.length = 0;
    const sizes: number[] = [];
    for await (const { data } of paygate.paymentIntents.list({ status: ['PENDING', 'FAILED'] }).pages())
      sizes.push(data.length);
    expect(sizes).toEqual([2, 1]);
    expect(seen[0]?.url).toBe('/prefix/gateway?status=PENDING&status=FAILED');
    expect((await paygate.paymentIntents.list()).data).toHaveLength(2);
  });

  test('of webhook endpoints is iterated like the others', async () => {
    answers = [page(['a', 'b'], null)];
    const ids: string[] = [];
    for await (const { id } of paygate.webhookEndpoints.list()) ids.push(id);
    expect([ids, seen.length]).toEqual([['a', 'b'], 1]);
  });

  test('goes on in the direction in which it began', async () => {
    answers = [page(['c'], 'c'), page(['d'], null)];
    for await (const { id } of paygate.paymentIntents.list({ endingBefore: 'b' })) expect(id).toBeDefined();
    expect(seen[1]?.url).toBe('/prefix/gateway?endingBefore=c');
  });

  test('ends when a cursor repeats', async () => {
    answers = [page(['a'], 'a'), page(['a'], 'a')];
    const all = (async () => {
      for await (const { id } of paygate.paymentIntents.list()) expect(id).toBe('a');
    })();
    await expect(all).rejects.toThrow('repeats');
  });
});

test('a promise behaves like any other', async () => {
  answers = [problem(404, 'intent_not_found')];
  let ended = 0;
  const caught = await paygate.paymentIntents
    .retrieveById('pi_1')
    .finally(() => ended++)
    .catch((error: unknown) => error);
  expect([caught instanceof PaygateApiError, ended]).toEqual([true, 1]);
  const [created] = await Promise.all([paygate.paymentIntents.create(intent)]);
  expect(created.id).toBe('pi_1');
});
