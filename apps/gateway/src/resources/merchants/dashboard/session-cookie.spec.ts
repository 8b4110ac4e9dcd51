import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { MemberRole } from '@paygate/contracts';
import {
  accept,
  cancelIntent,
  checkDashboardSession,
  DASHBOARD_COOKIE,
  endDashboardSession,
  getIntent,
  listApiKeys,
  listIntents,
  signInToDashboard,
} from '@paygate/contracts';
import { mintOpaqueToken, newId, parseKeyring, Sealer } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../../test/fixtures/gateway-under-test.js';
import { intentOf } from '../../../test/fixtures/samples.js';

let gateway: GatewayUnderTest;
/** The headers that a page of PUBLIC_URL sends, whatever host the proxy in front of the gateway names. */
const own = { origin: 'https://pay.example', 'sec-fetch-site': 'same-origin' } as const;
const auth = new Sealer('auth', parseKeyring(keys.SEAL_KEYS));
const token = mintOpaqueToken('dashboardSession');
const cookie = `theme=dark; ${DASHBOARD_COOKIE}=${token}; lang=fr`;
const [merchantId, intentId] = [newId('merchant'), newId('intent')];
const intent = intentOf({ intentId, merchantId, mode: 'test', amount: '5000', currency: 'XAF', metadata: '{}' });
const expiresAt = '2026-11-20T22:00:00.000Z';
const session = (role: MemberRole) => ({
  ...{
    sessionId: newId('dashboardSession'),
    email: auth.seal('gateway', 'ada@shop.example', 'member.email'),
    expiresAt,
  },
  memberships: [
    {
      ...{
        memberId: newId('member'),
        merchantId,
        merchantName: 'Boutique',
        merchantActive: true,
        liveActive: true,
        role,
      },
      name: auth.seal('gateway', 'Ada', 'member.name'),
    },
  ],
});
const known = newApiKey();

