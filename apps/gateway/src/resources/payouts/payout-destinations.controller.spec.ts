import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ErrorCode, MemberRole } from '@paygate/contracts';
import {
  accept,
  checkDashboardSession,
  compileChecker,
  errorCatalogue,
  listPayoutDestinations,
  LookUpOwnerCommand,
  lookUpNumberOwner,
  memberRoles,
  NumberOwnerView,
  PayoutDestinationListAnswer,
  PayoutDestinationView,
  proveOwner,
  ProveOwnerCommand,
  readSecondFactor,
  refuse,
  RegisterPayoutDestinationCommand,
  registerPayoutDestination,
  revokePayoutDestination,
  scopes,
} from '@paygate/contracts';
import { mintOpaqueToken, newId, parseKeyring, Sealer } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../test/fixtures/gateway-under-test.js';
import { payoutDestinationOf } from '../../test/fixtures/samples.js';

let gateway: GatewayUnderTest;
const secret = newApiKey();
const { merchantId } = secret.row;
const everyScope = newApiKey({ type: 'restricted', scopes: [...scopes], merchantId });
const reader = newApiKey({ type: 'restricted', scopes: ['payouts:read'], merchantId });
const writer = newApiKey({ type: 'restricted', scopes: ['payouts:write'], merchantId });
const [memberId, sessionId, destinationId] = [newId('member'), newId('dashboardSession'), newId('payoutDestination')];
const account = { merchantId, mode: 'test' } as const;
const destination = payoutDestinationOf(destinationId);
const auth = new Sealer('auth', parseKeyring(keys.SEAL_KEYS));
const charging = new Sealer('charging', parseKeyring(keys.SEAL_KEYS));
const registration = { phoneNumber: '+237670000001', label: 'Phone of the shop', code: '492039' };

