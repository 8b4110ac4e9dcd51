import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { MemberRole, TestMessage } from '@paygate/contracts';
import {
  accept,
  checkDashboardSession,
  compileChecker,
  readTestInbox,
  refuse,
  TestInboxAnswer,
} from '@paygate/contracts';
import { mintOpaqueToken, newId, parseKeyring, Sealer } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../test/fixtures/gateway-under-test.js';

let gateway: GatewayUnderTest;
const [auth, otp] = (['auth', 'otp'] as const).map((self) => new Sealer(self, parseKeyring(keys.SEAL_KEYS)));
const secret = newApiKey();
const { merchantId } = secret.row;
const publishable = newApiKey({ type: 'publishable', merchantId });
const restricted = newApiKey({ type: 'restricted', merchantId, scopes: ['otp:write', 'intents:read'] });
const live = newApiKey({ merchantId, mode: 'live' });
const sealed = (text: string, context: string) => otp?.seal('gateway', text, context) as never;
const shown = { channel: 'sms', destination: '********01', subject: null, sentAt: '2026-11-20T10:01:02.000Z' } as const;
const [code, receipt]: [TestMessage, TestMessage] = [
  {
    ...{ ...shown, messageId: newId('testMessage'), text: sealed('482915 is your Paygate code', 'test-message.text') },
    code: sealed('482915', 'test-message.code'),
  },
  { ...shown, messageId: newId('testMessage'), text: sealed('Payment of 5,000 FCFA', 'test-message.text'), code: null },
];

beforeAll(async () => {
  for (const { row } of [secret, publishable, restricted, live]) apiKeyRows.put(row.apiKeyId, row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(readTestInbox, ({ mode }) =>
    mode === 'live' ? refuse('mode_mismatch') : accept({ messages: [code, receipt] }),
  );
});

const readWith = (key: string) => gateway.ask({ path: '/test-inbox', headers: { 'x-api-key': key } });
const readAs = (role: MemberRole, more: Readonly<Record<string, string>> = {}) => {
  const account = { merchantId, merchantName: 'Boutique', merchantActive: true, liveActive: true, role };
  const name = auth?.seal('gateway', 'Ada', 'member.name') as never;
  const email = auth?.seal('gateway', 'ada@shop.example', 'member.email') as never;
  const session = { sessionId: newId('dashboardSession'), email, expiresAt: '2199-01-01T00:00:00.000Z' };
  const memberships = [{ memberId: newId('member'), name, ...account }];
  busDouble.on(checkDashboardSession, () => accept({ ...session, memberships }));
  const headers = { authorization: `Bearer ${mintOpaqueToken('dashboardSession')}`, ...more };
  return gateway.ask({ path: '/test-inbox', headers });
};
const sent = () => busDouble.sent.filter(({ name }) => name === 'read-test-inbox').map(({ payload }) => payload);

test('[4.19] the messages are read with a secret test key, opened', async () => {
  const answer = await readWith(secret.key);
  expect(answer.status).toBe(200);
  expect(compileChecker(TestInboxAnswer)(answer.body)).toEqual([]);
  const [object, plain] = ['test_message', { channel: 'sms', destination: '********01', subject: null }];
  expect(answer.body).toEqual({
    data: [
      {
        ...plain,
        id: code.messageId,
        object,
        text: '482915 is your Paygate code',
        code: '482915',
        sentAt: shown.sentAt,
      },
      { ...plain, id: receipt.messageId, object, text: 'Payment of 5,000 FCFA', code: null, sentAt: shown.sentAt },
    ],
  });
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(sent()).toEqual([{ merchantId, mode: 'test' }]);
});

test.each(['owner', 'admin', 'developer'] as const)('a member with the role %s reads them', async (role) => {
  expect((await readAs(role)).status).toBe(200);
  expect(sent()).toEqual([{ merchantId, mode: 'test' }]);
});

test('[4.19] a viewer does not', async () => {
  expect((await readAs('viewer')).body).toMatchObject({ code: 'scope_missing', scope: 'test_inbox:read' });
  expect(sent()).toEqual([]);
});

test.each([
  ['publishable', publishable.key, 'secret_key_required'],
  ['restricted', restricted.key, 'scope_missing'],
])('a %s key does not', async (_type, key, refusal) => {
  expect((await readWith(key)).body).toMatchObject({ status: 403, code: refusal });
  expect(sent()).toEqual([]);
});

test('[4.19] live mode is refused', async () => {
  expect((await readWith(live.key)).body).toMatchObject({ status: 403, code: 'mode_mismatch' });
  expect((await readAs('owner', { 'x-mode': 'live' })).body).toMatchObject({ status: 403, code: 'mode_mismatch' });
  expect((await readAs('developer', { 'x-mode': 'live' })).body).toMatchObject({ code: 'scope_missing' });
  expect(sent()).toEqual([
    { merchantId, mode: 'live' },
    { merchantId, mode: 'live' },
  ]);
});

test('parameters are refused', async () => {
  const answer = await gateway.ask({ path: '/test-inbox?to=1', headers: { 'x-api-key': secret.key } });
  expect(answer.body).toMatchObject({ status: 400, code: 'parameter_unknown' });
});
