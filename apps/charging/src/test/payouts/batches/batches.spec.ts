import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { PayoutBatch, Reply } from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { RailSimulator, RunningApp } from '@paygate/testing';
import { eventually } from '@paygate/testing';
import { ApproveBatches } from '../../../outgoing/payouts/batches/approve-batches.js';
import { ReleaseRows } from '../../../outgoing/payouts/batches/release-rows.js';
import type { Neighbour } from '../../charging-under-test.js';
import { ChargingUnderTest } from '../../charging-under-test.js';
import { FAST, MobileMoney } from '../../mobile-money.js';
import { patiently } from '../../refunds/patiently.js';
import { accepted, PayoutsUnderTest } from '../payouts-under-test.js';
import { approvalOf, BatchesUnderTest, earnedBy, phonesOf, received } from './batches-under-test.js';

jest.setTimeout(240_000);

const CONTENDERS = 50;
const AT_ONCE = 6;

let simulator: RailSimulator;
let world: ChargingUnderTest;
let apps: readonly RunningApp[];
let intents: Neighbour;
let operator: CommandBus;
let payouts: PayoutsUnderTest;
let batches: BatchesUnderTest;
beforeAll(async () => {
  simulator = await MobileMoney.simulator();
  world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST, PAYOUT_BATCH_ALONE_MAX: '5000' });
  apps = await Promise.all([world.start(), world.start()]);
  [intents, operator, payouts, batches] = await Promise.all([
    world.startNeighbour('intents'),
    world.startOperator(),
    PayoutsUnderTest.start(world),
    BatchesUnderTest.start(world),
  ]);
  // nothing is sent: what is sent has a suite of its own
  for (const app of apps) jest.spyOn(app.get(ReleaseRows), 'release').mockResolvedValue(undefined);
});
afterAll(async () => {
  await batches.stop();
  await payouts.stop();
  await world.end();
  await simulator.stop();
});

const earned = (amount: string): Promise<string> => earnedBy({ world, operator, intents }, amount);
const lines = (count: number, amount = '100') => phonesOf(count).map((phone) => ({ phone, amount }));
const held = async (merchantId: string): Promise<string | undefined> => {
  const [row] = await world.database.query<{ held: string }>(
    `SELECT pending_debits::text AS held FROM append_account WHERE owner_id = $1 AND kind = 'merchant'`,
    [merchantId],
  );
  return row?.held;
};
const approveAt = (index: number, ...given: Parameters<typeof approvalOf>) =>
  patiently(async () => {
    const app = apps[index % apps.length];
    if (app === undefined) throw new Error('no instance');
    return app.get(ApproveBatches).approve(received(approvalOf(...given)));
  });

