import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { LoggedRequest } from '@paygate/contracts';
import {
  beginSecondFactor,
  disableSecondFactor,
  endDashboardSession,
  listAuditEvents,
  logRequests,
  verifyAuditTrail,
} from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { AuditTallies } from '../../audit/audit-tallies.js';
import { TALLIES_MAX } from '../../audit/audit-tallies.repository.js';
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
  const counted = await eventually(async () => {
    const rows = (await tally(merchantId)) as readonly { readonly count: number }[];
    return rows.reduce((sum, { count }) => sum + count, 0) === 3 && rows;
  });
  // sign-ins that a change of the minute parts are two counts
  const records = counted.map(({ count }) => ['member.sign_in_refused', memberId, 'gateway', { count }]);
  expect(await recorded(merchantId)).toEqual(records.toSorted());
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

test('[1.37] [1.61] refusals of rights and reads of customers’ data and of the test inbox are counted per member or key and operation, each request once', async () => {
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
    requestOf(merchantId, { apiKeyId }),
    requestOf(merchantId, { apiKeyId, status: 403, code: 'scope_missing' }),
    // of nothing that customers gave, and without an answer
    ...[requestOf(merchantId, { memberId, path: '/fees' }), requestOf(merchantId, { memberId, status: null })],
  ];
  for (let count = 0; count < 2; count += 1) await world.ask(logRequests, { requests });
  expect(await recorded(merchantId)).toEqual(
    [
      ['api_key.refused', 'GET /customers', apiKeyId, { count: 1 }],
      ['customer.sign_in_refused', 'POST /auth/web', apiKeyId, { count: 1 }],
      ['customers.read', 'GET /customers', apiKeyId, { count: 1 }],
      ['customers.read', 'GET /customers', memberId, { count: 1 }],
      ['customers.read', 'GET /customers', otherId, { count: 1 }],
      ['customers.read', 'POST /gateway/search', memberId, { count: 1 }],
      ['member.refused', 'POST /api-keys', memberId, { count: 2 }],
      ['test_inbox.read', 'GET /test-inbox', memberId, { count: 1 }],
    ].toSorted(),
  );
});

test('[1.61] wrong current passwords and a reset that was asked for are counted at every account of the person', async () => {
  const { email, memberId, merchantId } = await world.newOwner();
  const sessionId = await world.sessionOf(await world.tokenOf(email));
  const [wrong, from] = ['not the password', '203.0.113.7'];
  const shown = {
    sessionId,
    password: world.auth.seal(wrong, 'dashboard.password'),
    address: world.auth.seal(from, 'dashboard.address'),
  };
  expect(await world.changePassword(sessionId, wrong, 'a better horse and battery')).toMatchObject({ ok: false });
  expect(await world.ask(beginSecondFactor, shown)).toMatchObject({ code: 'credentials_invalid' });
  const code = world.auth.seal('123456', 'dashboard.code');
  expect(await world.ask(disableSecondFactor, { ...shown, code })).toMatchObject({ code: 'credentials_invalid' });
  okay(await world.forget(email));
  await world.forget(freshEmail());
  expect(await recorded(merchantId)).toEqual([
    ['member.password_refused', memberId, memberId, { count: 3 }],
    ['member.password_reset_requested', memberId, 'gateway', { count: 1 }],
  ]);
});

test('[1.61] whoever tries every operation with many keys leaves a bounded number of counts, with the sum of the acts', async () => {
  const merchantId = await world.newMerchant();
  const keys = Array.from({ length: 10 }, () => newId('apiKey'));
  const requests = keys.flatMap((apiKeyId) =>
    Array.from({ length: 10 }, (_, index) =>
      requestOf(merchantId, {
        apiKeyId,
        method: 'POST',
        path: `/operation-${index}`,
        status: 403,
        code: 'scope_missing',
      }),
    ),
  );
  await world.ask(logRequests, { requests: requests.slice(0, 15) });
  await world.ask(logRequests, { requests: requests.slice(15) });
  // one of those that have a count goes on in it
  const { apiKeyId, method, path, code } = requests[0] ?? requestOf(merchantId, {});
  await world.ask(logRequests, { requests: [requestOf(merchantId, { apiKeyId, method, path, code, status: 403 })] });
  const counted = (await recorded(merchantId)) as readonly [string, string, string, { count: number }][];
  expect(counted).toHaveLength(TALLIES_MAX + 1);
  expect(counted.reduce((sum, [, , , { count }]) => sum + count, 0)).toBe(requests.length + 1);
  expect(counted.find(([, subject]) => subject === 'several')).toEqual([
    ...['api_key.refused', 'several', 'several'],
    { count: requests.length - TALLIES_MAX },
  ]);
  expect(counted.filter(([, , , { count }]) => count === 2)).toHaveLength(1);
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
