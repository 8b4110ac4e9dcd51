import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ChargeRequested, CreateRefundCommand, Refund, Reply } from '@paygate/contracts';
import type { CommandBus, Received } from '@paygate/messaging';
import { newId, uuidV7 } from '@paygate/platform';
import type { RunningApp } from '@paygate/testing';
import { CreateRefunds } from '../../outgoing/refunds/create-refunds.js';
import type { Neighbour } from '../charging-under-test.js';
import { ChargingUnderTest, fundedUser, request } from '../charging-under-test.js';
import { patiently } from './patiently.js';
import type { Asked } from './refunds-under-test.js';
import { accepted, commandOf, RefundsUnderTest } from './refunds-under-test.js';

jest.setTimeout(240_000);

const TIMES = 50;

let world: ChargingUnderTest;
let apps: readonly RunningApp[];
let intents: Neighbour;
let operator: CommandBus;
let refunds: RefundsUnderTest;
beforeAll(async () => {
  world = await ChargingUnderTest.prepare();
  apps = await Promise.all([world.start(), world.start()]);
  [intents, operator, refunds] = await Promise.all([
    world.startNeighbour('intents'),
    world.startOperator(),
    RefundsUnderTest.start(world),
  ]);
});
afterAll(() => world.end());

/** A settled charge of a new user, whose wallet holds nothing after it. The fee is 1.5 %. */
async function charged(amount: string, merchantId = newId('merchant')): Promise<ChargeRequested> {
  const charge = request({ userId: await fundedUser(operator, amount), amount, merchantId });
  await intents.request(charge);
  await world.settled([charge]);
  return charge;
}

/** So many refunds at the same time, each instance half of them: the commands of one intent would wait for each other. */
const atOnce = (charge: ChargeRequested, given: () => Asked): Promise<readonly Reply<Refund>[]> =>
  Promise.all(
    Array.from({ length: TIMES }, (_, index) => {
      const payload = commandOf(charge, given());
      const message = { payload, id: uuidV7(), requestId: newId('request') } as Received<CreateRefundCommand>;
      const app = apps[index % apps.length];
      if (app === undefined) throw new Error('no instance');
      return patiently(() => app.get(CreateRefunds).create(message));
    }),
  );

/** The same charge by another name. */
const like = (charge: ChargeRequested, given: Partial<ChargeRequested>): ChargeRequested =>
  Object.assign({}, charge, given);

/** As if the merchant had sold more. */
const sell = (charge: ChargeRequested): Promise<ChargeRequested> => charged('10000', charge.merchantId);
const walletOf = (charge: ChargeRequested) => world.balance(charge.userId ?? '');
const sumOf = async (charge: ChargeRequested): Promise<number> => {
  const [row] = await world.database.query<{ sum: string }>(
    `SELECT coalesce(sum(amount), 0)::text AS sum FROM refund WHERE intent_id = $1 AND state = 'completed'`,
    [charge.intentId],
  );
  return Number(row?.sum);
};

