import { request as httpsRequest } from 'node:https';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { LoggedRequest, MemberRole } from '@paygate/contracts';
import {
  accept,
  CHECKOUT_KEY_HEADER,
  checkDashboardSession,
  compileChecker,
  getIntent,
  getMerchantProfile,
  listIntents,
  LogRequestsCommand,
  logRequests,
  refuse,
} from '@paygate/contracts';
import { mintOpaqueToken, newId, parseKeyring, Sealer } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { Registry } from 'prom-client';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { CheckoutTokens } from '../../credentials/tokens/checkout-tokens.js';
import { certificate, checkoutKey, GatewayUnderTest, keys, newApiKey } from '../../test/fixtures/gateway-under-test.js';
import { intentOf, merchantProfileOf } from '../../test/fixtures/samples.js';
import { RateLimits } from '../../rate-limits/rate-limits.js';
import { RequestLog, REQUESTS_WAITING_MAX } from './request-log.js';

let gateway: GatewayUnderTest;
const merchantId = newId('merchant');
const secret = newApiKey({ merchantId });
const stored: LoggedRequest[] = [];
/** Sent while auth does not store. */
const refused: LoggedRequest[] = [];
let storing = true;

beforeAll(async () => {
  apiKeyRows.put(secret.row.apiKeyId, secret.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  busDouble.on(listIntents, () => accept({ intents: [], hasMore: false, nextCursor: null }));
  busDouble.on(getIntent, () => refuse('intent_not_found'));
  busDouble.on(logRequests, (command) => {
    expect(compileChecker(LogRequestsCommand)(command)).toEqual([]);
    if (!storing) {
      refused.push(...command.requests);
      return refuse('service_unavailable');
    }
    stored.push(...command.requests);
    return accept({ count: command.requests.length });
  });
  storing = true;
  await gateway.get(RequestLog).send();
  stored.length = 0;
  refused.length = 0;
});

const headers = { 'x-api-key': secret.key };

/** The entries, once they are `count`: a caller may read its answer before the gateway notes that the answer was written. */
async function sent(count: number, entries = stored): Promise<readonly LoggedRequest[]> {
  await eventually(async () => {
    await gateway.get(RequestLog).send();
    return entries.length >= count;
  });
  return entries;
}

test('[1.52] a request of a key is logged with its operation, answer and id, and with nothing else that the caller wrote', async () => {
  const id = newId('intent');
  await gateway.ask({ path: '/gateway?limit=1&reference=canary-order', headers });
  const answer = await gateway.ask({ path: `/gateway/${id}`, headers: { ...headers, 'x-request-id': 'my-request-7' } });
  expect(answer.status).toBe(404);
  const entries = await sent(2);
  const by = { merchantId, mode: 'test', method: 'GET', apiKeyId: secret.row.apiKeyId, memberId: null };
  expect(entries).toMatchObject([
    { ...by, path: '/gateway', status: 200, code: null, requestId: expect.stringMatching(/^req_/) },
    { ...by, path: '/gateway/{id}', status: 404, code: 'intent_not_found', requestId: 'my-request-7' },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`canary|${id}|${secret.key}`));
});

test('a request that a rate limit refused is not logged: a flood leaves the others their place', async () => {
  busDouble.on(getIntent, () => refuse('rate_limited'));
  expect((await gateway.ask({ path: `/gateway/${newId('intent')}`, headers })).status).toBe(429);
  await gateway.ask({ path: '/gateway', headers });
  expect(await sent(1)).toMatchObject([{ path: '/gateway', status: 200 }]);
});

/** A member of the account, and the credential of the member's session. */
function signedIn(role: MemberRole, { liveActive = true } = {}) {
  const account = { merchantId, merchantName: 'Boutique', merchantActive: true, liveActive, role };
  const auth = new Sealer('auth', parseKeyring(keys.SEAL_KEYS));
  const memberId = newId('member');
  const membership = { memberId, name: auth.seal('gateway', 'Ada', 'member.name'), ...account };
  const email = auth.seal('gateway', 'ada@shop.example', 'member.email');
  const session = { sessionId: newId('dashboardSession'), email, expiresAt: '2199-01-01T00:00:00.000Z' };
  busDouble.on(checkDashboardSession, () => accept({ ...session, memberships: [membership] }));
  return { memberId, bearer: { authorization: `Bearer ${mintOpaqueToken('dashboardSession')}` } };
}

test('a request of a member is logged under the member; what the member reads, one without a caller, or of no operation, not at all', async () => {
  const { memberId, bearer } = signedIn('owner');
  await gateway.ask({ path: '/gateway', headers: {} });
  await gateway.ask({ path: '/nowhere', headers });
  expect((await gateway.ask({ path: '/gateway', headers: bearer })).status).toBe(200);
  await gateway.ask({ path: `/gateway/${newId('intent')}`, headers: bearer });
  expect(await sent(1)).toMatchObject([{ memberId, apiKeyId: null, path: '/gateway/{id}', status: 404 }]);
});

test.each(['/customers', '/test-inbox'])(
  'a read of %s by a member is logged: the audit trail counts it',
  async (path) => {
    const { memberId, bearer } = signedIn('owner');
    await gateway.ask({ path, headers: bearer });
    expect(await sent(1)).toMatchObject([{ memberId, path, method: 'GET' }]);
  },
);

test('[1.52] a request that the role of a member does not allow is logged under the member, with its refusal', async () => {
  const { memberId, bearer } = signedIn('viewer');
  expect((await gateway.ask({ method: 'POST', path: '/api-keys', headers: bearer, body: {} })).status).toBe(403);
  const refusal = { status: 403, code: 'scope_missing' };
  expect(await sent(1)).toMatchObject([{ memberId, apiKeyId: null, path: '/api-keys', ...refusal }]);
});

test('[1.61] requests that a key may not make, or of a mode that the account lacks, are logged with their refusals', async () => {
  const publishable = newApiKey({ merchantId, type: 'publishable', origins: ['https://shop.example'] });
  const restricted = newApiKey({ merchantId, type: 'restricted', scopes: ['payment_links:read'] });
  for (const { row } of [publishable, restricted]) apiKeyRows.put(row.apiKeyId, row);
  const refusalOf = async (key: string, more: Readonly<Record<string, string>> = {}) =>
    (await gateway.ask({ path: '/customers', headers: { 'x-api-key': key, ...more } })).body['code'];
  expect(await refusalOf(publishable.key)).toBe('origin_not_allowed');
  expect(await refusalOf(publishable.key, { origin: 'https://shop.example' })).toBe('secret_key_required');
  expect(await refusalOf(restricted.key)).toBe('scope_missing');
  const { memberId, bearer } = signedIn('owner', { liveActive: false });
  const live = await gateway.ask({ path: '/customers', headers: { ...bearer, 'x-mode': 'live' } });
  expect(live.body['code']).toBe('merchant_inactive');
  const [byPage, byRestricted] = [publishable, restricted].map(({ row }) => ({
    apiKeyId: row.apiKeyId,
    memberId: null,
  }));
  expect(await sent(4)).toMatchObject([
    { ...byPage, code: 'origin_not_allowed' },
    { ...byPage, code: 'secret_key_required' },
    { ...byRestricted, code: 'scope_missing' },
    { memberId, mode: 'live', code: 'merchant_inactive' },
  ]);
});

test('[1.52] a request of the payment page is logged under no key', async () => {
  const intentId = newId('intent');
  const intent = intentOf({ intentId, merchantId, mode: 'test', amount: '5000', currency: 'XAF', metadata: '{}' });
  busDouble.on(getMerchantProfile, () => accept(merchantProfileOf(merchantId)));
  busDouble.on(getIntent, () => accept(intent));
  const token = gateway.get(CheckoutTokens).mint({ merchantId, mode: 'test', intentId });
  const asPage = { 'x-forwarded-for': '203.0.113.9', 'x-checkout-token': token, [CHECKOUT_KEY_HEADER]: checkoutKey };
  expect((await gateway.ask({ path: '/gateway/session', headers: asPage })).status).toBe(200);
  expect(await sent(1)).toMatchObject([{ path: '/gateway/session', apiKeyId: null, memberId: null, status: 200 }]);
});

/** Asks for an intent, and closes the connection once the gateway is where the spec waits for it. */
async function hangUpAt(place: Promise<unknown>): Promise<void> {
  const asking = httpsRequest({
    ...{ host: '127.0.0.1', port: gateway.port, ca: certificate, agent: false, path: `/gateway/${newId('intent')}` },
    headers: { ...headers, 'x-request-id': 'my-request-9' },
  });
  asking.on('error', () => undefined);
  asking.end();
  await place;
  asking.destroy();
  await gateway.disconnected();
}

test('a request whose caller closed the connection before it was counted is not logged: such a flood leaves the others their place', async () => {
  const counting = Promise.withResolvers<undefined>();
  const released = Promise.withResolvers<undefined>();
  const ofCaller = jest.spyOn(gateway.get(RateLimits), 'ofCaller').mockImplementationOnce(() => {
    counting.resolve(undefined);
    return released.promise;
  });
  await hangUpAt(counting.promise);
  released.resolve(undefined);
  ofCaller.mockRestore();
  await gateway.ask({ path: '/gateway', headers });
  expect(await sent(1)).toMatchObject([{ path: '/gateway', status: 200 }]);
});

test('[1.52] a request whose caller closed the connection before the answer is logged once, without a status', async () => {
  const received = Promise.withResolvers<undefined>();
  const released = Promise.withResolvers<undefined>();
  busDouble.on(getIntent, async () => {
    received.resolve(undefined);
    await released.promise;
    return refuse('intent_not_found');
  });
  await hangUpAt(received.promise);
  const by = { merchantId, apiKeyId: secret.row.apiKeyId, method: 'GET', path: '/gateway/{id}', code: null };
  const [entry] = await sent(1).finally(() => {
    released.resolve(undefined);
  });
  expect(entry).toMatchObject({ ...by, status: null, requestId: 'my-request-9' });
  await gateway.ask({ path: '/gateway', headers });
  expect(await sent(2)).toMatchObject([{ requestId: 'my-request-9' }, { path: '/gateway', status: 200 }]);
});

test('requests that could not be stored are sent again, the same ones', async () => {
  storing = false;
  await gateway.ask({ path: '/gateway', headers });
  const [first] = await sent(1, refused);
  expect(stored).toEqual([]);
  storing = true;
  await gateway.ask({ path: '/gateway', headers });
  expect(await sent(2)).toMatchObject([{ entryId: first?.entryId }, { path: '/gateway' }]);
  await gateway.get(RequestLog).send();
  expect(stored).toHaveLength(2);
});

test('[1.52] no more than a bounded number wait; what is dropped is counted, and no request is refused for it', async () => {
  storing = false;
  const log = gateway.get(RequestLog);
  const request = {
    id: 'my-request-8',
    method: 'GET',
    routeOptions: { url: '/gateway' },
    checkout: null,
    dashboard: null,
    problem: null,
  };
  const caller = { merchantId, mode: 'test', apiKeyId: secret.row.apiKeyId };
  for (let asked = 0; asked < REQUESTS_WAITING_MAX + 3; asked += 1)
    log.note({ ...request, caller } as never, { status: 200, durationMs: 1 });
  expect((await gateway.ask({ path: '/gateway', headers })).status).toBe(200);
  const metrics = gateway.get(Registry);
  await eventually(async () => / 4$/m.test(await metrics.getSingleMetricAsString('paygate_request_log_dropped_total')));
  storing = true;
  expect(await sent(REQUESTS_WAITING_MAX)).toHaveLength(REQUESTS_WAITING_MAX);
});
