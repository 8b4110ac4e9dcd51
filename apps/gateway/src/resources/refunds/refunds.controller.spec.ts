import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CreateRefundCommand, ErrorCode, MemberRole, Mode } from '@paygate/contracts';
import {
  accept,
  checkDashboardSession,
  compileChecker,
  createRefund,
  CreateRefundCommand as CreateRefundClass,
  errorCatalogue,
  getIntent,
  getMerchantProfile,
  getRefund,
  listRefunds,
  readSecondFactor,
  RefundPageAnswer,
  RefundView,
  refuse,
} from '@paygate/contracts';
import { mintOpaqueToken, newId, parseKeyring, Sealer } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../test/fixtures/gateway-under-test.js';
import { intentOf, merchantProfileOf, refundOf } from '../../test/fixtures/samples.js';

let gateway: GatewayUnderTest;
const secret = newApiKey();
const { merchantId } = secret.row;
const [reader, writer, other] = (['refunds:read', 'refunds:write', 'intents:write'] as const).map((scope) =>
  newApiKey({ type: 'restricted', scopes: [scope], merchantId }),
);
const account = { merchantId, mode: 'test' } as const;
const intentId = newId('intent');
const refundId = newId('refund');
const refundsPerDay = { count: 7, amount: '9000', balancePercent: null };
const ofIntent = `/gateway/${intentId}/refunds`;
const refund = refundOf(refundId, { merchantId, intentId });
const intent = intentOf({ ...account, intentId, amount: '5000', currency: 'XAF', metadata: '{}' });

