import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { MemberRole } from '@paygate/contracts';
import {
  accept,
  AuditEventPageAnswer,
  checkDashboardSession,
  compileChecker,
  listAuditEvents,
} from '@paygate/contracts';
import { mintOpaqueToken, newId, parseKeyring, Sealer } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../../test/fixtures/gateway-under-test.js';

let gateway: GatewayUnderTest;
const auth = new Sealer('auth', parseKeyring(keys.SEAL_KEYS));
const merchantId = newId('merchant');
const secret = newApiKey({ merchantId });
const occurredAt = '2026-11-20T10:00:00.000Z';
const by = { actor: newId('member'), requestId: 'req-of-ada-1', detail: '{"__proto__":1,"type":"secret"}', occurredAt };
const event = { sequence: 7, mode: 'test', action: 'api_key.created', subject: newId('apiKey'), ...by } as const;

beforeAll(async () => {
  apiKeyRows.put(secret.row.apiKeyId, secret.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(listAuditEvents, () => accept({ events: [event], next: 7 }));
});

function roleIs(role: MemberRole): void {
  const account = { merchantId, merchantName: 'Boutique', merchantActive: true, liveActive: true, role };
  const membership = { memberId: newId('member'), name: auth.seal('gateway', 'Ada', 'member.name'), ...account };
  const email = auth.seal('gateway', 'ada@shop.example', 'member.email');
  const session = { sessionId: newId('dashboardSession'), email, expiresAt: '2199-01-01T00:00:00.000Z' };
  busDouble.on(checkDashboardSession, () => accept({ ...session, memberships: [membership] }));
}
const list = (query = '') => {
  const headers = { authorization: `Bearer ${mintOpaqueToken('dashboardSession')}` };
  return gateway.ask({ path: `/audit-events${query}`, headers });
};
const sent = () => busDouble.sent.filter(({ name }) => name === 'list-audit-events').map(({ payload }) => payload);

test('[1.47] an admin reads the trail of the account in pages', async () => {
  roleIs('admin');
  const answer = await list('?limit=1');
  expect(answer.status).toBe(200);
  expect(compileChecker(AuditEventPageAnswer)(answer.body)).toEqual([]);
  expect(answer.body).toMatchObject({
    hasMore: true,
    nextCursor: '7',
    data: [{ object: 'audit_event', sequence: 7, detail: { type: 'secret' } }],
  });
  expect(answer.text).toContain('"detail":{"__proto__":1,"type":"secret"}');
  await list('?startingAfter=7&action=api_key.created&actor=key_1');
  expect(sent()).toEqual([
    { merchantId, limit: 1 },
    { merchantId, limit: 20, before: 7, ofAction: 'api_key.created', byActor: 'key_1' },
  ]);
});

test.each<MemberRole>(['developer', 'viewer'])('[1.47] a %s does not', async (role) => {
  roleIs(role);
  expect((await list()).body).toMatchObject({ status: 403, code: 'scope_missing', scope: 'audit_events:read' });
  expect(sent()).toEqual([]);
});

test('[1.47] no API key reads it', async () => {
  const answer = await gateway.ask({ path: '/audit-events', headers: { 'x-api-key': secret.key } });
  expect(answer.body).toMatchObject({ status: 401, code: 'token_missing' });
  expect(sent()).toEqual([]);
});

test.each(['0', '-1', 'x', '1e3', '9999999999'])(
  'a cursor that is none of the list is refused (%s)',
  async (cursor) => {
    roleIs('owner');
    expect((await list(`?startingAfter=${cursor}`)).body).toMatchObject({ status: 400, code: 'cursor_invalid' });
    expect(sent()).toEqual([]);
  },
);