beforeAll(async () => {
  apiKeyRows.put(known.row.apiKeyId, known.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(checkDashboardSession, () => accept(session('owner')));
  busDouble.on(listApiKeys, () => accept({ apiKeys: [], hasMore: false }));
  busDouble.on(listIntents, () => accept({ intents: [intent], hasMore: false, nextCursor: null }));
  busDouble.on(getIntent, () => accept(intent));
  busDouble.on(cancelIntent, () => accept(intent));
  busDouble.on(endDashboardSession, ({ sessionId }) => accept({ sessionId }));
  const sealed = auth.seal('gateway', token, 'dashboard.token');
  busDouble.on(signInToDashboard, () => accept(Object.assign(session('owner'), { token: sealed })));
});

const byCookie = (method: string, path: string, headers: Record<string, string> = own) =>
  gateway.ask({ method, path, headers: { cookie, ...headers } });
const signIn = (delivery: string, headers: Record<string, string>) =>
  gateway.ask({
    ...{ method: 'POST', path: '/dashboard/sessions', headers },
    body: { email: 'ada@shop.example', password: 'corréct horse', delivery },
  });
const commands = () => busDouble.sent.map(({ name }) => name);

describe('a sign-in of the dashboard’s own page', () => {
  test('[1.40] puts the token into a cookie that scripts and other sites never see, and nowhere else', async () => {
    const answer = await signIn('cookie', own);
    expect(answer.status).toBe(201);
    expect(answer.text).not.toContain(token);
    expect(answer.headers['set-cookie']).toEqual([
      `__Host-paygate_dashboard=${token}; Expires=Fri, 20 Nov 2026 22:00:00 GMT; Path=/; Secure; HttpOnly; SameSite=Strict`,
    ]);
  });

  test('[1.40] from another site begins no session, so nobody is signed in to an account of others', async () => {
    const answer = await signIn('cookie', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
    expect(answer.body).toMatchObject({ status: 403, code: 'origin_not_allowed' });
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(busDouble.sent).toEqual([]);
  });

  test('that asks for a token gets no cookie', async () => {
    const answer = await signIn('token', own);
    expect(answer.body).toMatchObject({ token });
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });
});

describe('a session cookie', () => {
  test.each(['GET /dashboard/sessions/current', 'GET /api-keys', 'GET /gateway', `POST /gateway/${intentId}/cancel`])(
    'is the credential of %s on a page of this origin',
    async (route) => {
      const [method = '', path = ''] = route.split(' ');
      expect((await byCookie(method, path)).status).toBe(200);
      expect(JSON.stringify(busDouble.sent)).not.toContain(token);
    },
  );

  test('counts in a reading request with either header, as browsers send them', async () => {
    expect((await byCookie('GET', '/gateway', { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await byCookie('GET', '/gateway', { origin: own.origin })).status).toBe(200);
  });

  const elsewhere: readonly [string, Record<string, string>][] = [
    ['a form or fetch of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a page of a sibling host', { origin: 'https://evil.pay.example', 'sec-fetch-site': 'same-site' }],
    ['a page of another port', { origin: 'https://pay.example:1', 'sec-fetch-site': 'same-site' }],
    ['a page of a host that the request names itself', { origin: 'https://localhost:1', host: 'localhost:1' }],
    ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['a link in a mail', { 'sec-fetch-site': 'none' }],
    ['a browser that names neither', {}],
    ['a page without encryption', { origin: 'http://pay.example' }],
  ];
  test.each(elsewhere)('[1.40] gets nothing in a request of %s', async (_name, headers) => {
    for (const [method, path] of [
      ['GET', '/gateway'],
      ['POST', `/gateway/${intentId}/cancel`],
      ['DELETE', '/dashboard/sessions/current'],
    ] as const)
      expect((await byCookie(method, path, headers)).body).toMatchObject({ status: 403, code: 'origin_not_allowed' });
    expect(busDouble.sent).toEqual([]);
  });

  test('[1.40] changes nothing without the Origin of this page', async () => {
    const headers = { 'sec-fetch-site': 'same-origin' };
    const answer = await byCookie('POST', `/gateway/${intentId}/cancel`, headers);
    expect(answer.body).toMatchObject({ status: 403, code: 'origin_not_allowed' });
    expect(busDouble.sent).toEqual([]);
  });

  test('[1.40] gives way to an API key and to a bearer token', async () => {
    const other = { ...own, authorization: 'Bearer dsh_123' };
    expect((await byCookie('GET', '/gateway', other)).body).toMatchObject({ code: 'token_invalid' });
    const answer = await gateway.ask({ path: '/gateway', headers: { cookie, 'x-api-key': known.key } });
    expect(answer.status).toBe(200);
    expect(commands()).toEqual(['list-intents']);
  });

  test.each(['POST /gateway', 'GET /gateway/session', 'POST /auth/otp/init'])(
    'is no credential of %s',
    async (route) => {
      const [method = '', path = ''] = route.split(' ');
      expect((await byCookie(method, path)).body).toMatchObject({ status: 401, code: 'api_key_missing' });
      expect(busDouble.sent).toEqual([]);
    },
  );

  test('[1.40] is removed at sign-out', async () => {
    const answer = await byCookie('DELETE', '/dashboard/sessions/current');
    expect(answer.status).toBe(204);
    expect(answer.headers['set-cookie']).toEqual([
      '__Host-paygate_dashboard=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Strict',
    ]);
    expect(commands()).toContain('end-dashboard-session');
  });
});

describe('payments of a member', () => {
  const cancel = (mode: string) => byCookie('POST', `/gateway/${intentId}/cancel`, { ...own, 'x-mode': mode });

  test('[1.41] are those of the account and mode that the request names', async () => {
    await byCookie('GET', '/gateway?limit=5', { ...own, 'x-merchant-id': merchantId, 'x-mode': 'live' });
    await byCookie('GET', `/gateway/${intentId}`);
    await cancel('live');
    expect(busDouble.sent.filter(({ name }) => name !== 'check-dashboard-session')).toMatchObject([
      { name: 'list-intents', payload: { merchantId, mode: 'live', limit: 5 } },
      { name: 'get-intent', payload: { merchantId, mode: 'test', intentId } },
      { name: 'cancel-intent', payload: { merchantId, mode: 'live', intentId } },
    ]);
    const others = await byCookie('GET', '/gateway', { ...own, 'x-merchant-id': known.row.merchantId });
    expect(others.body).toMatchObject({ status: 404, code: 'merchant_not_found' });
  });

  test.each<[MemberRole, string, number]>([
    ['viewer', 'test', 403],
    ['developer', 'test', 200],
    ['developer', 'live', 403],
    ['admin', 'live', 200],
  ])('[1.41] are read by a %s, who in %s mode is answered %i to a cancellation', async (role, mode, status) => {
    busDouble.on(checkDashboardSession, () => accept(session(role)));
    expect((await byCookie('GET', '/gateway', { ...own, 'x-mode': mode })).status).toBe(200);
    expect((await cancel(mode)).status).toBe(status);
    expect(commands().includes('cancel-intent')).toBe(status === 200);
  });
});