describe('a draft', () => {
  it('adds up, and its rows state why they cannot be paid', async () => {
    const merchantId = await earned('1000');
    const draft = await batches.drafted(merchantId, [
      { phone: '+237677000001', amount: '400', name: 'Ada N.', reference: 'EMP-1' },
      { phone: '+237677000001', amount: '600' },
      { phone: '+237620000001', amount: '100' },
      { phone: '+237697000001', amount: '1' },
      { phone: '+237697000001', amount: '1000001' },
    ]);
    expect(draft).toMatchObject({ status: 'DRAFT', rowCount: 5, faultCount: 3, hash: null, approvalsMissing: 1 });
    const rows = await batches.rowsOf(draft);
    expect(rows.map(({ faults }) => faults)).toEqual([
      [],
      [],
      ['operator_unknown'],
      ['amount_too_small'],
      ['amount_too_large'],
    ]);
    expect(rows[0]).toMatchObject({
      phoneMasked: '********01',
      operator: 'mtn_momo',
      fee: '2',
      nameCheck: 'waiting',
      reference: 'EMP-1',
    });
    expect(rows.slice(0, 2).map((row) => batches.nameOf(row))).toEqual(['Ada N.', undefined]);
    expect(await batches.seal(draft)).toMatchObject({ code: 'payout_batch_faulty' });
    const mended = [3, 4, 5].map((number) => ({ number, phone: '+237697000002', amount: '100' }));
    expect(accepted(await batches.add(draft, mended))).toMatchObject({
      faultCount: 0,
      amount: '1300',
      fee: '5',
      missing: '320',
    });
    expect((await batches.largest(draft, 2)).map(({ number }) => number)).toEqual([2, 1]);
  });

  it('that a member makes has rows of that member alone, whoever seals it', async () => {
    const merchantId = await earned('10000');
    const [ada, grace] = [newId('member'), newId('member')];
    const draft = await batches.drafted(merchantId, lines(60), ada);
    const otherPhone = [{ number: 1, phone: '+237677999901' }];
    for (const other of [grace, newId('apiKey')])
      expect(await batches.add(draft, otherPhone, 1, other)).toMatchObject({ code: 'payout_batch_unexpected_state' });
    const sealed = accepted(await batches.seal(draft, grace));
    expect(sealed).toMatchObject({ draftedBy: ada, rowCount: 60, approvalsMissing: 1 });
    // who has written the rows is not the second person, even if another member has sealed them
    expect(await batches.approve(sealed, { actor: ada })).toMatchObject({ code: 'second_person_required' });
    accepted(await batches.act('cancelPayoutBatch', sealed));
  });

  it('that a key makes is of no member, even if one seals it', async () => {
    const draft = await batches.drafted(await earned('10000'), lines(60), newId('apiKey'));
    expect(accepted(await batches.seal(draft, newId('member'))).approvalsMissing).toBe(2);
  });

  it('is created once by a repeated key, and is nobody else’s', async () => {
    const merchantId = newId('merchant');
    const idempotency = { keyHash: 'k'.repeat(43), bodyHash: 'b'.repeat(43) };
    const first = accepted(await batches.create(merchantId, { idempotency }));
    expect(await batches.create(merchantId, { idempotency })).toMatchObject({
      replayed: true,
      data: { batchId: first.batchId },
    });
    const other = { ...idempotency, bodyHash: 'c'.repeat(43) };
    expect(await batches.create(merchantId, { idempotency: other })).toMatchObject({ code: 'idempotency_key_reused' });
    expect(await batches.seal(first)).toMatchObject({ code: 'payout_batch_faulty' });
    expect(await batches.seal(Object.assign({}, first, { merchantId: newId('merchant') }))).toMatchObject({
      code: 'payout_batch_not_found',
    });
    expect((await batches.list(merchantId)).map(({ batchId }) => batchId)).toEqual([first.batchId]);
  });

  it('that is sealed never changes, and points out doubles and repetitions', async () => {
    const merchantId = await earned('10000');
    const paid = await batches.ready(merchantId, lines(2));
    accepted(await batches.approve(paid));
    const again = await batches.ready(merchantId, lines(2));
    expect(again).toMatchObject({ hash: paid.hash, repeats: paid.batchId, warningCount: 2 });
    expect((await batches.rowsOf(again)).map(({ warnings }) => warnings)).toEqual([
      ['paid_recently'],
      ['paid_recently'],
    ]);
    expect(await batches.add(again, lines(1))).toMatchObject({
      code: 'payout_batch_unexpected_state',
      fields: { currentStatus: 'READY' },
    });
    const blind = approvalOf(again);
    delete blind.repeats;
    expect(await approveAt(0, again, { repeats: newId('payoutBatch') })).toMatchObject({
      code: 'payout_batch_repeated',
    });
    expect(await apps[0]?.get(ApproveBatches).approve(received(blind))).toMatchObject({
      code: 'payout_batch_repeated',
    });
    const doubled = await batches.ready(merchantId, [...lines(1, '200'), ...lines(1, '300')]);
    expect((await batches.rowsOf(doubled))[0]?.warnings).toEqual(['double_in_batch', 'paid_recently']);
  });
});

