import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { LoggedRequest, MemberRole } from '@paygate/contracts';
import {
  accept,
  checkDashboardSession,
  compileChecker,
  listLoggedRequests,
  memberRoles,
  operationList,
  RequestLogPageAnswer,
} from '@paygate/contracts';
import { mintOpaqueToken, newId, parseKeyring, Sealer } from '@paygate/platform';
import { busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys } from '../../../test/fixtures/gateway-under-test.js';

let gateway: GatewayUnderTest;
const auth = new Sealer('auth', parseKeyring(keys.SEAL_KEYS));
const merchantId = newId('merchant');
const entryId = newId('requestLogEntry');
const entry: LoggedRequest = {
  ...{ entryId, merchantId, mode: 'test', method: 'POST', path: '/gateway', status: 409, code: 'reference_exists' },
  ...{ apiKeyId: newId('apiKey'), memberId: null, requestId: 'req-of-ada-1', durationMs: 12 },
  answeredAt: '2026-11-20T10:00:00.000Z',
};

beforeAll(async () => {
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(listLoggedRequests, () => accept({ requests: [entry], hasMore: true, nextCursor: entryId }));
});

const listAs = (role: MemberRole, query = '', more: Readonly<Record<string, string>> = {}) => {
  const account = { merchantId, merchantName: 'Boutique', merchantActive: true, liveActive: true, role };
  const membership = { memberId: newId('member'), name: auth.seal('gateway', 'Ada', 'member.name'), ...account };
  const email = auth.seal('gateway', 'ada@shop.example', 'member.email');
  const session = { sessionId: newId('dashboardSession'), email, expiresAt: '2199-01-01T00:00:00.000Z' };
  busDouble.on(checkDashboardSession, () => accept({ ...session, memberships: [membership] }));
  const headers = { authorization: `Bearer ${mintOpaqueToken('dashboardSession')}`, ...more };
  return gateway.ask({ path: `/request-logs${query}`, headers });
};
const sent = () => busDouble.sent.filter(({ name }) => name === 'list-logged-requests').map(({ payload }) => payload);

test.each(memberRoles.filter((role) => role !== 'cashier'))(
  'a member with the role %s reads the requests of the account and mode, which name no merchant',
  async (role) => {
    const answer = await listAs(role);
    expect(answer.status).toBe(200);
    expect(compileChecker(RequestLogPageAnswer)(answer.body)).toEqual([]);
    expect(answer.body).toMatchObject({ hasMore: true, nextCursor: entryId, data: [{ id: entryId, status: 409 }] });
    expect(answer.text).not.toContain(merchantId);
    expect(sent()).toEqual([{ merchantId, mode: 'test', limit: 20 }]);
  },
);

test('a cashier reads no requests', async () => {
  expect(await listAs('cashier')).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
  expect(sent()).toEqual([]);
});

test('a request without an answer has no status', async () => {
  const unanswered: LoggedRequest = Object.assign({}, entry, { status: null, code: null });
  busDouble.on(listLoggedRequests, () => accept({ requests: [unanswered], hasMore: false, nextCursor: null }));
  const answer = await listAs('owner');
  expect(answer.status).toBe(200);
  expect(compileChecker(RequestLogPageAnswer)(answer.body)).toEqual([]);
  expect(answer.body).toMatchObject({ data: [{ id: entryId, status: null }] });
});

test('[5.9] a path that is none of the API document is refused with the known ones and the nearest', async () => {
  const { status, body } = await listAs('owner', `?path=${encodeURIComponent('/gateways/{id}')}`);
  expect({ status, body }).toMatchObject({ status: 400, body: { code: 'parameter_invalid', param: 'path' } });
  for (const { path } of operationList) expect(body['detail']).toContain(path);
  expect(body['detail']).toMatch(/; the nearest is \/gateway\/\{id\}\.$/);
  expect(sent()).toEqual([]);
});

test('[1.52] filters, cursor and mode reach the service', async () => {
  const filter = { status: 409, code: 'reference_exists', apiKeyId: newId('apiKey'), path: '/gateway/{id}' };
  const query = new URLSearchParams({ ...filter, status: '409', limit: '5', startingAfter: entryId });
  await listAs('owner', `?${query.toString()}`, { 'x-mode': 'live' });
  expect(sent()).toEqual([{ merchantId, mode: 'live', limit: 5, before: entryId, ...filter }]);
});

test.each([
  ['startingAfter=rle_1', 'cursor_invalid'],
  ['status=99', 'parameter_invalid'],
  ['status=ok', 'parameter_invalid'],
  ['apiKeyId=mine', 'parameter_invalid'],
  ['limit=101', 'parameter_invalid'],
  ['merchantId=mer_1', 'parameter_unknown'],
])('?%s is refused with %s', async (query, code) => {
  expect((await listAs('owner', `?${query}`)).body).toMatchObject({ status: 400, code });
  expect(sent()).toEqual([]);
});
