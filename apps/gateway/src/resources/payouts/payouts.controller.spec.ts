import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ErrorCode, MemberRole, Mode } from '@paygate/contracts';
import {
  accept,
  cancelPayout,
  CancelPayoutCommand,
  changePayoutSchedule,
  ChangePayoutScheduleCommand,
  checkDashboardSession,
  compileChecker,
  createPayout,
  CreatePayoutCommand,
  errorCatalogue,
  getPayout,
  listPayouts,
  PayoutFeeView,
  PayoutPageAnswer,
  PayoutScheduleView,
  PayoutSheetView,
  PayoutView,
  quotePayout,
  readPayoutSchedule,
  readPayoutSheet,
  refuse,
} from '@paygate/contracts';
import { mintOpaqueToken, newId, parseKeyring, Sealer } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../test/fixtures/gateway-under-test.js';
import { payoutOf, payoutSheetOf } from '../../test/fixtures/samples.js';

let gateway: GatewayUnderTest;
const secret = newApiKey();
const { merchantId } = secret.row;
const [reader, writer, other] = (['payouts:read', 'payouts:write', 'refunds:write'] as const).map((scope) =>
  newApiKey({ type: 'restricted', scopes: [scope], merchantId }),
);
const account = { merchantId, mode: 'test' } as const;
const [payoutId, destinationId] = [newId('payout'), newId('payoutDestination')];
const payout = payoutOf(payoutId, { merchantId, destinationId });
const ofPayout = `/payouts/${payoutId}`;
const schedule = {
  ...({ object: 'payout_schedule', frequency: 'weekly', mode: 'test' } as const),
  ...{ weekday: 5, destinationId, minimum: '10000', reserve: '5000' },
};
const quote = {
  ...({ object: 'payout_fee', currency: 'XAF', mode: 'test' } as const),
  ...{ amount: '50000', fee: '250', net: '49750', bps: 50, fixed: 0 },
};

