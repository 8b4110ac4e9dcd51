import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ErrorCode, MemberRole } from '@paygate/contracts';
import {
  accept,
  AddPayoutBatchRowsCommand,
  addPayoutBatchRows,
  ApprovePayoutBatchCommand,
  approvePayoutBatch,
  cancelPayoutBatch,
  checkDashboardSession,
  compileChecker,
  CreatePayoutBatchCommand,
  createPayoutBatch,
  errorCatalogue,
  getPayoutBatch,
  listPayoutBatches,
  listPayoutBatchRows,
  memberRoles,
  pausePayoutBatch,
  PayoutBatchPageAnswer,
  PayoutBatchRowPageAnswer,
  PayoutBatchView,
  proveOwner,
  ProveOwnerCommand,
  refuse,
  resumePayoutBatch,
  scopes,
  sealPayoutBatch,
} from '@paygate/contracts';
import { mintOpaqueToken, newId, parseKeyring, Sealer } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../test/fixtures/gateway-under-test.js';
import { payoutBatchOf, payoutBatchRowOf } from '../../test/fixtures/payout-samples.js';

let gateway: GatewayUnderTest;
const secret = newApiKey();
const { merchantId } = secret.row;
const everyScope = newApiKey({ type: 'restricted', scopes: [...scopes], merchantId });
const reader = newApiKey({ type: 'restricted', scopes: ['payouts:read'], merchantId });
const writer = newApiKey({ type: 'restricted', scopes: ['payouts:write'], merchantId });
const [memberId, sessionId, batchId] = [newId('member'), newId('dashboardSession'), newId('payoutBatch')];
const account = { merchantId, mode: 'test' } as const;
const auth = new Sealer('auth', parseKeyring(keys.SEAL_KEYS));
const charging = new Sealer('charging', parseKeyring(keys.SEAL_KEYS));
const hash = '3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b';
const batch = payoutBatchOf(batchId, { merchantId });
const row = { number: 2, phoneNumber: '+237670000001', amount: '50000', name: 'Ada N.', reference: 'EMP-0001' };
const name = charging.seal('gateway', 'Ada N.', 'payout-batch.name');

