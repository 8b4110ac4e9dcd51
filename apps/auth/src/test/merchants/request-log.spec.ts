import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ListLoggedRequestsCommand, LoggedRequest, Mode } from '@paygate/contracts';
import { listLoggedRequests, logRequests } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { RequestLogRepository } from '../../merchants/request-log/request-log.repository.js';
import { AuthUnderTest } from '../fixtures/auth-under-test.js';

let auth: AuthUnderTest;
beforeAll(async () => {
  auth = await AuthUnderTest.start();
});
afterAll(() => auth.stop());

const [apiKeyId, otherKeyId] = [newId('apiKey'), newId('apiKey')];
const requestOf = (merchantId: string, more: Partial<LoggedRequest> = {}): LoggedRequest => ({
  ...{ entryId: newId('requestLogEntry'), merchantId, mode: 'test', method: 'POST', path: '/gateway', status: 201 },
  ...{ code: null, apiKeyId, memberId: null, requestId: newId('request'), durationMs: 12 },
  answeredAt: new Date().toISOString(),
  ...more,
});
const log = (...requests: LoggedRequest[]) => auth.get(logRequests, { requests }, 'gateway');
const list = (merchantId: string, more: Partial<ListLoggedRequestsCommand> = {}, mode: Mode = 'test') =>
  auth.get(listLoggedRequests, { merchantId, mode, limit: 10, ...more }, 'gateway');
const idsOf = ({ requests }: { readonly requests: readonly LoggedRequest[] }) => requests.map(({ entryId }) => entryId);

test('[1.52] the requests of one account and mode are listed newest first, in pages without a gap, and no others', async () => {
  const [merchantId, other] = [newId('merchant'), newId('merchant')];
  const requests = Array.from({ length: 5 }, () => requestOf(merchantId));
  await log(...requests, requestOf(other), requestOf(merchantId, { mode: 'live' }));
  const newestFirst = requests.map(({ entryId }) => entryId).reverse();
  const first = await list(merchantId, { limit: 2 });
  expect([idsOf(first), first.hasMore]).toEqual([newestFirst.slice(0, 2), true]);
  const rest = await list(merchantId, { limit: 3, before: first.nextCursor ?? '' });
  expect([idsOf(rest), rest.hasMore, rest.nextCursor]).toEqual([newestFirst.slice(2), false, null]);
  expect(rest.requests[2]).toEqual(requests[0]);
  expect(idsOf(await list(merchantId, {}, 'live'))).toHaveLength(1);
  expect(await list(newId('merchant'))).toEqual({ requests: [], hasMore: false, nextCursor: null });
});

test('requests are found by status, code, key and path, and by all of them', async () => {
  const merchantId = newId('merchant');
  const refused = requestOf(merchantId, { status: 409, code: 'reference_exists' });
  const read = requestOf(merchantId, { method: 'GET', path: '/gateway/{id}', status: 200, apiKeyId: otherKeyId });
  const mine = requestOf(merchantId, { apiKeyId: null, memberId: newId('member') });
  await log(refused, read, mine);
  const found = async (filter: Partial<ListLoggedRequestsCommand>) => idsOf(await list(merchantId, filter));
  expect(await found({ status: 409 })).toEqual([refused.entryId]);
  expect(await found({ code: 'reference_exists' })).toEqual([refused.entryId]);
  expect(await found({ apiKeyId: otherKeyId })).toEqual([read.entryId]);
  expect(await found({ path: '/gateway' })).toEqual([mine.entryId, refused.entryId]);
  expect(await found({ status: 200, path: '/gateway' })).toEqual([]);
});

test('a request without a status, whose caller closed the connection, is listed, and found by no status', async () => {
  const merchantId = newId('merchant');
  const unanswered = requestOf(merchantId, { status: null, path: '/payment/charge' });
  const answered = requestOf(merchantId, { status: 200, path: '/payment/charge' });
  await log(unanswered, answered);
  expect((await list(merchantId)).requests).toEqual([answered, unanswered]);
  expect(idsOf(await list(merchantId, { path: '/payment/charge' }))).toHaveLength(2);
  expect(idsOf(await list(merchantId, { status: 200 }))).toEqual([answered.entryId]);
});

test('a batch that is sent again is stored once', async () => {
  const merchantId = newId('merchant');
  const requests = [requestOf(merchantId), requestOf(merchantId)];
  await Promise.all(Array.from({ length: 4 }, () => log(...requests)));
  await log();
  expect(idsOf(await list(merchantId))).toHaveLength(2);
});

test('a page with a filter looks at a bounded number of requests, and the next page goes on behind them', async () => {
  const merchantId = newId('merchant');
  const wanted = requestOf(merchantId, { status: 503, code: 'service_unavailable' });
  await log(wanted);
  await auth.sql(
    `INSERT INTO request_log SELECT $1, 'test', 'rle_7' || lpad(number::text, 25, '0'), 'GET', '/events', 200, NULL, NULL,
       NULL, 'req', 1, clock_timestamp() FROM generate_series(1, 10000) AS number`,
    merchantId,
  );
  const first = await list(merchantId, { status: 503 });
  expect([idsOf(first), first.hasMore]).toEqual([[], true]);
  expect(idsOf(await list(merchantId, { status: 503, before: first.nextCursor ?? '' }))).toEqual([wanted.entryId]);
});

test('[1.52] requests of more than 30 days are not shown, and deleted', async () => {
  const merchantId = newId('merchant');
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const [old, young] = [29, 31].map((days) => requestOf(merchantId, { answeredAt: daysAgo(days) })).reverse();
  if (old === undefined || young === undefined) throw new Error('two requests were made');
  await log(young, old);
  expect(idsOf(await list(merchantId))).toEqual([young.entryId]);
  await auth.app.get(RequestLogRepository).deleteExpired();
  const kept = await auth.sql('SELECT entry_id AS id FROM request_log WHERE merchant_id = $1', merchantId);
  expect(kept).toEqual([{ id: young.entryId }]);
});
