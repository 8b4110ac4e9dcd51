import { beforeEach, expect, test } from '@jest/globals';
import { Paygate, PaygateServerError } from '../index.js';
import type { Fetch, PaygateOptions, Payout, RequestNotice, ResponseNotice } from '../index.js';

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly body: string | undefined;
  readonly headers: Record<string, string>;
}

const secretKey = 'sk_test_not_a_real_key';
let sent: Sent[];
let answers: (readonly [status: number, body: unknown])[];

const fetch: Fetch = (url, { method, headers, body }) => {
  sent.push({ method, url, body, headers });
  const [status, answer] = answers.shift() ?? [200, {}];
  const of: Readonly<Record<string, string>> = { 'x-request-id': `req_${sent.length}` };
  return Promise.resolve({
    ...{ status, headers: { get: (name: string) => of[name] ?? null } },
    text: () => Promise.resolve(JSON.stringify(answer)),
  });
};
const client = (more: Partial<PaygateOptions> = {}): Paygate =>
  new Paygate({ secretKey, baseUrl: 'https://paygate.example', fetch, ...more });

beforeEach(() => {
  [sent, answers] = [[], []];
});

test('a request of any operation has the address, the key and the retries of the others', async () => {
  answers = [
    [503, { type: 't', code: 'service_unavailable', status: 503, detail: 'd', retryable: true }],
    [201, { id: 'po_1' }],
  ];
  const created = client().request<Payout>({
    method: 'POST',
    path: '/payouts',
    body: { destinationId: 'pd_1', amount: '5' },
  });
  const { data, response } = await created.withResponse();
  expect([data.id, response.attempts]).toEqual(['po_1', 2]);
  const [first, second] = sent;
  expect(first).toMatchObject({ method: 'POST', url: 'https://paygate.example/payouts' });
  expect(first?.headers).toMatchObject({ authorization: `Bearer ${secretKey}` });
  expect(first?.headers['idempotency-key']).toBe(second?.headers['idempotency-key']);
  await client().request({ method: 'GET', path: '/payouts/{id}', ids: { id: 'po_1' } });
  await client().request({ method: 'GET', path: '/not-known-to-this-version', query: { limit: 3 } });
  expect(sent.slice(2).map(({ url }) => new URL(url).pathname + new URL(url).search)).toEqual([
    '/payouts/po_1',
    '/not-known-to-this-version?limit=3',
  ]);
});

test.each(['payouts', '/a/../b', '/a//b', '/a?b=1', 'https://elsewhere.example/', '/a#b', ''])(
  'the path %j is refused before anything is sent',
  async (path) => {
    await expect(client().request({ method: 'GET', path })).rejects.toThrow(TypeError);
    expect(sent).toEqual([]);
  },
);

test('listAll reads every object of a list, page after page', async () => {
  const page = (ids: readonly string[], nextCursor: string | null) =>
    [200, { data: ids.map((id) => ({ id })), hasMore: nextCursor !== null, nextCursor }] as const;
  answers = [page(['po_1', 'po_2'], 'po_2'), page(['po_3'], null), page(['po_9'], 'po_9'), page([], null)];
  const ids: string[] = [];
  for await (const { id } of client().listAll<Payout>({ path: '/payouts', query: { limit: 2 } })) ids.push(id);
  expect(ids).toEqual(['po_1', 'po_2', 'po_3']);
  for await (const { id } of client().listAll<Payout>({ path: '/gateway', query: { endingBefore: 'po_8' } }))
    ids.push(id);
  expect(sent.map(({ url }) => new URL(url).search)).toEqual([
    '?limit=2',
    '?limit=2&startingAfter=po_2',
    '?endingBefore=po_8',
    '?endingBefore=po_9',
  ]);
});

test('onRequest and onResponse see every attempt, without the key, and change nothing by what they throw', async () => {
  const [requests, responses]: [RequestNotice[], ResponseNotice[]] = [[], []];
  const observed = client({
    onRequest(request) {
      requests.push(request);
      throw new Error('of the observer');
    },
    onResponse(response) {
      responses.push(response);
      throw new Error('of the observer');
    },
  });
  answers = [
    [503, {}],
    [200, { available: [] }],
  ];
  await observed.payouts.create({ destinationId: 'pd_1' }, { idempotencyKey: 'week-47' });
  expect(requests).toEqual(
    [1, 2].map((attempt) => ({
      ...{ method: 'POST', url: 'https://paygate.example/payouts', attempt, idempotencyKey: 'week-47' },
    })),
  );
  expect(responses.map(({ status, requestId, attempt }) => [status, requestId, attempt])).toEqual([
    [503, 'req_1', 1],
    [200, 'req_2', 2],
  ]);
  expect(responses.every(({ durationMs }) => durationMs >= 0)).toBe(true);
  expect(JSON.stringify([requests, responses])).not.toContain(secretKey);
});

test('onResponse learns of an attempt that had no answer, and of the failure of a call', async () => {
  const responses: ResponseNotice[] = [];
  const onResponse = (response: ResponseNotice): void => void responses.push(response);
  const cut: Fetch = () => Promise.reject(new Error('cut'));
  const failing = client({ fetch: cut, onResponse, maxRetries: 0 });
  await expect(failing.balance.retrieve()).rejects.toMatchObject({ code: 'connection_failed' });
  expect(responses).toMatchObject([{ status: undefined, requestId: undefined, attempt: 1, method: 'GET' }]);
  answers = [[500, {}]];
  await expect(client({ onResponse, maxRetries: 0 }).balance.retrieve()).rejects.toThrow(PaygateServerError);
  expect(responses[1]?.status).toBe(500);
});

test('a hook that is no function is refused', () => {
  expect(() => client({ onRequest: 'log' as never })).toThrow('onRequest and onResponse are functions');
});
