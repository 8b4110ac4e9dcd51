import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { LoggedRequest } from '@paygate/contracts';
import { endDashboardSession, listAuditEvents, logRequests, verifyAuditTrail } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { AuditTallies } from '../../audit/audit-tallies.js';
import { freshEmail, MembersUnderTest, okay } from '../fixtures/members-under-test.js';

let world: MembersUnderTest;
beforeAll(async () => {
  world = await MembersUnderTest.start();
});
afterAll(() => world.stop());

const tally = (merchantId: string) =>
  world.auth.sql(
    'SELECT action, subject, actor, count FROM audit_tally WHERE merchant_id = $1 ORDER BY action',
    merchantId,
  );
/** Lets the minute of an account's counts pass, and returns what the trail then has of them. */
async function recorded(merchantId: string): Promise<unknown[]> {
  await world.auth.sql(`UPDATE audit_tally SET minute = minute - interval '1 min' WHERE merchant_id = $1`, merchantId);
  await world.auth.app.get(AuditTallies).record();
  expect(await tally(merchantId)).toEqual([]);
  const { events } = okay(await world.ask(listAuditEvents, { merchantId, limit: 100 }));
  expect(await world.auth.get(verifyAuditTrail, { merchantId })).toEqual({ records: events.length, intact: true });
  const counted = events.filter(({ detail }) => detail.includes('count'));
  return counted
    .map(({ action, subject, actor, detail }) => [action, subject, actor, JSON.parse(detail) as unknown])
    .toSorted();
}
const requestOf = (merchantId: string, more: Partial<LoggedRequest>): LoggedRequest => ({
  ...{ entryId: newId('requestLogEntry'), merchantId, mode: 'test', method: 'GET', path: '/customers', status: 200 },
  ...{ code: null, apiKeyId: null, memberId: null, requestId: newId('request'), durationMs: 12 },
  ...{ answeredAt: new Date().toISOString(), ...more },
});

test('[1.37] refused sign-ins of a member are one record, with their count, and an unknown address has none', async () => {
  const { email, memberId, merchantId } = await world.newOwner();
  for (let count = 0; count < 3; count += 1) await world.signIn(email, 'not the password');
  await world.signIn(freshEmail(), 'not the password');
  await eventually(async () => JSON.stringify(await tally(merchantId)).includes('"count":3'));
  expect(await recorded(merchantId)).toEqual([['member.sign_in_refused', memberId, 'gateway', { count: 3 }]]);
});

test('a sign-out is recorded once, however often it is sent, and a session that another one ended', async () => {
  const { email, memberId, merchantId } = await world.newOwner();
  const [sessionId = '', ended = '', actorSessionId = ''] = await Promise.all(
    [1, 2, 3].map(async () => world.sessionOf(await world.tokenOf(email))),
  );
  for (let count = 0; count < 2; count += 1) okay(await world.ask(endDashboardSession, { sessionId }));
  okay(await world.ask(endDashboardSession, { sessionId: ended, actorSessionId }));
  expect(await world.ask(endDashboardSession, { sessionId: ended, actorSessionId })).toMatchObject({ ok: false });
  expect(await recorded(merchantId)).toEqual([
    ['member.session_ended', memberId, memberId, { count: 1 }],
    ['member.signed_out', memberId, memberId, { count: 1 }],
  ]);
});

test('[1.37] refusals by role and reads of customers’ data and of the test inbox are counted per member and operation, each request once', async () => {
  const merchantId = await world.newMerchant();
  const [memberId, otherId, apiKeyId] = [newId('member'), newId('member'), newId('apiKey')];
  const [refused, inbox] = [
    { method: 'POST', path: '/api-keys', status: 403, code: 'scope_missing', memberId },
    { path: '/test-inbox', memberId },
  ];
  const requests = [
    ...[requestOf(merchantId, refused), requestOf(merchantId, refused), requestOf(merchantId, inbox)],
    ...[requestOf(merchantId, { memberId }), requestOf(merchantId, { memberId: otherId })],
    requestOf(merchantId, { memberId, method: 'POST', path: '/gateway/search' }),
    requestOf(merchantId, { apiKeyId, method: 'POST', path: '/auth/web', status: 401, code: 'credentials_invalid' }),
    // of a key, of nothing that customers gave, and without an answer
    ...[requestOf(merchantId, { apiKeyId }), requestOf(merchantId, { memberId, path: '/fees' })],
    requestOf(merchantId, { memberId, status: null }),
    requestOf(merchantId, { apiKeyId, status: 403, code: 'scope_missing' }),
  ];
  for (let count = 0; count < 2; count += 1) await world.ask(logRequests, { requests });
  expect(await recorded(merchantId)).toEqual(
    [
      ['customer.sign_in_refused', 'POST /auth/web', apiKeyId, { count: 1 }],
      ['customers.read', 'GET /customers', memberId, { count: 1 }],
      ['customers.read', 'GET /customers', otherId, { count: 1 }],
      ['customers.read', 'POST /gateway/search', memberId, { count: 1 }],
      ['member.refused', 'POST /api-keys', memberId, { count: 2 }],
      ['test_inbox.read', 'GET /test-inbox', memberId, { count: 1 }],
    ].toSorted(),
  );
});

test('counts of the present minute wait for its end', async () => {
  const { email, merchantId } = await world.newOwner();
  okay(await world.ask(endDashboardSession, { sessionId: await world.sessionOf(await world.tokenOf(email)) }));
  await world.auth.sql(
    `UPDATE audit_tally SET minute = date_trunc('minute', clock_timestamp()) + interval '1 min' WHERE merchant_id = $1`,
    merchantId,
  );
  await world.auth.app.get(AuditTallies).record();
  expect(await tally(merchantId)).toHaveLength(1);
});