describe('a refund to a wallet', () => {
  it('moves its money at once, in parts, the last of which takes the rest', async () => {
    const charge = await charged('1000');
    await sell(charge);
    const first = await refunds.refund(charge, { amount: '300', reason: 'sold out', metadata: '{"b":1,"a":1.0}' });
    expect(first).toMatchObject({
      data: {
        ...{ status: 'COMPLETED', amount: '300', currency: 'XAF', feeKept: '15', reason: 'sold out' },
        metadata: '{"b":1,"a":1.0}',
      },
    });
    const rest = accepted(await refunds.refund(charge));
    expect(rest).toMatchObject({ status: 'COMPLETED', amount: '700', transmission: null, failure: null });
    expect(await walletOf(charge)).toBe(1_000n);
    const [type, event] = await refunds.ended(charge, rest.id);
    expect([type, event.amountRefunded]).toEqual(['refund.completed', '1000']);
    expect(event.refund).toEqual(rest);
    expect(await refunds.refund(charge)).toMatchObject({ code: 'refund_exceeds_charge', fields: { refundable: '0' } });
    expect(await world.violations()).toEqual([]);
  });

  it('keeps the fee: one payment alone does not cover its whole refund, and a second one does', async () => {
    const charge = await charged('1000');
    const key = newId('request');
    const refused = await refunds.refund(charge, { key });
    expect(refused).toMatchObject({
      code: 'balance_insufficient',
      fields: { available: '985', pending: '0', missing: '15' },
    });
    expect(await walletOf(charge)).toBe(0n);
    await charged('1000', charge.merchantId);
    // a refusal has no effect, so the key is free for the same request
    expect(accepted(await refunds.refund(charge, { key }))).toMatchObject({ status: 'COMPLETED', amount: '1000' });
    expect(await walletOf(charge)).toBe(1_000n);
    expect(await world.balance(charge.merchantId, 'merchant')).toBe(970n);
    expect(await world.violations()).toEqual([]);
  });

  it('reaches a wallet that is closed or full', async () => {
    const [closed, full] = await Promise.all([charged('1000'), charged('1000')]);
    await Promise.all([sell(closed), sell(full)]);
    await world.database.query('UPDATE wallet SET closed_at = now() WHERE user_id = $1', [closed.userId]);
    await world.database.query('UPDATE wallet SET balance = 999999999999 WHERE user_id = $1', [full.userId]);
    expect(accepted(await refunds.refund(closed)).status).toBe('COMPLETED');
    expect(accepted(await refunds.refund(full)).status).toBe('COMPLETED');
    expect([await walletOf(closed), await walletOf(full)]).toEqual([1_000n, 1_000_000_000_999n]);
    await world.database.query('UPDATE wallet SET balance = 1000 WHERE user_id = $1', [full.userId]);
    expect(await world.violations()).toEqual([]);
  });

  it(`never exceeds its charge, by ${TIMES} parts at the same time over two instances`, async () => {
    const charge = await charged('1000');
    await sell(charge);
    const replies = await atOnce(charge, () => ({ amount: '70' }));
    const codes = replies.map((reply) => (reply.ok ? 'made' : reply.code));
    expect(codes.filter((code) => code === 'made')).toHaveLength(14);
    expect(codes.filter((code) => code === 'refund_exceeds_charge')).toHaveLength(TIMES - 14);
    expect([await sumOf(charge), await walletOf(charge)]).toEqual([980, 980n]);
    expect(await world.violations()).toEqual([]);
  });

  it(`is made once by ${TIMES} repetitions of one key`, async () => {
    const charge = await charged('1000');
    await sell(charge);
    const key = newId('request');
    const replies = await atOnce(charge, () => ({ amount: '70', key }));
    const [first] = replies.map(accepted);
    for (const reply of replies) expect(accepted(reply)).toEqual(first);
    expect(replies.filter((reply) => reply.ok && reply.replayed !== true)).toHaveLength(1);
    expect(await sumOf(charge)).toBe(70);
    // an equal part under another key is another refund
    expect(accepted(await refunds.refund(charge, { amount: '70' })).id).not.toBe(first?.id);
    expect(await refunds.refund(charge, { amount: '71', key })).toMatchObject({ code: 'idempotency_key_reused' });
    expect(await sumOf(charge)).toBe(140);
    expect(await world.violations()).toEqual([]);
  });

  it('of a merchant’s charges at the same time never spends a balance twice', async () => {
    const merchantId = newId('merchant');
    const charges = await Promise.all(Array.from({ length: 10 }, () => charged('1000', merchantId)));
    const replies = await Promise.all(charges.map((charge) => refunds.refund(charge)));
    // 10 × 985 were earned
    expect(replies.filter(({ ok }) => ok)).toHaveLength(9);
    expect(await world.balance(merchantId, 'merchant')).toBe(850n);
    expect(await world.violations()).toEqual([]);
  });
});

