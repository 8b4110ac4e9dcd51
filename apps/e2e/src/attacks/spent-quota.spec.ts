import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Answer } from '@paygate/testing';
import { eventually, readStack, stackClient, StackDatabases } from '@paygate/testing';
import { Redis } from 'ioredis';
import { atDashboard, newMerchant } from '../accounts/dashboard.js';
import { accepted } from '../payments/paying.js';
import type { Declared, Opened } from './storing-operations.js';
import { requestsOf, storingOperations } from './storing-operations.js';

/* A test account whose quota is spent asks for everything that would store something. */

const ROUNDS = 5;
/** More than any stack allows. */
const SPENT = '1000000000000000';
/** The log of requests, which has a line for each, and what changes on a stack that nobody uses. */
const OF_EVERY_REQUEST = ['auth.request_log', 'auth.audit_tally'];

const stack = readStack();
const api = stackClient(stack);
const databases = new StackDatabases(stack);
const redis = new Redis(stack.redis);
let opened: Opened;
let declared: Declared;

beforeAll(async () => {
  const session = await newMerchant(stack, api);
  const make = async (path: string, body: object) =>
    accepted(201, await atDashboard(api, `POST ${path}`, { session, body }));
  const keyOf = async (type: string) => String((await make('/api-keys', { type }))['key']);
  const [secret, publishable] = [await keyOf('secret'), await keyOf('publishable')];
  const intent = { amount: '500', currency: 'XAF' };
  const headers = { 'x-api-key': secret };
  const created = await api.request({ method: 'POST', path: '/gateway', headers, body: intent });
  const endpoint = { url: new URL('/unused', stack.ownEndpoint.url).href, events: ['payout.failed'] };
  const own = {
    '/gateway': String(accepted(201, created)['id']),
    '/payment-links': String((await make('/payment-links', intent))['id']),
    '/webhook-endpoints': String((await make('/webhook-endpoints', endpoint))['id']),
    '/api-keys': String((await make('/api-keys', { type: 'restricted', scopes: ['intents:read'] }))['id']),
  };
  const current = await atDashboard(api, 'GET /dashboard/sessions/current', { session });
  const merchantId = (current.body['acting'] as { readonly merchantId: string }).merchantId;
  opened = { merchantId, session, secret, publishable, own };
  declared = (await api.request({ method: 'GET', path: '/openapi.json' })).body as unknown as Declared;
});
afterAll(async () => {
  api.close();
  redis.disconnect();
  await databases.close();
});

/** Rows of each table, except of those that any request changes. */
async function counts(): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const row of await databases.rows()) {
    const table = row.slice(0, row.indexOf(': ')).replace(/_\d{8}$/, '');
    if (!OF_EVERY_REQUEST.includes(table)) found.set(table, (found.get(table) ?? 0) + 1);
  }
  return found;
}
/** Everything that names the account. */
const ofAccount = async (): Promise<readonly string[]> =>
  (await databases.rows()).filter(
    (row) => row.includes(opened.merchantId) && !OF_EVERY_REQUEST.some((table) => row.startsWith(`${table}: `)),
  );
/** The rows of the account once the earlier requests have had their effects: owners are notified, and two looks find the same. */
const settled = (): Promise<readonly string[]> => {
  let before = '';
  return eventually(
    async () => {
      const rows = await ofAccount();
      const isSame = rows.join('\n') === before;
      before = rows.join('\n');
      return isSame && !rows.some((row) => row.startsWith('auth.owner_notice: ')) && rows;
    },
    { intervalMs: 1_000 },
  );
};
/** Without the limit per second, which is another refusal. */
async function answered(request: () => Promise<Answer>): Promise<Answer> {
  return eventually(async () => {
    const answer = await request();
    return answer.body['code'] !== 'rate_limited' && answer;
  });
}

test('[6.16] stores nothing of any request when the quota is spent', async () => {
  const [bucket = ''] = await redis.keys(`*:stored:${opened.merchantId}`);
  expect(await redis.hget(bucket, 'objects')).not.toBeNull();
  await redis.hset(bucket, 'objects', SPENT);
  const [before, rows] = [await settled(), await counts()];
  let tries = 0;
  for (const operation of storingOperations(declared))
    for (const request of requestsOf(operation, opened))
      for (let round = 0; round < ROUNDS; round += 1) {
        const headers = { ...request.headers, 'idempotency-key': randomUUID() };
        const { status, body } = await answered(() => api.request({ ...request, headers }));
        expect([operation.id, status, body['code']]).toEqual([operation.id, 429, 'quota_spent']);
        tries += 1;
      }
  expect(tries).toBeGreaterThanOrEqual(180);
  expect(await settled()).toEqual(before);
  // rows that do not name the account: a kind that stores any has a row of each round
  const grown = [...(await counts())].filter(([table, count]) => count - (rows.get(table) ?? 0) >= ROUNDS);
  expect(grown).toEqual([]);
});

test('[6.16] and a key still ends, with what it made', async () => {
  const { session, own } = opened;
  const id = own['/api-keys'] ?? '';
  accepted(200, await atDashboard(api, `POST /api-keys/${id}/revoke`, { session, body: {} }));
});
