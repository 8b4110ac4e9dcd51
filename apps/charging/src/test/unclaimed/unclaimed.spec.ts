import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MerchantActed } from '@paygate/contracts';
import { eventStreams } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { EventCollector } from '@paygate/testing';
import { eventCollector, eventually } from '@paygate/testing';
import { UnclaimedCommands } from '../../outgoing/unclaimed/unclaimed.commands.js';
import { ComparisonRepository } from '../../readers/reconciliation/comparison.repository.js';
import { EntriesRepository } from '../../readers/statements/entries.repository.js';
import { EntryViews } from '../../readers/statements/entries.view.js';
import { SpansRepository } from '../../readers/statements/spans.repository.js';
import { accepted } from '../reversals/reversals-under-test.js';
import { DISBURSEMENT, lineOf, PHONE, UnclaimedUnderTest } from './unclaimed-under-test.js';

let unclaimed: UnclaimedUnderTest;
let acts: EventCollector;
beforeAll(async () => {
  unclaimed = await UnclaimedUnderTest.start();
  acts = await eventCollector(unclaimed.charging.world.topics.prefix, eventStreams.chargingAudit);
});
afterAll(async () => {
  await acts.stop();
  await unclaimed.end();
});

const rowsOf = (day: string): Promise<object[]> =>
  unclaimed.sql(`SELECT operator_number AS number, amount::text, state FROM unclaimed WHERE day = $1 ORDER BY 1`, [
    day,
  ]);
const transfersOf = (journalId: string): Promise<object[]> =>
  unclaimed.sql(
    `SELECT t.leg, d.kind AS debit, c.kind AS credit, t.amount::text FROM transfer t
     JOIN append_account d ON d.account_id = t.debit_id JOIN append_account c ON c.account_id = t.credit_id
     WHERE t.journal_id = $1 ORDER BY t.leg`,
    [journalId],
  );

