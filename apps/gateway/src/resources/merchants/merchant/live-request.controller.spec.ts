import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { LiveRequest, MemberRole } from '@paygate/contracts';
import {
  accept,
  checkDashboardSession,
  compileChecker,
  LIVE_REQUEST_MAX_CHARACTERS,
  LiveRequestView,
  readLiveRequest,
  requestLive,
  withdrawLiveRequest,
} from '@paygate/contracts';
import { mintOpaqueToken, newId, parseKeyring, Sealer } from '@paygate/platform';
import { busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys } from '../../../test/fixtures/gateway-under-test.js';

let gateway: GatewayUnderTest;
const auth = new Sealer('auth', parseKeyring(keys.SEAL_KEYS));
const [merchantId, memberId] = [newId('merchant'), newId('member')];
const none = {
  ...{ status: 'none', business: null, requestedBy: null, requestedAt: null, declinedAt: null, declineReason: null },
} as const satisfies LiveRequest;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(readLiveRequest, () => accept(none));
  busDouble.on(withdrawLiveRequest, () => accept(none));
  busDouble.on(requestLive, ({ business }) =>
    accept({ ...none, status: 'requested', business, requestedBy: memberId, requestedAt: '2026-11-20T10:00:00.000Z' }),
  );
});

const askAs = (role: MemberRole, method: string, body?: unknown) => {
  const account = { merchantId, merchantName: 'Boutique', merchantActive: true, liveActive: false, role };
  const membership = { memberId, name: auth.seal('gateway', 'Ada', 'member.name'), ...account };
  const email = auth.seal('gateway', 'ada@shop.example', 'member.email');
  const session = { sessionId: newId('dashboardSession'), email, expiresAt: '2199-01-01T00:00:00.000Z' };
  busDouble.on(checkDashboardSession, () => accept({ ...session, memberships: [membership] }));
  const headers = { authorization: `Bearer ${mintOpaqueToken('dashboardSession')}` };
  return gateway.ask({ method, path: '/merchant/live-request', headers, ...(body === undefined ? {} : { body }) });
};
const sent = () =>
  busDouble.sent.filter(({ name }) => name.includes('live')).map(({ name, payload }) => [name, payload]);

test('[1.55] an owner asks for live mode, reads the request and withdraws it', async () => {
  const business = 'Bread\nand cakes';
  const answers = [
    await askAs('owner', 'POST', { business }),
    await askAs('owner', 'GET'),
    await askAs('owner', 'DELETE'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const { body } of answers) expect(compileChecker(LiveRequestView)(body)).toEqual([]);
  expect(answers[0]?.body).toMatchObject({ object: 'live_request', status: 'requested', business });
  const actor = { merchantId, mode: 'test', actorMemberId: memberId };
  expect(sent()).toEqual([
    ['request-live', { ...actor, business }],
    ['read-live-request', { merchantId }],
    ['withdraw-live-request', actor],
  ]);
});

test.each([undefined, '', 'a'.repeat(LIVE_REQUEST_MAX_CHARACTERS + 1)])('the text %j is refused', async (business) => {
  const answer = await askAs('owner', 'POST', { business });
  expect([answer.status, answer.body['param']]).toEqual([400, 'business']);
  expect(sent()).toEqual([]);
});

test('a developer reads the request, and neither makes nor withdraws it', async () => {
  expect((await askAs('developer', 'GET')).status).toBe(200);
  for (const [method, body] of [['POST', { business: 'Bread' }], ['DELETE']] as const)
    expect(await askAs('developer', method, body)).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
});