beforeAll(async () => {
  for (const key of [secret, reader, writer, other]) if (key !== undefined) apiKeyRows.put(key.row.apiKeyId, key.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(createPayout, () => accept(payout));
  busDouble.on(getPayout, () => accept(payout));
  busDouble.on(cancelPayout, () => accept(payoutOf(payoutId, { status: 'CANCELED', transmission: null })));
  busDouble.on(listPayouts, () => accept({ payouts: [payout], hasMore: true }));
  busDouble.on(readPayoutSheet, () => accept(payoutSheetOf(payoutId)));
  busDouble.on(quotePayout, () => accept(quote));
  busDouble.on(readPayoutSchedule, () => accept(schedule));
  busDouble.on(changePayoutSchedule, () => accept(schedule));
});

const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  gateway.ask({ method, path, headers: { 'x-api-key': secret.key, 'idempotency-key': 'k-1', ...headers }, body });
const commands = (name: string) =>
  busDouble.sent.filter((command) => command.name === name).map(({ payload }) => payload);
const created = () => commands('create-payout') as readonly CreatePayoutCommand[];

describe('a payout is requested', () => {
  test('of an amount, with reason and metadata, byte for byte', async () => {
    const metadata = '{ "b" : 1.0, "a":"\\u00e9" }';
    const body = `{"destinationId":"${destinationId}","amount":"50000","reason":"Week 47","metadata":${metadata}}`;
    const answer = await ask('POST', '/payouts', Buffer.from(body));
    expect(answer.status).toBe(202);
    expect(compileChecker(PayoutView)(answer.body)).toEqual([]);
    expect(answer.text).toContain(`"metadata":${payout.metadata}`);
    expect(answer.body).toMatchObject({ id: payoutId, object: 'payout', status: 'PENDING', fee: '250', net: '49750' });
    expect(answer.body).not.toHaveProperty('actor');
    const [command] = created();
    expect(compileChecker(CreatePayoutCommand)(command)).toEqual([]);
    expect(command).toMatchObject({ ...account, destinationId, amount: '50000', reason: 'Week 47', metadata });
    expect(command).toMatchObject({ actor: secret.row.apiKeyId });
    expect(JSON.stringify(command?.idempotency)).not.toContain('k-1');
  });

  test('of everything that is available, when no amount is given', async () => {
    for (const more of [{}, { amount: null, reason: null, metadata: null }])
      expect((await ask('POST', '/payouts', { destinationId, ...more })).status).toBe(202);
    for (const command of created()) {
      expect(command).toMatchObject({ ...account, destinationId, metadata: '{}' });
      expect(command).not.toHaveProperty('amount');
    }
  });

  test('again with the same key: the digests are the same, and the answer says that it is the first', async () => {
    busDouble.on(createPayout, () => ({ ...accept(payout), replayed: true }));
    const body = { destinationId, amount: '50000' };
    const answers = [await ask('POST', '/payouts', body), await ask('POST', '/payouts', body)];
    expect(answers.map(({ headers }) => headers['idempotency-replayed'])).toEqual(['true', 'true']);
    await ask('POST', '/payouts', { ...body, amount: '50001' });
    const [first, second, third] = created().map(({ idempotency }) => idempotency);
    expect(second).toEqual(first);
    expect(third?.keyHash).toBe(first?.keyHash);
    expect(third?.bodyHash).not.toBe(first?.bodyHash);
  });

  test('[12.1] only with an idempotency key, a destination and an amount that is one', async () => {
    const { status, body } = await gateway.ask({
      ...{ method: 'POST', path: '/payouts', headers: { 'x-api-key': secret.key } },
      body: { destinationId: 'pd_1', amount: 5 },
    });
    const faults = body['errors'] as readonly { readonly code: string; readonly param: string }[];
    expect(status).toBe(400);
    expect(faults.map(({ code, param }) => `${code} ${param}`)).toEqual([
      'idempotency_key_missing idempotency-key',
      'parameter_invalid destinationId',
      'amount_invalid amount',
    ]);
    expect(busDouble.sent).toEqual([]);
  });

  test.each<[ErrorCode, Record<string, string | number>]>([
    ['payout_destination_not_found', {}],
    ['payout_destination_not_usable', { usableAt: '2026-11-22T10:00:00.000Z' }],
    ['payout_unsupported', {}],
    ['payout_limit_reached', { limit: 20 }],
    ['amount_too_small', {}],
    ['amount_too_large', {}],
    ['balance_insufficient', { available: '0', pending: '4900', missing: '100' }],
    ['idempotency_key_reused', {}],
  ])('or refused as charging refuses: %s', async (code, fields) => {
    busDouble.on(createPayout, () => refuse(code, { fields }));
    const answer = await ask('POST', '/payouts', { destinationId });
    expect(answer.body).toMatchObject({ code, status: errorCatalogue[code].status, ...fields });
  });
});

describe('a payout is read', () => {
  test('by its id, with its sheet', async () => {
    const answer = await ask('GET', ofPayout);
    expect(answer.status).toBe(200);
    expect(compileChecker(PayoutView)(answer.body)).toEqual([]);
    const sheet = await ask('GET', `${ofPayout}/transactions?limit=1&startingAfter=${newId('charge')}`);
    expect(sheet.status).toBe(200);
    expect(compileChecker(PayoutSheetView)(sheet.body)).toEqual([]);
    expect(commands('read-payout-sheet')).toEqual([expect.objectContaining({ ...account, payoutId, limit: 1 })]);
  });

  test('in pages', async () => {
    const filters = 'status=COMPLETED&createdFrom=2026-11-20T00:00:00Z&createdTo=2026-11-21T00:00:00Z';
    const { body } = await ask('GET', `/payouts?limit=1&startingAfter=${payoutId}&${filters}`);
    expect(compileChecker(PayoutPageAnswer)(body)).toEqual([]);
    expect(body).toMatchObject({ data: [{ id: payoutId }], hasMore: true, nextCursor: payoutId });
    busDouble.on(listPayouts, () => accept({ payouts: [payout], hasMore: false }));
    expect((await ask('GET', '/payouts')).body).toMatchObject({ hasMore: false, nextCursor: null });
    const times = { createdFrom: '2026-11-20T00:00:00.000Z', createdTo: '2026-11-21T00:00:00.000Z' };
    expect(commands('list-payouts')).toEqual([
      { ...account, limit: 1, startingAfter: payoutId, status: 'COMPLETED', ...times },
      { ...account, limit: 20 },
    ]);
  });

  test('[12.5] and is canceled until it is sent', async () => {
    const answer = await ask('POST', `${ofPayout}/cancel`);
    expect(answer).toMatchObject({ status: 200, body: { status: 'CANCELED' } });
    const [command] = commands('cancel-payout');
    expect(compileChecker(CancelPayoutCommand)(command)).toEqual([]);
    busDouble.on(cancelPayout, () => refuse('payout_unexpected_state', { fields: { currentStatus: 'PROCESSING' } }));
    const late = await ask('POST', `${ofPayout}/cancel`);
    expect(late.body).toMatchObject({ status: 409, code: 'payout_unexpected_state', currentStatus: 'PROCESSING' });
  });

  test('unless it is missing, or of another merchant', async () => {
    busDouble.on(getPayout, () => refuse('payout_not_found'));
    busDouble.on(cancelPayout, () => refuse('payout_not_found'));
    busDouble.on(readPayoutSheet, () => refuse('payout_not_found'));
    for (const id of [payoutId, 'po_x'])
      for (const [method, end] of [
        ['GET', ''],
        ['GET', '/transactions'],
        ['POST', '/cancel'],
      ] as const)
        expect((await ask(method, `/payouts/${id}${end}`)).body).toMatchObject({
          status: 404,
          code: 'payout_not_found',
        });
  });

  test.each(['?status=DONE', '?limit=0', '?startingAfter=pi_1', '?createdFrom=yesterday'])(
    'with a query that is understood only: %s',
    async (query) => {
      expect((await ask('GET', `/payouts${query}`)).status).toBe(400);
      expect(busDouble.sent).toEqual([]);
    },
  );
});

test('[12.5] the fee of a payout is known before it', async () => {
  const { body } = await ask('GET', `/payout-fee?destinationId=${destinationId}&amount=50000`);
  expect(compileChecker(PayoutFeeView)(body)).toEqual([]);
  expect(commands('quote-payout')).toEqual([{ ...account, destinationId, amount: '50000' }]);
  expect((await ask('GET', '/payout-fee')).body).toMatchObject({ status: 400, param: 'destinationId' });
  for (const code of ['amount_too_small', 'amount_too_large'] as const) {
    busDouble.on(quotePayout, () => refuse(code, { param: 'amount' }));
    expect((await ask('GET', `/payout-fee?destinationId=${destinationId}`)).body).toMatchObject({ status: 400, code });
  }
  busDouble.on(quotePayout, () => refuse('payout_destination_not_found'));
  expect((await ask('GET', `/payout-fee?destinationId=${destinationId}`)).body).toMatchObject({ status: 404 });
});

describe('the schedule', () => {
  test('is read and changed, in part', async () => {
    expect(compileChecker(PayoutScheduleView)((await ask('GET', '/payout-schedule')).body)).toEqual([]);
    const answer = await ask('PATCH', '/payout-schedule', { frequency: 'weekly', weekday: 5, reserve: null });
    expect(answer).toMatchObject({ status: 200, body: { frequency: 'weekly', reserve: '5000' } });
    const [command] = commands('change-payout-schedule');
    expect(compileChecker(ChangePayoutScheduleCommand)(command)).toEqual([]);
    expect(command).toEqual({ ...account, actor: secret.row.apiKeyId, frequency: 'weekly', weekday: 5 });
  });

  test.each<ErrorCode>([
    'payout_destination_not_found',
    'payout_destination_not_usable',
    'parameter_missing',
    'amount_too_large',
  ])('is refused as charging refuses: %s', async (code) => {
    busDouble.on(changePayoutSchedule, () => refuse(code));
    const { body } = await ask('PATCH', '/payout-schedule', { frequency: 'daily' });
    expect(body).toMatchObject({ code, status: errorCatalogue[code].status });
  });

  test.each([{ frequency: 'hourly' }, { weekday: 8 }, { minimum: '-1' }])('takes no %j', async (body) => {
    expect((await ask('PATCH', '/payout-schedule', body)).status).toBe(400);
    expect(busDouble.sent).toEqual([]);
  });
});

describe('the right to pay out', () => {
  const calls = {
    create: ['POST', '/payouts', { destinationId }],
    cancel: ['POST', `${ofPayout}/cancel`, undefined],
    reschedule: ['PATCH', '/payout-schedule', { frequency: 'off' }],
    list: ['GET', '/payouts', undefined],
    sheet: ['GET', `${ofPayout}/transactions`, undefined],
    schedule: ['GET', '/payout-schedule', undefined],
  } as const;
  const reads = { list: 200, sheet: 200, schedule: 200 };
  const noReads = { list: 403, sheet: 403, schedule: 403 };

  test.each([
    ['payouts:read', reader, { create: 403, cancel: 403, reschedule: 403, ...reads }],
    ['payouts:write', writer, { create: 202, cancel: 200, reschedule: 200, ...noReads }],
    ['refunds:write', other, { create: 403, cancel: 403, reschedule: 403, ...noReads }],
  ])('[12.4] of a restricted key is the scope %s', async (_scope, key, expected) => {
    for (const [name, status] of Object.entries(expected)) {
      const [method, path, body] = calls[name as keyof typeof calls];
      expect((await ask(method, path, body, { 'x-api-key': key?.key ?? '' })).status).toBe(status);
    }
  });

  const auth = new Sealer('auth', parseKeyring(keys.SEAL_KEYS));
  const memberId = newId('member');
  function signedIn(role: MemberRole, mode: Mode): Record<string, string> {
    const member = { merchantId, merchantName: 'Boutique', merchantActive: true, liveActive: true, memberId, role };
    const name = auth.seal('gateway', 'Ada', 'member.name');
    busDouble.on(checkDashboardSession, () =>
      accept({
        ...{ sessionId: newId('dashboardSession'), expiresAt: '2199-01-01T00:00:00.000Z' },
        ...{ email: auth.seal('gateway', 'ada@shop.example', 'member.email'), memberships: [{ ...member, name }] },
      }),
    );
    const authorization = `Bearer ${mintOpaqueToken('dashboardSession')}`;
    return { authorization, 'idempotency-key': 'k-1', 'x-mode': mode };
  }

  test.each<[MemberRole, Mode, number, number]>([
    ['owner', 'test', 202, 200],
    ['owner', 'live', 202, 200],
    ['admin', 'live', 202, 200],
    ['developer', 'test', 202, 200],
    ['developer', 'live', 403, 200],
    ['cashier', 'test', 403, 403],
    ['cashier', 'live', 403, 403],
    ['viewer', 'test', 403, 200],
    ['viewer', 'live', 403, 200],
  ])('[12.4] of the role %s in %s mode', async (role, mode, write, read) => {
    const headers = signedIn(role, mode);
    expect((await gateway.ask({ method: 'POST', path: '/payouts', body: { destinationId }, headers })).status).toBe(
      write,
    );
    expect((await gateway.ask({ path: '/payouts', headers })).status).toBe(read);
    const [command] = created();
    if (write === 202) expect(command).toMatchObject({ merchantId, mode, actor: memberId });
    else expect(command).toBeUndefined();
  });
});
