import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { MemberRole } from '@paygate/contracts';
import {
  accept,
  changeMemberNotices,
  ChangeMemberNoticesCommand,
  checkDashboardSession,
  compileChecker,
  MemberNoticesView,
  readMemberNotices,
  refuse,
} from '@paygate/contracts';
import { mintOpaqueToken, newId, parseKeyring, Sealer } from '@paygate/platform';
import { busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys } from '../../../test/fixtures/gateway-under-test.js';

let gateway: GatewayUnderTest;
const auth = new Sealer('auth', parseKeyring(keys.SEAL_KEYS));
const [merchantId, memberId] = [newId('merchant'), newId('member')];
const path = '/dashboard/notices';
const notices = [{ kind: 'payment' as const, channels: ['email' as const] }];

beforeAll(async () => {
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.refuse('service_unavailable');
  signedInAs('owner');
});

function signedInAs(role: MemberRole): void {
  const email = auth.seal('gateway', 'ada@shop.example', 'member.email');
  const name = auth.seal('gateway', 'Ada', 'member.name');
  const account = { merchantName: 'Boutique', merchantActive: true, liveActive: true, country: 'CM' } as const;
  const memberships = [{ memberId, merchantId, role, name, ...account }];
  const session = { sessionId: newId('dashboardSession'), expiresAt: '2199-01-01T00:00:00.000Z' };
  busDouble.on(checkDashboardSession, () => accept({ ...session, email, memberships }));
}
const ask = (method: string, body?: unknown) => {
  const headers = { authorization: `Bearer ${mintOpaqueToken('dashboardSession')}` };
  return gateway.ask({ method, path, headers, ...(body === undefined ? {} : { body }) });
};
const sent = (name: string) => busDouble.sent.filter((command) => command.name === name).map(({ payload }) => payload);

test('[12.14] a member reads the own notices', async () => {
  busDouble.on(readMemberNotices, () => accept({ payoutFailed: true, notices }));
  const answer = await ask('GET');
  expect([answer.status, answer.body]).toEqual([200, { object: 'member_notices', payoutFailed: true, notices }]);
  expect(compileChecker(MemberNoticesView)(answer.body)).toEqual([]);
  expect(sent('read-member-notices')).toEqual([{ merchantId, memberId }]);
});

test.each([
  [{ payoutFailed: false }, { payoutFailed: false }],
  [{ payoutFailed: null }, {}],
  [{ notices }, { notices }],
  [{ notices: null }, {}],
  [{}, {}],
])('[12.14] a member changes the own notices by %j', async (body, changed) => {
  busDouble.on(changeMemberNotices, () => accept({ payoutFailed: false, notices }));
  const answer = await ask('PATCH', body);
  expect([answer.status, answer.body]).toEqual([200, { object: 'member_notices', payoutFailed: false, notices }]);
  expect(sent('change-member-notices')).toEqual([{ merchantId, memberId, ...changed }]);
  expect(compileChecker(ChangeMemberNoticesCommand)(sent('change-member-notices')[0])).toEqual([]);
});

test.each([
  ...[{ payoutFailed: 'no' }, { payoutFailed: 0 }, { memberId: newId('member') }],
  { notices: [{ kind: 'salary', channels: [] }] },
  { notices: [{ kind: 'payment', channels: ['fax'] }] },
  { notices: Array.from({ length: 30 }, () => notices[0]) },
])('a change by %j is refused', async (body) => {
  expect((await ask('PATCH', body)).status).toBe(400);
  expect(sent('change-member-notices')).toEqual([]);
});

test('a member whose rights have ended is refused', async () => {
  busDouble.on(readMemberNotices, () => refuse('scope_missing'));
  busDouble.on(changeMemberNotices, () => refuse('scope_missing'));
  for (const answer of [await ask('GET'), await ask('PATCH', {})])
    expect([answer.status, answer.body['code']]).toEqual([403, 'scope_missing']);
});
