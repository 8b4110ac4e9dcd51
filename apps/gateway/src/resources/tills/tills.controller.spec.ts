import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CreateIntentCommand, ErrorCode, MemberRole, Till, TillState } from '@paygate/contracts';
import {
  accept,
  checkDashboardSession,
  compileChecker,
  CreateIntentCommand as CreateIntentClass,
  createIntent,
  createTill,
  getKeyedIntent,
  getMerchantProfile,
  listTills,
  PaymentIntentView,
  refuse,
  revokeTill,
  TillListAnswer,
  TillView,
} from '@paygate/contracts';
import { mintOpaqueToken, newId, parseKeyring, Sealer } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../test/fixtures/gateway-under-test.js';
import { intentOf, merchantProfileOf } from '../../test/fixtures/samples.js';

let gateway: GatewayUnderTest;
const secret = newApiKey();
const { merchantId } = secret.row;
const device = newApiKey({ type: 'restricted', scopes: ['till:ask'], merchantId });
const memberId = newId('member');
const tillId = newId('till');
const at = '2026-11-29T09:00:00.000Z';
const till: Till = { tillId, name: 'Caisse 1', createdAt: at, revokedAt: null };

beforeAll(async () => {
  for (const { row } of [secret, device]) apiKeyRows.put(row.apiKeyId, row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(listTills, () => accept({ tills: [till] }));
  busDouble.on(createTill, ({ tillId: id, name }) => accept(Object.assign({}, till, { tillId: id, name })));
  busDouble.on(revokeTill, () => accept(Object.assign({}, till, { revokedAt: at })));
  busDouble.on(createIntent, (command) => accept(Object.assign(intentOf(command), { tillId: command.tillId ?? null })));
  answering('live');
});

const answering = (state?: TillState): void => {
  const known = state === undefined ? {} : { till: state };
  busDouble.on(getMerchantProfile, () => accept(merchantProfileOf(merchantId, known)));
};
const sent = (name: string): unknown => busDouble.sent.find((command) => command.name === name)?.payload;
const signedIn = (role: MemberRole): Record<string, string> => {
  const auth = new Sealer('auth', parseKeyring(keys.SEAL_KEYS));
  const name = auth.seal('gateway', 'Ada', 'member.name');
  const member = { memberId, merchantId, merchantName: 'Boutique', role, merchantActive: true, liveActive: true, name };
  busDouble.on(checkDashboardSession, () =>
    accept({
      ...{ sessionId: newId('dashboardSession'), expiresAt: '2199-01-01T00:00:00.000Z' },
      ...{ email: auth.seal('gateway', 'ada@shop.example', 'member.email'), memberships: [member] },
    }),
  );
  return { authorization: `Bearer ${mintOpaqueToken('dashboardSession')}` };
};
const send = (route: string, headers: Record<string, string>, body?: object) => {
  const [method = '', path = ''] = route.split(' ');
  return gateway.ask({ method, path, headers, ...(body === undefined ? {} : { body }) });
};
const owner = () => signedIn('owner');

describe('[4.27] the tills of an account', () => {
  test('are made, listed and revoked', async () => {
    const made = await send('POST /tills', owner(), { name: 'Caisse 1' });
    expect([made.status, made.body['name'], made.body['revokedAt']]).toEqual([201, 'Caisse 1', null]);
    expect(compileChecker(TillView)(made.body)).toEqual([]);
    expect(sent('create-till')).toMatchObject({ merchantId, actorMemberId: memberId, tillId: made.body['id'] });
    const listed = await send('GET /tills', { 'x-api-key': secret.key });
    expect([listed.status, listed.body['data']]).toEqual([
      ...[200, [{ id: tillId, object: 'till', name: 'Caisse 1', createdAt: at, revokedAt: null }]],
    ]);
    expect(compileChecker(TillListAnswer)(listed.body)).toEqual([]);
    const revoked = await send(`POST /tills/${tillId}/revoke`, owner());
    expect([revoked.status, revoked.body['revokedAt']]).toEqual([200, at]);
    expect(sent('revoke-till')).toMatchObject({ merchantId, actorMemberId: memberId, tillId });
  });

  test('are changed by no key', async () => {
    const byKey = { 'x-api-key': secret.key };
    expect((await send('POST /tills', byKey, { name: 'Caisse 1' })).status).toBe(401);
    expect((await send(`POST /tills/${tillId}/revoke`, byKey)).status).toBe(401);
    expect(busDouble.sent).toEqual([]);
  });

  test.each<[MemberRole, number]>([
    ['admin', 201],
    ['developer', 403],
    ['cashier', 403],
    ['viewer', 403],
  ])('are made by a member who is %s with %i, and listed by each', async (role, status) => {
    const session = signedIn(role);
    expect((await send('POST /tills', session, { name: 'Caisse 1' })).status).toBe(status);
    expect((await send('GET /tills', session)).status).toBe(200);
  });

  test.each([
    ['without a name', {}, 'parameter_missing'],
    ['with an empty name', { name: '' }, 'parameter_invalid'],
    ['with a name of two lines', { name: 'Caisse\n1' }, 'parameter_invalid'],
    ['with a longer name than its screen shows', { name: 'C'.repeat(41) }, 'parameter_invalid'],
  ])('are not made %s', async (_name, body, code) => {
    expect((await send('POST /tills', owner(), body)).body).toMatchObject({ status: 400, code, param: 'name' });
  });

  test('that do not exist, or are too many', async () => {
    expect((await send('POST /tills/caisse/revoke', owner())).body).toMatchObject({
      status: 404,
      code: 'till_not_found',
    });
    busDouble.on(revokeTill, () => refuse('till_not_found'));
    expect((await send(`POST /tills/${tillId}/revoke`, owner())).status).toBe(404);
    busDouble.on(createTill, () => refuse('till_limit_reached', { fields: { limit: 50 } }));
    expect((await send('POST /tills', owner(), { name: 'Caisse 51' })).body).toMatchObject({
      ...{ status: 409, code: 'till_limit_reached', limit: 50 },
    });
  });
});

describe('[4.29] a payment by the code that a till shows', () => {
  const order = { amount: '5000', currency: 'XAF', reference: 'till-8', tillId };
  const pay = (body: object = order, headers: Record<string, string> = { 'x-api-key': device.key }) =>
    send('POST /till/payments', { 'idempotency-key': 'k-1', ...headers }, body);

  test('is an intent of the till and of whoever made it, with the address of its page', async () => {
    const made = await pay();
    expect([made.status, made.body['status'], made.body['tillId']]).toEqual([201, 'PENDING', tillId]);
    expect(compileChecker(PaymentIntentView)(made.body)).toEqual([]);
    expect(made.body).not.toHaveProperty('sessionToken');
    const command = sent('create-intent') as CreateIntentCommand;
    expect(compileChecker(CreateIntentClass)(command)).toEqual([]);
    expect(command).toMatchObject({ merchantId, mode: 'test', actor: device.row.apiKeyId, ...order });
    expect(command).toMatchObject({ expiresInSeconds: 900, metadata: '{}' });
    expect(sent('get-merchant-profile')).toEqual({ merchantId, tillId });
  });

  test('is made by a cashier, also without a till, of which auth is not asked then', async () => {
    const made = await pay({ amount: '5000', currency: 'XAF' }, signedIn('cashier'));
    expect([made.status, made.body['tillId']]).toEqual([201, null]);
    expect(sent('create-intent')).toMatchObject({ actor: memberId });
    expect(sent('get-merchant-profile')).toBeUndefined();
  });

  test.each<[TillState | undefined, number, string]>([
    ['missing', 404, 'till_not_found'],
    ['revoked', 409, 'till_revoked'],
    // auth of the version before
    [undefined, 503, 'service_unavailable'],
  ])('is not made where auth says of the till: %s', async (state, status, code) => {
    answering(state);
    busDouble.on(getKeyedIntent, () => refuse('intent_not_found'));
    expect((await pay()).body).toMatchObject({ status, code });
    expect(sent('create-intent')).toBeUndefined();
  });

  test.each<[string, 'revoked' | 'service_unavailable']>([
    ['the till is revoked', 'revoked'],
    ['auth is not there', 'service_unavailable'],
  ])('is answered under its key like the first time while %s', async (_name, then) => {
    const { body } = await pay();
    const made = sent('create-intent') as CreateIntentCommand;
    const first = Object.assign(intentOf(made), { tillId });
    busDouble.on(getKeyedIntent, () => ({ ...accept(first), replayed: true }));
    if (then === 'revoked') answering(then);
    else busDouble.on(getMerchantProfile, () => refuse('service_unavailable'));
    const again = await pay();
    expect([again.status, again.body, again.headers['idempotency-replayed']]).toEqual([201, body, 'true']);
    expect(sent('get-keyed-intent')).toEqual({ merchantId, mode: 'test', idempotency: made.idempotency });
    expect(busDouble.sent.filter(({ name }) => name === 'create-intent')).toHaveLength(1);
  });

  test.each<ErrorCode>(['idempotency_key_reused', 'service_unavailable'])(
    'is refused with %s where intents says so of the key at a till that is revoked',
    async (code) => {
      answering('revoked');
      busDouble.on(getKeyedIntent, () => refuse(code));
      expect((await pay()).body).toMatchObject({ code });
    },
  );

  test('has keys of its own, apart from those of other intents', async () => {
    const body = { amount: '5000', currency: 'XAF' };
    const keyOf = () => (sent('create-intent') as CreateIntentCommand).idempotency?.keyHash;
    const keyHashes: unknown[] = [];
    for (const path of ['/till/payments', '/till/payments', '/gateway']) {
      busDouble.sent.length = 0;
      await send(`POST ${path}`, { 'idempotency-key': 'k-1', 'x-api-key': secret.key }, body);
      keyHashes.push(keyOf());
    }
    const [first, again, other] = keyHashes;
    expect(first).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect([again === first, other === first]).toEqual([true, false]);
  });

  test('needs an idempotency key, and takes no number', async () => {
    const without = await send('POST /till/payments', { 'x-api-key': device.key }, order);
    expect(without.body).toMatchObject({ status: 400, code: 'idempotency_key_missing' });
    expect((await pay({ ...order, phoneNumber: '+237670000001' })).body).toMatchObject({ code: 'parameter_unknown' });
  });
});