describe('a refund is refused', () => {
  it('for a payment that does not exist, is another merchant’s, or was declined', async () => {
    const charge = await charged('1000');
    const unknown = { code: 'intent_not_found' };
    expect(await refunds.refund(like(charge, { intentId: newId('intent') }))).toMatchObject(unknown);
    expect(await refunds.refund(like(charge, { merchantId: newId('merchant') }))).toMatchObject(unknown);
    expect(await refunds.refund(like(charge, { mode: 'live' }))).toMatchObject(unknown);
    const declined = request({ userId: newId('user') });
    await intents.request(declined);
    await world.settled([declined]);
    expect(await refunds.refund(declined)).toMatchObject({
      code: 'intent_unexpected_state',
      fields: { currentStatus: 'FAILED' },
    });
  });

  it('after 180 days', async () => {
    const charge = await charged('1000');
    await sell(charge);
    await world.database.query('ALTER TABLE charge DISABLE TRIGGER charge_is_settled');
    await world.database.query(`UPDATE charge SET settled_at = now() - interval '181 days' WHERE charge_id = $1`, [
      charge.chargeId,
    ]);
    await world.database.query('ALTER TABLE charge ENABLE TRIGGER charge_is_settled');
    expect(await refunds.refund(charge)).toMatchObject({ code: 'refund_period_over' });
  });

  it('to a cashier who has made those of the day', async () => {
    const charge = await charged('1000');
    await sell(charge);
    const cashier = { actor: newId('member'), cashierRefundsPerDay: 2, amount: '10' };
    const replies = await Promise.all(Array.from({ length: 5 }, () => refunds.refund(charge, cashier)));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(2);
    expect(await refunds.refund(charge, cashier)).toMatchObject({
      code: 'refund_limit_reached',
      fields: { limit: 2, used: 2 },
    });
    await world.database.query('ALTER TABLE refund DISABLE TRIGGER guard_refund');
    await world.database
      .query(`UPDATE refund SET created_at = date_trunc('day', now(), 'Africa/Douala') - interval '1 second'
      WHERE actor = '${cashier.actor}'`);
    await world.database.query('ALTER TABLE refund ENABLE TRIGGER guard_refund');
    expect((await refunds.refund(charge, cashier)).ok).toBe(true);
    expect((await refunds.refund(charge, { ...cashier, actor: newId('member') })).ok).toBe(true);
  });
});

describe('refunds are read', () => {
  it('one by one and in pages, newest first, by their own merchant', async () => {
    const charge = await charged('1000');
    const other = await sell(charge);
    const made: Refund[] = [];
    for (const each of [charge, other, charge]) made.unshift(accepted(await refunds.refund(each, { amount: '10' })));
    const [newest, middle, oldest] = made;
    expect(await refunds.get(charge, newest?.id ?? '')).toMatchObject({ data: newest });
    expect(await refunds.get(like(charge, { merchantId: newId('merchant') }), newest?.id ?? '')).toMatchObject({
      code: 'refund_not_found',
    });
    expect(await refunds.list(charge)).toMatchObject({ data: { refunds: made, hasMore: false } });
    const ofIntent = await refunds.list(charge, { intentId: charge.intentId });
    expect(ofIntent).toMatchObject({ data: { refunds: [newest, oldest], hasMore: false } });
    const page = await refunds.list(charge, { limit: 1, startingAfter: newest?.id ?? '' });
    expect(page).toMatchObject({ data: { refunds: [middle], hasMore: true } });
    const cursor = await refunds.list(like(charge, { merchantId: newId('merchant') }), {
      startingAfter: newest?.id ?? '',
    });
    expect(cursor).toMatchObject({ code: 'cursor_invalid' });
  });

  it('in pages that a message holds', async () => {
    const charge = await charged('1000');
    await sell(charge);
    const metadata = JSON.stringify({ text: 'x'.repeat(16_000) });
    for (let count = 0; count < 13; count++) await refunds.refund(charge, { amount: '10', metadata });
    const reply = await refunds.list(charge);
    expect(reply).toMatchObject({ ok: true, data: { hasMore: true } });
  });
});