describe('an approval', () => {
  it('holds the money of all rows, and their payouts wait to be sent', async () => {
    const merchantId = await earned('1000');
    const batch = await batches.ready(merchantId, lines(9));
    expect(batch).toMatchObject({ total: '900', missing: '0', approvalsMissing: 1 });
    const approved = accepted(await batches.approve(batch));
    expect(approved).toMatchObject({
      status: 'PROCESSING',
      counts: { pending: 9, processing: 0 },
      missing: null,
      approvalsMissing: 0,
    });
    expect(await held(merchantId)).toBe('900');
    const listed = accepted(await payouts.listed(merchantId)).payouts;
    expect(listed).toHaveLength(9);
    expect(listed[0]).toMatchObject({ source: 'batch', status: 'PENDING', amount: '100', transmission: 'not_sent' });
    expect(await payouts.cancel(merchantId, listed[0]?.payoutId ?? '')).toMatchObject({
      code: 'payout_unexpected_state',
    });
    await eventually(() => batches.eventsOf(batch).length > 0);
    expect(batches.eventsOf(batch)).toEqual(['payout_batch.approved']);
    expect(await world.violations()).toEqual([]);
  });

  it('of other contents, or of more than the balance has, places nothing', async () => {
    const merchantId = await earned('1000');
    const batch = await batches.ready(merchantId, lines(10));
    for (const other of [{ hash: 'a'.repeat(64) }, { rowCount: 9 }, { total: '999' }])
      expect(await batches.approve(batch, other)).toMatchObject({ code: 'payout_batch_changed' });
    expect(await batches.approve(batch)).toMatchObject({ code: 'balance_insufficient', fields: { missing: '15' } });
    expect(await batches.get(batch)).toMatchObject({ status: 'READY', approvals: [], missing: '15' });
    expect(await held(merchantId)).toBe('0');
  });

  it('above the limit needs two members, of whom a drafting member is one and a key is none', async () => {
    const merchantId = await earned('100000');
    const [ada, grace] = [newId('member'), newId('member')];
    const own = await batches.ready(merchantId, lines(60), ada);
    expect(await batches.approve(own, { actor: ada })).toMatchObject({ code: 'second_person_required' });
    expect(accepted(await batches.approve(own, { actor: grace }))).toMatchObject({ status: 'PROCESSING' });
    const ofKey = await batches.ready(merchantId, lines(61), newId('apiKey'));
    expect(ofKey.approvalsMissing).toBe(2);
    expect(accepted(await batches.approve(ofKey, { actor: ada }))).toMatchObject({
      status: 'READY',
      approvalsMissing: 1,
    });
    expect(await batches.approve(ofKey, { actor: ada })).toMatchObject({ code: 'second_person_required' });
    expect(accepted(await batches.approve(ofKey, { actor: grace }))).toMatchObject({ status: 'PROCESSING' });
    expect(accepted(await batches.approve(ofKey, { actor: ada }))).toMatchObject({ status: 'PROCESSING' });
    expect(await held(merchantId)).toBe('12100');
    expect(await world.violations()).toEqual([]);
  });

  it('by two members at the same time over two instances makes one batch', async () => {
    for (let round = 0; round < 5; round++) {
      const merchantId = await earned('1000');
      const batch = await batches.ready(merchantId, lines(5));
      const replies = await Promise.all([approveAt(0, batch), approveAt(1, batch)]);
      expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
      expect(replies.find(({ ok }) => !ok)).toMatchObject({ code: 'payout_batch_unexpected_state' });
      expect(await held(merchantId)).toBe('500');
    }
    expect(await world.violations()).toEqual([]);
  });

  it('of 50 batches against one balance over two instances overdraws nothing', async () => {
    const merchantId = await earned('1000');
    const ready: PayoutBatch[] = [];
    for (let index = 0; index < CONTENDERS; index++)
      ready.push(await batches.ready(merchantId, lines(3, String(100 + index))));
    const replies: Reply<PayoutBatch>[] = [];
    // each holds a connection while it waits for the account
    for (let first = 0; first < CONTENDERS; first += AT_ONCE)
      replies.push(
        ...(await Promise.all(ready.slice(first, first + AT_ONCE).map((batch, index) => approveAt(index, batch)))),
      );
    const codes = replies.map((reply) => (reply.ok ? 'placed' : reply.code));
    expect(codes.filter((code) => code === 'placed').length).toBeGreaterThan(0);
    expect(new Set(codes)).toEqual(new Set(['placed', 'balance_insufficient']));
    const placed = replies.flatMap((reply) => (reply.ok ? [BigInt(reply.data.total)] : []));
    const sum = placed.reduce((one, other) => one + other, 0n);
    expect(sum).toBeLessThanOrEqual(985n);
    // no other batch would fit
    expect(985n - sum).toBeLessThan(300n);
    expect(await held(merchantId)).toBe(sum.toString());
    expect(await world.violations()).toEqual([]);
  });
});

describe('a batch', () => {
  it('is paused and resumed, and what is left of it is canceled once', async () => {
    const merchantId = await earned('1000');
    const batch = await batches.ready(merchantId, lines(3));
    expect(await batches.act('pausePayoutBatch', batch)).toMatchObject({ code: 'payout_batch_unexpected_state' });
    accepted(await batches.approve(batch));
    expect(accepted(await batches.act('pausePayoutBatch', batch)).status).toBe('PAUSED');
    expect(accepted(await batches.act('pausePayoutBatch', batch)).status).toBe('PAUSED');
    expect(accepted(await batches.act('resumePayoutBatch', batch)).status).toBe('PROCESSING');
    const canceled = accepted(await batches.act('cancelPayoutBatch', batch));
    expect(canceled).toMatchObject({ status: 'COMPLETED', counts: { canceled: 3, pending: 0 } });
    expect(accepted(await batches.act('cancelPayoutBatch', batch)).canceledAt).toBe(canceled.canceledAt);
    expect(await held(merchantId)).toBe('0');
    expect(await world.violations()).toEqual([]);
  });

  it('that was not approved is canceled, and never approved', async () => {
    const merchantId = await earned('1000');
    const batch = await batches.ready(merchantId, lines(3));
    expect(accepted(await batches.act('cancelPayoutBatch', batch))).toMatchObject({
      status: 'CANCELED',
      completedAt: null,
    });
    expect(await batches.approve(batch)).toMatchObject({
      code: 'payout_batch_unexpected_state',
      fields: { currentStatus: 'CANCELED' },
    });
    expect(accepted(await payouts.listed(merchantId)).payouts).toEqual([]);
  });

  it('has recipients that no request names and no schedule pays', async () => {
    const merchantId = await earned('1000');
    const batch = await batches.ready(merchantId, lines(1));
    accepted(await batches.approve(batch));
    const [recipient] = await world.database.query<{ id: string }>(
      `SELECT destination_id AS id FROM payout_destination WHERE merchant_id = $1 AND kind = 'recipient'`,
      [merchantId],
    );
    const destinationId = recipient?.id ?? '';
    expect(await payouts.pay(merchantId, destinationId, { amount: '100' })).toMatchObject({
      code: 'payout_destination_not_found',
    });
    expect(accepted(await payouts.list(merchantId)).destinations).toEqual([]);
  });
});
