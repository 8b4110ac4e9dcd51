import { createSecretKey } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { NoticeChoice } from '@paygate/contracts';
import { accept, changeMemberNotices, readMemberNotices, refuse } from '@paygate/contracts';
import { newId, stopTokenOf } from '@paygate/platform';
import { busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, pepper } from '../../../test/fixtures/gateway-under-test.js';

/* One-click unsubscription from mails of notices (RFC 8058). */

let gateway: GatewayUnderTest;
const [merchantId, memberId] = [newId('merchant'), newId('member')];
const key = createSecretKey(Buffer.from(pepper, 'base64'));
const token = stopTokenOf(key, { merchantId, memberId, kind: 'payment' });
const others: readonly NoticeChoice[] = [{ kind: 'daily_sum', channels: ['email'] }];

beforeAll(async () => {
  gateway = await GatewayUnderTest.start(GatewayWithDoubles, {
    ...{ TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_DASHBOARD_ADDRESS_PER_SECOND: '2' },
  });
});
afterAll(() => gateway.stop());
let address = 0;
beforeEach(() => {
  address += 1;
  busDouble.sent.length = 0;
  gets(['email', 'push']);
});

function gets(channels: NoticeChoice['channels']): void {
  const notices = [...others, { kind: 'payment' as const, channels }];
  busDouble.on(readMemberNotices, () => accept({ payoutFailed: true, notices }));
  busDouble.on(changeMemberNotices, () => accept({ payoutFailed: true, notices }));
}
const ask = (method: string, given = `token=${token}`) =>
  gateway.ask({
    ...{ method, path: `/dashboard/notices/stop?${given}` },
    headers: { 'x-forwarded-for': `203.0.113.${address}`, 'content-type': 'application/x-www-form-urlencoded' },
    ...(method === 'POST' ? { body: 'List-Unsubscribe=One-Click' } : {}),
  });
const sent = (name: string) => busDouble.sent.filter((command) => command.name === name).map(({ payload }) => payload);

test('[12.32] a mail provider stops the mails of one kind, without a session and a cookie, and push messages go on', async () => {
  const { status, text, headers } = await ask('POST');
  expect([status, text, headers['set-cookie']]).toEqual([204, '', undefined]);
  expect(sent('change-member-notices')).toEqual([
    { merchantId, memberId, notices: [{ kind: 'payment', channels: ['push'] }] },
  ]);
});

test('[12.32] opening the address stops nothing, and shows the page that does', async () => {
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await ask(method);
    expect([status, headers.location]).toEqual([303, '/dashboard/settings/security']);
  }
  expect(busDouble.sent).toEqual([]);
});

test.each([
  ['none', ''],
  ['an empty one', 'token='],
  ['one of another member', `token=${token.replace(memberId, newId('member'))}`],
  ['one of another kind', `token=${token.replace('.payment.', '.daily_sum.')}`],
  [
    'one of another pepper',
    `token=${stopTokenOf(createSecretKey(Buffer.alloc(32)), { merchantId, memberId, kind: 'payment' })}`,
  ],
  ['two', `token=${token}&token=${token}`],
])('[12.32] with %s as token nothing is stopped', async (_, given) => {
  const { status, body } = await ask('POST', given);
  expect([status, body]).toMatchObject([400, { code: 'mail_token_invalid' }]);
  expect(busDouble.sent).toEqual([]);
});

test('[12.32] what is stopped already, and whoever is no member any more, changes nothing', async () => {
  gets(['push']);
  expect((await ask('POST')).status).toBe(204);
  busDouble.on(readMemberNotices, () => refuse('scope_missing'));
  expect((await ask('POST')).status).toBe(204);
  expect(sent('change-member-notices')).toEqual([]);
});

test('[12.32] without an answer the mail provider learns that nothing was stopped', async () => {
  busDouble.on(changeMemberNotices, () => refuse('service_unavailable'));
  expect((await ask('POST')).status).toBe(503);
});

test('[12.32] one address stops mails as often as the bound allows', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask('POST')));
  expect(answers.some(({ status }) => status === 429)).toBe(true);
  expect(answers.some(({ status }) => status === 204)).toBe(true);
});