beforeAll(async () => {
  for (const key of [secret, everyScope, reader, writer]) apiKeyRows.put(key.row.apiKeyId, key.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(proveOwner, () => accept({ memberId }));
  for (const command of [createPayoutBatch, addPayoutBatchRows, getPayoutBatch, approvePayoutBatch, ...acts])
    busDouble.on(command as typeof getPayoutBatch, () => accept(batch));
  busDouble.on(listPayoutBatches, () => accept({ batches: [batch], hasMore: true }));
  const rows = [payoutBatchRowOf(2, { name, nameCheck: 'matches' as const }), payoutBatchRowOf(7)];
  busDouble.on(listPayoutBatchRows, () => accept({ rows, hasMore: true }));
});

const acts = [sealPayoutBatch, pausePayoutBatch, resumePayoutBatch, cancelPayoutBatch];
const path = `/payout-batches/${batchId}`;
const approval = { code: '492039', hash, rowCount: 2, total: '100500' };
const approve = { method: 'POST', path: `${path}/approve`, body: approval } as const;
const resume = { method: 'POST', path: `${path}/resume` } as const;
const drafting = {
  create: { method: 'POST', path: '/payout-batches', body: { name: 'Wages', rows: [row] } },
  add: { method: 'POST', path: `${path}/rows`, body: { rows: [row] } },
  seal: { method: 'POST', path: `${path}/seal` },
  pause: { method: 'POST', path: `${path}/pause` },
  cancel: { method: 'POST', path: `${path}/cancel` },
} as const;
const reading = { list: '/payout-batches', one: path, rows: `${path}/rows` } as const;
const commands = (named: string) =>
  busDouble.sent.filter((command) => command.name === named).map(({ payload }) => payload);
/** The commands that charging was sent. */
const asked = () => busDouble.sent.filter(({ name: sent }) => sent.includes('payout-batch'));
const idempotent = (headers: Record<string, string>) => ({ 'idempotency-key': 'k-1', ...headers });

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

describe('a key drafts', () => {
  test('[12.21] and charging alone can open the numbers and names of its rows', async () => {
    const headers = idempotent({ 'x-api-key': writer.key });
    const answer = await gateway.ask({ ...drafting.create, headers });
    expect(answer.status).toBe(201);
    expect(compileChecker(PayoutBatchView)(answer.body)).toEqual([]);
    await gateway.ask({ ...drafting.add, headers: { 'x-api-key': writer.key } });
    const [created] = commands('create-payout-batch') as readonly CreatePayoutBatchCommand[];
    const [added] = commands('add-payout-batch-rows') as readonly AddPayoutBatchRowsCommand[];
    expect(compileChecker(CreatePayoutBatchCommand)(created)).toEqual([]);
    expect(compileChecker(AddPayoutBatchRowsCommand)(added)).toEqual([]);
    expect(created).toMatchObject({ ...account, actor: writer.row.apiKeyId, name: 'Wages' });
    for (const [sent] of [created?.rows ?? [], added?.rows ?? []]) {
      expect(sent).toMatchObject({ number: 2, amount: '50000', reference: 'EMP-0001' });
      expect(sent && charging.open(sent.phoneNumber, 'payout-batch.phone')).toBe(row.phoneNumber);
      expect(sent?.name && charging.open(sent.name, 'payout-batch.name')).toBe(row.name);
    }
    expect(JSON.stringify([created, added])).not.toMatch(/670000001|Ada/);
  });

  test('and no digest of the same rows under two keys is alike: there are few numbers', async () => {
    const send = (key: string, more: object = {}) =>
      gateway.ask({
        ...{ ...drafting.create, body: { ...drafting.create.body, ...more } },
        headers: { 'x-api-key': writer.key, 'idempotency-key': key },
      });
    await send('k-1');
    await send('k-1');
    await send('k-1', { rows: [{ ...row, phoneNumber: '+237670000002' }] });
    await send('k-2');
    const sent = commands('create-payout-batch') as readonly CreatePayoutBatchCommand[];
    const [first, again, other, otherKey] = sent.map(({ idempotency }) => idempotency);
    expect(again).toEqual(first);
    expect(other).toMatchObject({ keyHash: first?.keyHash });
    expect(other?.bodyHash).not.toBe(first?.bodyHash);
    expect(otherKey?.bodyHash).not.toBe(first?.bodyHash);
    const without = await gateway.ask({ ...drafting.create, headers: { 'x-api-key': writer.key } });
    expect(without.body).toMatchObject({ status: 400, code: 'idempotency_key_missing' });
  });

  test.each([
    [{ ...row, phoneNumber: '670000001' }, 'phone_invalid'],
    [{ ...row, amount: '-5' }, 'amount_invalid'],
    [{ ...row, number: 0 }, 'parameter_invalid'],
    [{ number: 2, amount: '50000' }, 'parameter_missing'],
  ])('only rows that are understood: %j is %s', async (given, code) => {
    const headers = idempotent({ 'x-api-key': writer.key });
    for (const request of [drafting.create, drafting.add]) {
      const answer = await gateway.ask({ ...request, body: { ...request.body, rows: [given] }, headers });
      expect(answer.body).toMatchObject({ status: 400, code });
    }
    expect(asked()).toEqual([]);
  });

  test.each(Object.entries(drafting))('with the scope payouts:write only: %s', async (_name, request) => {
    const answer = await gateway.ask({ ...request, headers: idempotent({ 'x-api-key': reader.key }) });
    expect(answer.body).toMatchObject({ status: 403, code: 'scope_missing' });
    const taken = await gateway.ask({ ...request, headers: idempotent({ 'x-api-key': writer.key }) });
    expect(taken.status).toBeLessThan(300);
  });
});

describe('a member of the account who shows a code of the second factor', () => {
  test('[12.21] approves what it has seen: auth proves the person, then charging hears of it', async () => {
    const answer = await gateway.ask({ ...approve, headers: signedIn('admin') });
    expect(answer.status).toBe(200);
    expect(compileChecker(PayoutBatchView)(answer.body)).toEqual([]);
    expect(busDouble.sent.map(({ name: sent }) => sent).slice(-2)).toEqual(['prove-owner', 'approve-payout-batch']);
    const [proof] = commands('prove-owner') as readonly ProveOwnerCommand[];
    expect(compileChecker(ProveOwnerCommand)(proof)).toEqual([]);
    expect(proof).toMatchObject({ ...account, sessionId, orAdmin: true });
    expect(proof && auth.open(proof.code, 'dashboard.code')).toBe(approval.code);
    const [command] = commands('approve-payout-batch') as readonly ApprovePayoutBatchCommand[];
    expect(compileChecker(ApprovePayoutBatchCommand)(command)).toEqual([]);
    expect(command).toEqual({ ...account, actor: memberId, batchId, hash, rowCount: 2, total: '100500' });
  });

  test('names the batch that it repeats', async () => {
    const repeats = newId('payoutBatch');
    await gateway.ask({ ...approve, body: { ...approval, repeats }, headers: signedIn('owner') });
    expect(commands('approve-payout-batch')).toEqual([expect.objectContaining({ repeats })]);
  });

  test.each<ErrorCode>([
    'payout_batch_not_found',
    'payout_batch_unexpected_state',
    'payout_batch_changed',
    'payout_batch_repeated',
    'second_person_required',
    'payout_batch_limit_reached',
    'payout_unsupported',
    'balance_insufficient',
  ])('is refused as charging refuses: %s', async (code) => {
    busDouble.on(approvePayoutBatch, () => refuse(code));
    const answer = await gateway.ask({ ...approve, headers: signedIn('owner') });
    expect(answer.body).toMatchObject({ code, status: errorCatalogue[code].status });
  });
});

describe('nobody else moves money', () => {
  test.each([approve, resume])('[12.21] not a secret key, nor one with every scope: $path', async (request) => {
    for (const { key } of [secret, everyScope, writer])
      for (const headers of [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }])
        expect((await gateway.ask({ ...request, headers })).status).toBe(401);
    expect(asked()).toEqual([]);
  });

  const all = [approve, resume, ...Object.values(drafting)];
  test.each(
    memberRoles
      .filter((role) => !['owner', 'admin'].includes(role))
      .flatMap((role) => all.map((request) => [role, request.path, request] as const)),
  )('[12.21] not a member with the role %s: %s', async (role, _path, request) => {
    busDouble.on(proveOwner, () => refuse('owner_required'));
    // developers draft in test mode
    for (const mode of role === 'developer' && request !== approve ? ['live'] : ['test', 'live']) {
      const answer = await gateway.ask({ ...request, headers: idempotent(signedIn(role, { 'x-mode': mode })) });
      expect(answer.status).toBe(403);
    }
    expect(asked()).toEqual([]);
  });

  test.each<[ErrorCode, number]>([
    ['second_factor_missing', 409],
    ['second_factor_invalid', 401],
    ['owner_required', 403],
    ['token_invalid', 401],
  ])('[12.21] not a session for which auth answers %s', async (code, status) => {
    busDouble.on(proveOwner, () => refuse(code));
    const answer = await gateway.ask({ ...approve, headers: signedIn('admin') });
    expect(answer.body).toMatchObject({ status, code });
    expect(asked()).toEqual([]);
  });

  test.each(['code', 'hash', 'rowCount', 'total'])('[12.21] not an approval without %s', async (field) => {
    const body = Object.fromEntries(Object.entries(approval).filter(([given]) => given !== field));
    const answer = await gateway.ask({ ...approve, body, headers: signedIn('owner') });
    expect(answer.body).toMatchObject({ status: 400, code: 'parameter_missing' });
    expect(busDouble.sent.map(({ name: sent }) => sent)).not.toContain('prove-owner');
  });
});