/** Guarantees that money on a statement which no payment is of waits for people, and that nothing is booked from it. */
describe('a line without a payment', () => {
  it('is listed once, however often its statement is read, and books nothing', async () => {
    const day = unclaimed.nextDay();
    const line = lineOf({ day });
    await unclaimed.read(day, [line]);
    await unclaimed.read(day, [line, lineOf({ day, number: 'another' })]);
    await unclaimed.read(day, [line, lineOf({ day, number: 'another' }), lineOf({ day, number: 'another' })]);
    expect(await rowsOf(day)).toEqual([
      { number: 'another', amount: '700', state: 'listed' },
      { number: `op-${day}`, amount: '700', state: 'listed' },
    ]);
    expect(await unclaimed.sql('SELECT FROM transfer')).toEqual([]);
    expect((await unclaimed.list()).find(({ operatorNumber }) => operatorNumber === `op-${day}`)).toMatchObject({
      ...{ rail: 'mtn_momo', mode: 'test', currency: 'XAF', amount: '700', day, state: 'listed' },
      ...{ movedAt: `${day}T11:00:00.000Z`, phoneMasked: '********01' },
    });
  });

  it('has its phone sealed, and can be without one', async () => {
    const day = unclaimed.nextDay();
    await unclaimed.read(day, [lineOf({ day }), lineOf({ day, number: 'without', phone: '' })]);
    const rows = await unclaimed.sql<{ phone: string | null }>(
      'SELECT phone FROM unclaimed WHERE day = $1 UNION ALL SELECT phone FROM statement_line',
      [day],
    );
    expect(rows.filter(({ phone }) => phone !== null).length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toContain(PHONE.slice(1));
    const other = unclaimed.nextDay();
    const header = 'operator_id,reference,time,amount,currency,kind,status';
    await unclaimed.read(other, [lineOf({ day: other }).split(',').slice(0, 7).join()], header);
    expect((await unclaimed.list()).find((money) => money.day === other)).not.toHaveProperty('phoneMasked');
  });

  it('is gone when its statement has no such line any more, and listed again when it has', async () => {
    const day = unclaimed.nextDay();
    for (const [lines, state] of [
      [[lineOf({ day })], 'listed'],
      [[lineOf({ day, number: 'another' })], 'gone'],
      [[lineOf({ day })], 'listed'],
    ] as const) {
      await unclaimed.read(day, lines);
      expect(await rowsOf(day)).toContainEqual({ number: `op-${day}`, amount: '700', state });
    }
  });

  it('is not one that names an operation, that has failed, that took money away, or that has another currency', async () => {
    const day = unclaimed.nextDay();
    const operation = await unclaimed.charging.find(await unclaimed.charging.opened('pending'));
    const line = lineOf({ day, number: 'n' });
    await unclaimed.read(day, [
      lineOf({ day, number: 'own', reference: operation.reference }),
      line.replace('succeeded', 'failed'),
      line.replace('collection', 'payout').replace('n,', 'n2,'),
      line.replace('XAF', 'EUR').replace('n,', 'n3,'),
    ]);
    expect(await rowsOf(day)).toEqual([]);
  });

  it('stays as people have decided it when its statement is read again', async () => {
    const { unclaimedId, day } = await unclaimed.found();
    accepted(await unclaimed.decide(unclaimedId, 'dismiss'));
    await unclaimed.read(day, [lineOf({ day }), lineOf({ day, number: 'more' })]);
    await unclaimed.charging.of(0).get(ComparisonRepository).compareAgain();
    expect(await rowsOf(day)).toContainEqual({ number: `op-${day}`, amount: '700', state: 'dismissed' });
    accepted(await unclaimed.decide(unclaimedId, 'confirm'));
    await unclaimed.read(day, [lineOf({ day, number: 'more' })]);
    expect(await rowsOf(day)).toContainEqual({ number: `op-${day}`, amount: '700', state: 'confirmed' });
  });
});

/** Guarantees that confirmed money is in suspense, and leaves it once, to a merchant or to its payer. */
describe('unclaimed money', () => {
  it('is confirmed by one transfer from the float, once', async () => {
    const [float, suspense] = [await unclaimed.balance('float', 'mtn_momo'), await unclaimed.balance('unclaimed')];
    const { unclaimedId } = await unclaimed.found();
    const first = accepted(await unclaimed.decide(unclaimedId, 'confirm'));
    expect(accepted(await unclaimed.decide(unclaimedId, 'confirm'))).toEqual(first);
    expect(first).toMatchObject({ state: 'confirmed', confirmedAt: expect.any(String) });
    expect(await transfersOf(unclaimedId)).toEqual([{ leg: 1, debit: 'float', credit: 'unclaimed', amount: '700' }]);
    expect(await unclaimed.balance('unclaimed')).toBe(suspense + 700n);
    expect(await unclaimed.balance('float', 'mtn_momo')).toBe(float - 700n);
    expect(await unclaimed.violations()).toEqual([]);
  });

  it('is returned to its payer by the rail, from the float that has paid', async () => {
    const suspense = await unclaimed.balance('unclaimed');
    const { unclaimedId } = await unclaimed.confirmed();
    const paying = await unclaimed.balance('float', DISBURSEMENT);
    const returnId = await unclaimed.returning(unclaimedId);
    expect(await unclaimed.violations()).toEqual([]);
    await unclaimed.answer(returnId, 'paid');
    expect(await transfersOf(returnId)).toEqual([{ leg: 1, debit: 'unclaimed', credit: 'float', amount: '700' }]);
    expect(await unclaimed.balance('float', DISBURSEMENT)).toBe(paying + 700n);
    expect(await unclaimed.balance('unclaimed')).toBe(suspense);
    expect(accepted(await unclaimed.decide(unclaimedId, 'return'))).toMatchObject({ state: 'returned', returnId });
    expect(await unclaimed.violations()).toEqual([]);
  });

  it('waits in suspense again when the rail refuses its return, and can be returned by another one', async () => {
    const { unclaimedId } = await unclaimed.confirmed();
    const suspense = await unclaimed.balance('unclaimed');
    const first = await unclaimed.returning(unclaimedId);
    await unclaimed.answer(first, 'refused');
    expect(await unclaimed.balance('unclaimed')).toBe(suspense);
    const second = await unclaimed.returning(unclaimedId);
    expect(second).not.toBe(first);
    await unclaimed.answer(second, 'paid');
    expect(await unclaimed.balance('unclaimed')).toBe(suspense - 700n);
    expect(await transfersOf(first)).toEqual([]);
    expect(await unclaimed.violations()).toEqual([]);
  });

  it('in doubt at the rail is decided by people, as a payout is', async () => {
    const { unclaimedId } = await unclaimed.confirmed();
    const returnId = await unclaimed.returning(unclaimedId);
    await unclaimed.sql(
      `UPDATE rail_operation SET state = 'submitting', attempt = 1, submitted_at = now() WHERE operation_id = $1`,
      [returnId],
    );
    await unclaimed.sql(
      `UPDATE rail_operation SET state = 'escalated', escalation = 'too_old' WHERE operation_id = $1`,
      [returnId],
    );
    const decided = accepted(await unclaimed.charging.operator.resolve({ returnId, resolution: 'succeeded' }));
    expect(decided).toEqual({ returnId, state: 'succeeded' });
    expect(
      await unclaimed.sql('SELECT FROM unclaimed WHERE return_id = $1 AND state = $2', [returnId, 'returned']),
    ).toHaveLength(1);
    expect(await unclaimed.violations()).toEqual([]);
  });

  it('is matched to a payment that has failed: its merchant gets what such a payment credits', async () => {
    const { unclaimedId } = await unclaimed.confirmed();
    const suspense = await unclaimed.balance('unclaimed');
    const { intentId, merchantId, chargeId } = await unclaimed.failed();
    const matched = accepted(await unclaimed.decide(unclaimedId, 'match', { intentId }));
    expect(matched).toMatchObject({ state: 'matched', intentId, merchantId });
    expect(accepted(await unclaimed.decide(unclaimedId, 'match', { intentId }))).toEqual(matched);
    const [row] = await unclaimed.sql<{ id: string }>(
      'SELECT match_journal_id AS id FROM unclaimed WHERE unclaimed_id = $1',
      [unclaimedId],
    );
    expect(await transfersOf(row?.id ?? '')).toEqual([
      { leg: 1, debit: 'unclaimed', credit: 'merchant', amount: '686' },
      { leg: 2, debit: 'unclaimed', credit: 'fees', amount: '14' },
    ]);
    expect(await unclaimed.balance('merchant', merchantId)).toBe(686n);
    expect(await unclaimed.balance('unclaimed')).toBe(suspense - 700n);
    expect(await unclaimed.sql('SELECT state FROM charge WHERE charge_id = $1', [chargeId])).toEqual([
      { state: 'declined' },
    ]);
    expect(await unclaimed.violations()).toEqual([]);
  });

  it('is in the transactions and the audit trail of the merchant that it was matched to', async () => {
    const { unclaimedId } = await unclaimed.confirmed();
    const { intentId, merchantId, chargeId } = await unclaimed.failed();
    accepted(await unclaimed.decide(unclaimedId, 'match', { intentId }));
    const [account] = await unclaimed.sql<{ id: bigint }>(
      'SELECT account_id AS id FROM append_account WHERE owner_id = $1',
      [merchantId],
    );
    const accountId = account?.id ?? 0n;
    const app = unclaimed.charging.of(0);
    const [entry] = await app.get(EntriesRepository).page({ accountId, order: 'DESC', limit: 10 });
    expect(entry && app.get(EntryViews).of(entry)).toMatchObject({
      ...{ type: 'late_payment', gross: '700', fee: '14', net: '686', method: 'mtn_momo' },
      ...{ paymentIntentId: intentId, chargeId, refundId: null, payoutId: null },
    });
    const span = { from: '2020-01-01T00:00:00Z', to: '2199-01-01T00:00:00Z' };
    expect(await app.get(SpansRepository).lines(accountId, span)).toMatchObject([
      { type: 'late_payment', method: 'mtn_momo', count: 1n, gross: 700n, fee: 14n, net: 686n },
    ]);
    const act = await eventually(() =>
      acts.events.map(({ payload }) => payload as MerchantActed).find(({ subject }) => subject === intentId),
    );
    expect(act).toMatchObject({ merchantId, mode: 'test', action: 'payment.matched', actor: 'operator' });
  });

  it('is not matched to a payment of another amount, that has not failed, that has money of its own, or to one twice', async () => {
    const { unclaimedId } = await unclaimed.confirmed({ amount: '699' });
    const { intentId, chargeId } = await unclaimed.failed();
    const refused = { code: 'parameter_invalid', param: 'intentId' };
    expect(await unclaimed.decide(unclaimedId, 'match', { intentId })).toMatchObject(refused);
    const whole = await unclaimed.confirmed();
    expect(await unclaimed.decide(whole.unclaimedId, 'match', { intentId: newId('intent') })).toMatchObject(refused);
    expect(await unclaimed.decide(whole.unclaimedId, 'match')).toMatchObject(refused);
    const operation = await unclaimed.charging.find(chargeId);
    await unclaimed.charging.settle.settle(operation, { kind: 'succeeded', amount: 700n, currency: 'XAF' });
    expect(await unclaimed.decide(whole.unclaimedId, 'match', { intentId })).toMatchObject(refused);
    const other = await unclaimed.failed();
    accepted(await unclaimed.decide(whole.unclaimedId, 'match', { intentId: other.intentId }));
    const another = await unclaimed.confirmed();
    expect(await unclaimed.decide(another.unclaimedId, 'match', { intentId: other.intentId })).toMatchObject(refused);
  });

  it('is decided in its order: nothing unconfirmed is matched or returned, nothing that has ended again', async () => {
    const { unclaimedId } = await unclaimed.found();
    const { intentId } = await unclaimed.failed();
    const refused = { code: 'parameter_invalid', param: 'decision' };
    expect(await unclaimed.decide(unclaimedId, 'return')).toMatchObject(refused);
    expect(await unclaimed.decide(unclaimedId, 'match', { intentId })).toMatchObject(refused);
    accepted(await unclaimed.decide(unclaimedId, 'confirm'));
    expect(await unclaimed.decide(unclaimedId, 'dismiss')).toMatchObject(refused);
    accepted(await unclaimed.decide(unclaimedId, 'match', { intentId }));
    for (const decision of ['confirm', 'dismiss', 'return'] as const)
      expect(await unclaimed.decide(unclaimedId, decision)).toMatchObject(refused);
    expect(await unclaimed.decide(newId('unclaimed'), 'confirm')).toMatchObject({ param: 'unclaimedId' });
    const live = unclaimed.charging.of(0).get(UnclaimedCommands);
    expect(await live.list({ mode: 'test', limit: 1 }, { producer: 'gateway' })).toMatchObject({
      code: 'scope_missing',
    });
  });

  it('is decided as its row has it: a command that names other money, or a phone that was erased since, is refused', async () => {
    const { unclaimedId } = await unclaimed.found();
    const others = {
      rail: 'orange_money',
      currency: 'XOF',
      amount: '7000',
      operatorNumber: 'n',
      phoneMasked: '********02',
    };
    for (const [param, other] of Object.entries(others))
      expect(await unclaimed.decide(unclaimedId, 'confirm', { [param]: other })).toMatchObject({ ok: false, param });
    expect(await transfersOf(unclaimedId)).toEqual([]);
    await unclaimed.sql('UPDATE unclaimed SET phone = NULL, phone_masked = NULL WHERE unclaimed_id = $1', [
      unclaimedId,
    ]);
    const read = { phoneMasked: '********01' };
    expect(await unclaimed.decide(unclaimedId, 'confirm', read)).toMatchObject({ param: 'phoneMasked' });
    accepted(await unclaimed.decide(unclaimedId, 'confirm'));
    expect(await unclaimed.decide(unclaimedId, 'confirm', { amount: '7000' })).toMatchObject({ param: 'amount' });
  });

  it('is read one row at a time, in whatever state', async () => {
    const { unclaimedId } = await unclaimed.found();
    accepted(await unclaimed.decide(unclaimedId, 'dismiss'));
    const commands = unclaimed.charging.of(0).get(UnclaimedCommands);
    const rowIn = async (mode: 'test' | 'live') =>
      accepted(await commands.list({ mode, limit: 1, unclaimedId }, { producer: 'operator' }));
    expect(await rowIn('test')).toMatchObject({ unclaimed: [{ unclaimedId, state: 'dismissed' }], hasMore: false });
    expect(await rowIn('live')).toEqual({ unclaimed: [], hasMore: false });
  });

  it('without a phone, or erased, is not returned', async () => {
    const { unclaimedId } = await unclaimed.confirmed();
    await unclaimed.sql('UPDATE unclaimed SET phone = NULL, phone_masked = NULL WHERE unclaimed_id = $1', [
      unclaimedId,
    ]);
    expect(await unclaimed.decide(unclaimedId, 'return')).toMatchObject({ param: 'decision' });
  });
});