beforeAll(async () => {
  for (const key of [secret, reader, writer, other]) if (key !== undefined) apiKeyRows.put(key.row.apiKeyId, key.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(createRefund, () => accept(refund));
  busDouble.on(getRefund, () => accept(refund));
  busDouble.on(listRefunds, () => accept({ refunds: [refund], hasMore: true }));
  busDouble.on(getIntent, () => accept(intent));
  busDouble.on(getMerchantProfile, () => accept(merchantProfileOf(merchantId, { refundsPerDay })));
  busDouble.on(readSecondFactor, () => accept({ enabledAt: null, recoveryCodesLeft: 0 }));
});

const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  gateway.ask({ method, path, headers: { 'x-api-key': secret.key, 'idempotency-key': 'k-1', ...headers }, body });
const commands = (name: string) =>
  busDouble.sent.filter((command) => command.name === name).map(({ payload }) => payload);
const created = () => commands('create-refund') as readonly CreateRefundCommand[];

describe('a refund is created', () => {
  test('in part, with reason and metadata, byte for byte', async () => {
    const metadata = '{ "b" : 1.0, "a":"\\u00e9" }';
    const body = `{"amount":"1500","reason":"Sold out","metadata":${metadata}}`;
    const answer = await ask('POST', ofIntent, Buffer.from(body));
    expect(answer.status).toBe(202);
    expect(compileChecker(RefundView)(answer.body)).toEqual([]);
    expect(answer.text).toContain(`"metadata":${refund.metadata}`);
    expect(answer.body).toMatchObject({ id: refundId, object: 'refund', paymentIntentId: intentId, status: 'PENDING' });
    expect(answer.body).not.toHaveProperty('actor');
    const [command] = created();
    expect(compileChecker(CreateRefundClass)(command)).toEqual([]);
    expect(command).toMatchObject({ ...account, intentId, amount: '1500', reason: 'Sold out', metadata });
    expect(command).toMatchObject({ actor: secret.row.apiKeyId });
    expect(command).not.toHaveProperty('cashierRefundsPerDay');
    expect(JSON.stringify(command?.idempotency)).not.toContain('k-1');
  });

  test('of all that is left, without a body or with an empty one', async () => {
    for (const body of [undefined, {}, { amount: null, reason: null, metadata: null }]) {
      expect((await ask('POST', ofIntent, body)).status).toBe(202);
    }
    for (const command of created()) {
      expect(command).toMatchObject({ ...account, intentId, metadata: '{}' });
      expect(Object.keys(command)).not.toEqual(expect.arrayContaining(['amount']));
    }
  });

  test('again with the same key: the digests of the command are the same, and the answer says that it is the first', async () => {
    busDouble.on(createRefund, () => ({ ...accept(refund), replayed: true }));
    const answers = [await ask('POST', ofIntent, { amount: '1500' }), await ask('POST', ofIntent, { amount: '1500' })];
    expect(answers.map(({ headers }) => headers['idempotency-replayed'])).toEqual(['true', 'true']);
    await ask('POST', ofIntent, { amount: '1501' });
    await ask('POST', `/gateway/${newId('intent')}/refunds`, { amount: '1500' });
    const [first, second, otherBody, otherIntent] = created().map(({ idempotency }) => idempotency);
    expect(second).toEqual(first);
    expect(otherBody).toMatchObject({ keyHash: first?.keyHash });
    expect(new Set([first, otherBody, otherIntent].map((one) => one?.bodyHash)).size).toBe(3);
  });

  test('[10.2] only with an idempotency key', async () => {
    const { status, body } = await gateway.ask({
      ...{ method: 'POST', path: `${ofIntent}?surprise=1`, headers: { 'x-api-key': secret.key } },
      body: { amount: 5 },
    });
    const faults = body['errors'] as readonly { readonly code: string; readonly param: string }[];
    expect(status).toBe(400);
    expect(faults.map(({ code, param }) => `${code} ${param}`)).toEqual([
      'parameter_unknown surprise',
      'idempotency_key_missing idempotency-key',
      'amount_invalid amount',
    ]);
    expect(busDouble.sent).toEqual([]);
  });

  test.each<[ErrorCode, Record<string, string | number>]>([
    ['refund_exceeds_charge', { refundable: '3500' }],
    ['refund_period_over', {}],
    ['refund_unsupported', {}],
    ['balance_insufficient', { available: '0', pending: '4900', missing: '100' }],
    ['idempotency_key_reused', {}],
    ['intent_unexpected_state', { currentStatus: 'FAILED' }],
  ])('or refused as charging refuses: %s', async (code, fields) => {
    busDouble.on(createRefund, () => refuse(code, { fields }));
    expect((await ask('POST', ofIntent)).body).toMatchObject({ code, status: errorCatalogue[code].status, ...fields });
  });

  test('not of an intent that has no charge: intents says why', async () => {
    busDouble.on(createRefund, () => refuse('intent_not_found'));
    const refused = await ask('POST', ofIntent);
    expect(refused.body).toMatchObject({ status: 409, code: 'intent_unexpected_state', currentStatus: 'PENDING' });
    expect(commands('get-intent')).toEqual([{ ...account, intentId }]);
    busDouble.on(getIntent, () => refuse('intent_not_found'));
    const missing = await ask('POST', ofIntent);
    const malformed = await ask('POST', '/gateway/pi_x/refunds');
    for (const answer of [missing, malformed])
      expect(answer.body).toMatchObject({ status: 404, code: 'intent_not_found' });
  });
});

describe('refunds are read', () => {
  test('one by its id', async () => {
    const answer = await ask('GET', `/refunds/${refundId}`);
    expect(answer.status).toBe(200);
    expect(compileChecker(RefundView)(answer.body)).toEqual([]);
    expect(answer.text).toContain(`"metadata":${refund.metadata}`);
    expect(commands('get-refund')).toEqual([{ ...account, refundId }]);
    busDouble.on(getRefund, () => refuse('refund_not_found'));
    const answers = [await ask('GET', `/refunds/${refundId}`), await ask('GET', '/refunds/re_x')];
    for (const missing of answers) expect(missing.body).toMatchObject({ status: 404, code: 'refund_not_found' });
  });

  test('in pages, all of them or those of a payment', async () => {
    const filters =
      'providerReference=84%2017205391&status=COMPLETED&createdFrom=2026-11-20T00:00:00Z&createdTo=2026-11-21T00:00:00Z';
    const all = await ask('GET', `/refunds?limit=1&startingAfter=${refundId}&${filters}`);
    const some = await ask('GET', ofIntent);
    for (const { body } of [all, some]) {
      expect(compileChecker(RefundPageAnswer)(body)).toEqual([]);
      expect(body).toMatchObject({ data: [{ id: refundId }], hasMore: true, nextCursor: refundId });
    }
    const times = { createdFrom: '2026-11-20T00:00:00.000Z', createdTo: '2026-11-21T00:00:00.000Z' };
    expect(commands('list-refunds')).toEqual([
      {
        ...account,
        limit: 1,
        startingAfter: refundId,
        status: 'COMPLETED',
        providerReference: '84 17205391',
        ...times,
      },
      { ...account, limit: 20, intentId },
    ]);
    busDouble.on(listRefunds, () => accept({ refunds: [refund], hasMore: false }));
    expect((await ask('GET', '/refunds')).body).toMatchObject({ hasMore: false, nextCursor: null });
  });

  test('not of an intent that is missing, or of another merchant', async () => {
    busDouble.on(getIntent, () => refuse('intent_not_found'));
    busDouble.on(listRefunds, () => accept({ refunds: [], hasMore: false }));
    for (const path of [ofIntent, '/gateway/pi_x/refunds'])
      expect((await ask('GET', path)).body).toMatchObject({ status: 404, code: 'intent_not_found' });
  });

  test.each(['?status=DONE', '?limit=0', '?startingAfter=pi_1', '?createdFrom=yesterday', '?providerReference=.'])(
    'with a query that is understood only: %s',
    async (query) => {
      expect((await ask('GET', `/refunds${query}`)).status).toBe(400);
      expect(busDouble.sent).toEqual([]);
    },
  );
});

describe('the right to refund', () => {
  const calls = {
    create: ['POST', ofIntent],
    list: ['GET', '/refunds'],
    read: ['GET', `/refunds/${refundId}`],
  } as const;

  test.each([
    ['refunds:read', reader, { create: 403, list: 200, read: 200 }],
    ['refunds:write', writer, { create: 202, list: 403, read: 403 }],
    ['intents:write', other, { create: 403, list: 403, read: 403 }],
  ])('[10.4] of a restricted key is the scope %s', async (_scope, key, expected) => {
    for (const [name, status] of Object.entries(expected)) {
      const [method, path] = calls[name as keyof typeof calls];
      expect((await ask(method, path, undefined, { 'x-api-key': key?.key ?? '' })).status).toBe(status);
    }
  });

  const auth = new Sealer('auth', parseKeyring(keys.SEAL_KEYS));
  const memberId = newId('member');
  function signedIn(role: MemberRole): Record<string, string> {
    const member = { merchantId, merchantName: 'Boutique', merchantActive: true, liveActive: true, memberId, role };
    const name = auth.seal('gateway', 'Ada', 'member.name');
    busDouble.on(checkDashboardSession, () =>
      accept({
        ...{ sessionId: newId('dashboardSession'), expiresAt: '2199-01-01T00:00:00.000Z' },
        ...{ email: auth.seal('gateway', 'ada@shop.example', 'member.email'), memberships: [{ ...member, name }] },
      }),
    );
    return { authorization: `Bearer ${mintOpaqueToken('dashboardSession')}`, 'idempotency-key': 'k-1' };
  }

  test.each<[MemberRole, Mode, number]>([
    ['owner', 'test', 202],
    ['owner', 'live', 202],
    ['admin', 'live', 202],
    ['developer', 'test', 202],
    ['developer', 'live', 403],
    ['cashier', 'test', 202],
    ['cashier', 'live', 202],
    ['viewer', 'test', 403],
    ['viewer', 'live', 403],
  ])('[10.4] of the role %s in %s mode', async (role, mode, status) => {
    busDouble.on(getMerchantProfile, () =>
      accept(merchantProfileOf(merchantId, { refundsPerDay, cashierRefundsPerDay: 3 })),
    );
    const headers = { ...signedIn(role), 'x-mode': mode };
    expect((await gateway.ask({ method: 'POST', path: ofIntent, headers })).status).toBe(status);
    expect((await gateway.ask({ path: '/refunds', headers })).status).toBe(200);
    const [command] = created();
    if (status !== 202) expect(command).toBeUndefined();
    else expect(command).toMatchObject({ merchantId, mode, actor: memberId });
    // what the merchant says now
    expect(command?.cashierRefundsPerDay).toBe(role === 'cashier' ? 3 : undefined);
  });

  test.each<[MemberRole, string | null, boolean]>([
    ['owner', '2026-11-20T10:00:00.000Z', false],
    ['owner', null, true],
    ['admin', '2026-11-20T10:00:00.000Z', true],
    ['cashier', '2026-11-20T10:00:00.000Z', true],
  ])(
    '[10.6] of the role %s with a second factor since %s is bound by the account: %s',
    async (role, enabledAt, bound) => {
      busDouble.on(readSecondFactor, () => accept({ enabledAt, recoveryCodesLeft: 8 }));
      const headers = { ...signedIn(role), 'x-mode': 'live' };
      expect((await gateway.ask({ method: 'POST', path: ofIntent, headers })).status).toBe(202);
      const { refundsPerDay: limit, byProvenOwner } = created()[0] ?? {};
      expect([limit, byProvenOwner]).toEqual(bound ? [refundsPerDay, undefined] : [undefined, true]);
    },
  );

  test('[10.6] by a key is bound by the account, and its refusal has the figures', async () => {
    const fields = { max: '9000', usedAmount: '8000', renewsAt: '2026-11-20T23:00:00.000Z' };
    busDouble.on(createRefund, () => refuse('refund_limit_reached', { fields }));
    const answer = await ask('POST', ofIntent, {});
    expect(answer.body).toMatchObject({ status: 409, code: 'refund_limit_reached', retryable: false, ...fields });
    expect(created()).toMatchObject([{ refundsPerDay }]);
  });

  test('of a cashier is none where the merchant has not set a limit', async () => {
    const before = Object.assign(merchantProfileOf(merchantId), { cashierRefundsPerDay: undefined });
    busDouble.on(getMerchantProfile, () => accept(before));
    busDouble.on(createRefund, () => refuse('refund_limit_reached', { fields: { limit: 0 } }));
    const answer = await gateway.ask({ method: 'POST', path: ofIntent, headers: signedIn('cashier') });
    expect(answer.body).toMatchObject({ status: 409, code: 'refund_limit_reached', limit: 0 });
    expect(created()[0]?.cashierRefundsPerDay).toBe(0);
  });
});