test.each(Object.entries(reading))('[12.21] keys with the scope payouts:read read: %s', async (_name, one) => {
  for (const { key } of [secret, everyScope, reader])
    expect((await gateway.ask({ path: one, headers: { 'x-api-key': key } })).status).toBe(200);
  const refused = await gateway.ask({ path: one, headers: { 'x-api-key': writer.key } });
  expect(refused.body).toMatchObject({ status: 403, code: 'scope_missing' });
});

test('pages of batches and of rows have a cursor, and rows the names that were given', async () => {
  const headers = { 'x-api-key': reader.key };
  const batches = await gateway.ask({ path: `${reading.list}?limit=1&status=READY`, headers });
  expect(compileChecker(PayoutBatchPageAnswer)(batches.body)).toEqual([]);
  expect(batches.body).toMatchObject({ data: [{ id: batchId }], hasMore: true, nextCursor: batchId });
  expect(commands('list-payout-batches')).toEqual([{ ...account, limit: 1, status: 'READY' }]);
  const rows = await gateway.ask({ path: `${reading.rows}?startingAfter=1&order=largest`, headers });
  expect(compileChecker(PayoutBatchRowPageAnswer)(rows.body)).toEqual([]);
  expect(rows.body).toMatchObject({
    ...{ data: [{ object: 'payout_batch_row', name: 'Ada N.' }, { name: null }], nextCursor: '7' },
  });
  expect(commands('list-payout-batch-rows')).toEqual([
    { ...account, batchId, limit: 20, startingAfter: '1', order: 'largest' },
  ]);
});

test('a malformed id is answered like that of no batch', async () => {
  const answer = await gateway.ask({ path: '/payout-batches/pbat_1', headers: { 'x-api-key': reader.key } });
  expect(answer.body).toMatchObject({ status: 404, code: 'payout_batch_not_found' });
});