beforeAll(async () => {
  for (const key of [secret, everyScope, reader, writer]) apiKeyRows.put(key.row.apiKeyId, key.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(proveOwner, () => accept({ memberId }));
  busDouble.on(readSecondFactor, () => accept({ enabledAt: '2026-11-20T10:00:00.000Z', recoveryCodesLeft: 9 }));
  busDouble.on(registerPayoutDestination, () => accept(destination));
  busDouble.on(revokePayoutDestination, () => accept(payoutDestinationOf(destinationId, { status: 'revoked' })));
  busDouble.on(listPayoutDestinations, () => accept({ destinations: [destination], operators: ['mtn_momo' as const] }));
  const name = charging.seal('gateway', 'Ada N.', 'payout-destination.owner');
  busDouble.on(lookUpNumberOwner, () => accept({ operator: 'mtn_momo' as const, name }));
});

const changes = {
  register: { method: 'POST', path: '/payout-destinations', body: registration },
  revoke: { method: 'POST', path: `/payout-destinations/${destinationId}/revoke`, body: { code: '492039' } },
  lookUp: { method: 'POST', path: '/payout-destinations/lookup', body: { phoneNumber: '+237670000001' } },
} as const;
const commands = (name: string) =>
  busDouble.sent.filter((command) => command.name === name).map(({ payload }) => payload);
/** The commands that charging was sent. */
const asked = () => busDouble.sent.filter(({ name }) => name.includes('payout') || name === 'look-up-number-owner');

function signedIn(role: MemberRole, headers: Record<string, string> = {}): Record<string, string> {
  const member = { merchantId, merchantName: 'Boutique', merchantActive: true, liveActive: true, memberId, role };
  const seal = (text: string, context: string) => auth.seal('gateway', text, context);
  busDouble.on(checkDashboardSession, () =>
    accept({
      ...{ sessionId, expiresAt: '2199-01-01T00:00:00.000Z', email: seal('ada@shop.example', 'member.email') },
      memberships: [{ ...member, name: seal('Ada', 'member.name') }],
    }),
  );
  return { authorization: `Bearer ${mintOpaqueToken('dashboardSession')}`, ...headers };
}

describe('an owner who shows a code of the second factor', () => {
  test('registers a destination: auth proves the owner, then charging hears of it', async () => {
    const answer = await gateway.ask({ ...changes.register, headers: signedIn('owner') });
    expect(answer.status).toBe(201);
    expect(compileChecker(PayoutDestinationView)(answer.body)).toEqual([]);
    expect(busDouble.sent.map(({ name }) => name).slice(-2)).toEqual(['prove-owner', 'register-payout-destination']);
    const [proof] = commands('prove-owner') as readonly ProveOwnerCommand[];
    expect(compileChecker(ProveOwnerCommand)(proof)).toEqual([]);
    expect(proof).toMatchObject({ ...account, sessionId });
    expect(proof && auth.open(proof.code, 'dashboard.code')).toBe(registration.code);
    const [command] = commands('register-payout-destination') as readonly RegisterPayoutDestinationCommand[];
    expect(compileChecker(RegisterPayoutDestinationCommand)(command)).toEqual([]);
    expect(command).toMatchObject({ ...account, actor: memberId, label: registration.label });
    expect(command && charging.open(command.phoneNumber, 'payout-destination.phone')).toBe(registration.phoneNumber);
    expect(JSON.stringify(command)).not.toMatch(/670000001|492039/);
  });

  test('repeats a registration with another code under one key: its digests stay the same', async () => {
    const headers = signedIn('owner', { 'idempotency-key': 'k-1' });
    const send = (more: object) => gateway.ask({ ...changes.register, body: { ...registration, ...more }, headers });
    await send({});
    busDouble.on(registerPayoutDestination, () => ({ ...accept(destination), replayed: true }));
    expect((await send({ code: '111111' })).headers['idempotency-replayed']).toBe('true');
    await send({ phoneNumber: '+237670000002' });
    const sent = commands('register-payout-destination') as readonly RegisterPayoutDestinationCommand[];
    const [first, again, other] = sent.map(({ idempotency }) => idempotency);
    expect(again).toEqual(first);
    expect(other?.keyHash).toBe(first?.keyHash);
    expect(other?.bodyHash).not.toBe(first?.bodyHash);
  });

  test('registers without a key: no digest can be compared with those of all numbers', async () => {
    for (let time = 0; time < 2; time++) await gateway.ask({ ...changes.register, headers: signedIn('owner') });
    const sent = commands('register-payout-destination') as readonly RegisterPayoutDestinationCommand[];
    expect(new Set(sent.map(({ idempotency }) => idempotency?.bodyHash)).size).toBe(2);
  });

  test('revokes a destination', async () => {
    const answer = await gateway.ask({ ...changes.revoke, headers: signedIn('owner') });
    expect(answer).toMatchObject({ status: 200, body: { id: destinationId, status: 'revoked' } });
    expect(commands('revoke-payout-destination')).toEqual([{ ...account, destinationId, actor: memberId }]);
    const headers = signedIn('owner');
    const malformed = await gateway.ask({ ...changes.revoke, path: '/payout-destinations/pd_1/revoke', headers });
    expect(malformed.body).toMatchObject({ status: 404, code: 'payout_destination_not_found' });
  });

  test('asks first whom the number belongs to; the operator may not say', async () => {
    const answer = await gateway.ask({ ...changes.lookUp, headers: signedIn('owner') });
    expect(answer.status).toBe(200);
    expect(compileChecker(NumberOwnerView)(answer.body)).toEqual([]);
    expect(answer.body).toEqual({ object: 'number_owner', operator: 'mtn_momo', name: 'Ada N.' });
    const [command] = commands('look-up-number-owner') as readonly LookUpOwnerCommand[];
    expect(compileChecker(LookUpOwnerCommand)(command)).toEqual([]);
    expect(command && charging.open(command.phoneNumber, 'payout-destination.phone')).toBe('+237670000001');
    busDouble.on(lookUpNumberOwner, () => accept({ operator: 'orange_money' as const }));
    const silent = await gateway.ask({ ...changes.lookUp, headers: signedIn('owner') });
    expect(silent.body).toMatchObject({ operator: 'orange_money', name: null });
  });

  test.each<[ErrorCode, keyof typeof changes]>([
    ['payout_destination_limit_reached', 'register'],
    ['payout_unsupported', 'register'],
    ['operator_unknown', 'register'],
    ['idempotency_key_reused', 'register'],
    ['payout_destination_not_found', 'revoke'],
    ['operator_unknown', 'lookUp'],
    ['payout_unsupported', 'lookUp'],
    ['owner_lookup_limit_reached', 'lookUp'],
  ])('is refused as charging refuses: %s of %s', async (code, name) => {
    for (const command of [registerPayoutDestination, revokePayoutDestination, lookUpNumberOwner])
      busDouble.on(command as typeof registerPayoutDestination, () => refuse(code));
    const answer = await gateway.ask({ ...changes[name], headers: signedIn('owner') });
    expect(answer.body).toMatchObject({ code, status: errorCatalogue[code].status });
  });

  test.each([
    [{ ...registration, phoneNumber: '670000001' }, 'phone_invalid'],
    [{ ...registration, label: '' }, 'parameter_invalid'],
    [{ phoneNumber: registration.phoneNumber, label: 'Shop' }, 'parameter_missing'],
  ])('registers only what is understood: %j is %s', async (body, code) => {
    const answer = await gateway.ask({ ...changes.register, body, headers: signedIn('owner') });
    expect(answer.body).toMatchObject({ status: 400, code });
    expect(asked()).toEqual([]);
  });
});

describe('nobody else adds, revokes or looks up a destination', () => {
  test.each(Object.entries(changes))(
    '[12.2] not a secret key, nor one with every scope: %s',
    async (_name, request) => {
      for (const { key } of [secret, everyScope])
        for (const headers of [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }]) {
          const answer = await gateway.ask({ ...request, headers });
          expect(answer.status).toBe(401);
        }
      expect(asked()).toEqual([]);
    },
  );

  test.each(
    memberRoles
      .filter((role) => role !== 'owner')
      .flatMap((role) => Object.entries(changes).map(([name, request]) => [role, name, request] as const)),
  )('[12.2] not a member with the role %s: %s', async (role, _name, request) => {
    // auth knows the role as well; this gateway refuses before it asks about names
    busDouble.on(proveOwner, () => refuse('owner_required'));
    for (const mode of ['test', 'live']) {
      const answer = await gateway.ask({ ...request, headers: signedIn(role, { 'x-mode': mode }) });
      expect(answer.status).toBe(403);
    }
    expect(asked()).toEqual([]);
  });

  test.each<[ErrorCode, number]>([
    ['second_factor_missing', 409],
    ['second_factor_invalid', 401],
    ['owner_required', 403],
    ['token_invalid', 401],
  ])('[12.2] not a session for which auth answers %s', async (code, status) => {
    busDouble.on(proveOwner, () => refuse(code));
    for (const request of [changes.register, changes.revoke]) {
      const answer = await gateway.ask({ ...request, headers: signedIn('owner') });
      expect(answer.body).toMatchObject({ status, code });
    }
    expect(asked()).toEqual([]);
  });

  test('[12.2] not an owner without a second factor, who may not look up either', async () => {
    busDouble.on(readSecondFactor, () => accept({ enabledAt: null, recoveryCodesLeft: 0 }));
    const answer = await gateway.ask({ ...changes.lookUp, headers: signedIn('owner') });
    expect(answer.body).toMatchObject({ status: 409, code: 'second_factor_missing' });
    expect(asked()).toEqual([]);
  });

  test('[12.2] not a session without a code: auth is not even asked', async () => {
    for (const request of [
      { ...changes.register, body: { phoneNumber: '+237670000001', label: 'Shop' } },
      { ...changes.revoke, body: {} },
    ])
      expect((await gateway.ask({ ...request, headers: signedIn('owner') })).body).toMatchObject({ status: 400 });
    expect(busDouble.sent.map(({ name }) => name)).not.toContain('prove-owner');
  });
});

test('[12.2] keys list destinations: a secret one, and those with the scope payouts:read', async () => {
  for (const { key } of [secret, everyScope, reader]) {
    const answer = await gateway.ask({ path: '/payout-destinations', headers: { authorization: `Bearer ${key}` } });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: [{ phoneMasked: '********01' }], operators: ['mtn_momo'] },
    });
    expect(compileChecker(PayoutDestinationListAnswer)(answer.body)).toEqual([]);
  }
  const refused = await gateway.ask({
    path: '/payout-destinations',
    headers: { authorization: `Bearer ${writer.key}` },
  });
  expect(refused.body).toMatchObject({ status: 403, code: 'scope_missing' });
});

test.each<[MemberRole, number]>([
  ['owner', 200],
  ['admin', 200],
  ['developer', 200],
  ['viewer', 200],
  ['cashier', 403],
])('the role %s reads destinations: %i', async (role, status) => {
  const answer = await gateway.ask({ path: '/payout-destinations', headers: signedIn(role) });
  expect(answer.status).toBe(status);
  if (status === 200) expect(compileChecker(PayoutDestinationListAnswer)(answer.body)).toEqual([]);
});
