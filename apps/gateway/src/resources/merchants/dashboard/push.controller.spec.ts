import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  accept,
  checkDashboardSession,
  compileChecker,
  PushNoticesView,
  readPush,
  refuse,
  StartPushCommand,
  startPush,
  stopPush,
} from '@paygate/contracts';
import { mintOpaqueToken, newId, parseKeyring, Sealer, sha256Base64url } from '@paygate/platform';
import { PushBrowser } from '@paygate/testing';
import { busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys } from '../../../test/fixtures/gateway-under-test.js';

let gateway: GatewayUnderTest;
const auth = new Sealer('auth', parseKeyring(keys.SEAL_KEYS));
const [merchantId, sessionId] = [newId('merchant'), newId('dashboardSession')];
const browser = PushBrowser.fresh();
const endpoint = 'https://push.example/send/canary-of-an-endpoint';
const endpointSha256 = sha256Base64url(endpoint);
const wanted = { endpoint, p256dh: browser.p256dh, auth: browser.auth, language: 'fr' };
const state = {
  publicKey: browser.p256dh,
  subscriptions: [{ endpointSha256, createdAt: '2026-11-20T10:00:00.000Z', current: true }],
};

beforeAll(async () => {
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.refuse('service_unavailable');
  const email = auth.seal('gateway', 'ada@shop.example', 'member.email');
  const name = auth.seal('gateway', 'Ada', 'member.name');
  const account = { merchantName: 'Boutique', merchantActive: true, liveActive: true, country: 'CM' } as const;
  const memberships = [{ memberId: newId('member'), merchantId, role: 'cashier' as const, name, ...account }];
  const session = { sessionId, expiresAt: '2199-01-01T00:00:00.000Z' };
  busDouble.on(checkDashboardSession, () => accept({ ...session, email, memberships }));
  busDouble.on(readPush, () => accept(state));
  busDouble.on(startPush, () => accept(state));
  busDouble.on(stopPush, () => accept({ ...state, subscriptions: [] }));
});

const ask = (path: string, body?: unknown) => {
  const headers = { authorization: `Bearer ${mintOpaqueToken('dashboardSession')}` };
  return gateway.ask({
    method: body === undefined ? 'GET' : 'POST',
    path,
    headers,
    ...(body === undefined ? {} : { body }),
  });
};
const sent = (name: string) => busDouble.sent.filter((command) => command.name === name).map(({ payload }) => payload);

test('a member, also a cashier, reads the own browsers', async () => {
  const answer = await ask('/dashboard/push');
  expect([answer.status, answer.body]).toEqual([200, { object: 'push_notices', ...state }]);
  expect(compileChecker(PushNoticesView)(answer.body)).toEqual([]);
  expect(sent('read-push')).toEqual([{ sessionId }]);
});

test('the address and the secret of a browser reach auth sealed', async () => {
  const answer = await ask('/dashboard/push', wanted);
  expect([answer.status, answer.body]).toEqual([200, { object: 'push_notices', ...state }]);
  const [command] = sent('start-push') as StartPushCommand[];
  expect(compileChecker(StartPushCommand)(command)).toEqual([]);
  expect(command).toMatchObject({ sessionId, p256dh: browser.p256dh, language: 'fr' });
  expect(auth.open(command?.endpoint ?? ('' as never), 'push.endpoint')).toBe(endpoint);
  expect(auth.open(command?.auth ?? ('' as never), 'push.auth')).toBe(browser.auth);
  expect(JSON.stringify(command)).not.toContain('canary');
});

test('a browser is stopped by its address, of which auth gets the digest', async () => {
  expect((await ask('/dashboard/push/stop', { endpoint })).body).toMatchObject({
    object: 'push_notices',
    subscriptions: [],
  });
  expect(sent('stop-push')).toEqual([{ sessionId, endpointSha256 }]);
});

test.each([
  ['endpoint', ''],
  ['endpoint', `https://push.example/${'x'.repeat(2_048)}`],
  ['p256dh', browser.auth],
  ['p256dh', `A${browser.p256dh.slice(1)}`],
  ['p256dh', `${browser.p256dh}=`],
  ['auth', browser.auth.slice(1)],
  ['auth', `${browser.auth}==`],
  ['language', 'de'],
])('a wrong %s is refused: %s', async (param, value) => {
  const answer = await ask('/dashboard/push', { ...wanted, [param]: value });
  expect([answer.status, answer.body['param']]).toEqual([400, param]);
  expect(sent('start-push')).toEqual([]);
});

test('what auth refuses is answered as it says', async () => {
  busDouble.on(startPush, () => refuse('channel_unsupported'));
  expect((await ask('/dashboard/push', wanted)).body).toMatchObject({ status: 400, code: 'channel_unsupported' });
  busDouble.on(startPush, () => refuse('parameter_invalid', { param: 'endpoint', detail: 'the URL must use https' }));
  expect((await ask('/dashboard/push', wanted)).body).toMatchObject({
    status: 400,
    code: 'parameter_invalid',
    param: 'endpoint',
  });
});
