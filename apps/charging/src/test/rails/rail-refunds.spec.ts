import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ChargeRequested, MobileOperator } from '@paygate/contracts';
import { mobileOperators, transferFloat } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { RailSimulator, RunningApp } from '@paygate/testing';
import { eventually } from '@paygate/testing';
import { Registry } from 'prom-client';
import { TimelineCommands } from '../../readers/timeline/timeline.commands.js';
import { ChargingUnderTest } from '../charging-under-test.js';
import { debitedBy, FAST, MobileMoney } from '../mobile-money.js';
import { accepted, RefundsUnderTest } from '../refunds/refunds-under-test.js';

jest.setTimeout(240_000);

const ENDED_WITHIN_MS = 120_000;

/** Guarantees that a refund by mobile money ends as the books of the operator have it. */
describe('a refund', () => {
  let simulator: RailSimulator;
  let world: ChargingUnderTest;
  let app: RunningApp;
  let money: MobileMoney;
  let refunds: RefundsUnderTest;

  beforeAll(async () => {
    simulator = await MobileMoney.simulator();
    world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST });
    app = await world.start();
    money = await MobileMoney.start(simulator, world);
    refunds = await RefundsUnderTest.start(world);
  });
  afterAll(async () => {
    await money.stop();
    await world.end();
    await simulator.stop();
  });

  /** A charge that succeeded, of a merchant who can pay its fee. */
  const charged = async (rail: MobileOperator, digits: string): Promise<ChargeRequested> => {
    const merchantId = newId('merchant');
    const charges = await Promise.all([money.pay(rail, digits, { merchantId }), money.pay(rail, '01', { merchantId })]);
    await world.settled(charges, ENDED_WITHIN_MS);
    return charges[0];
  };
  const unpaid = async (rail: MobileOperator): Promise<number> => {
    const counted = await app.get(Registry).getSingleMetric('paygate_refunds_unpaid_total')?.get();
    return counted?.values.find(({ labels }) => labels['rail'] === rail)?.value ?? 0;
  };
  const holdOf = async (refundId: string): Promise<string | undefined> =>
    (await world.database.query<{ state: string }>('SELECT state FROM hold WHERE hold_id = $1', [refundId]))[0]?.state;
  const transmissionOf = async (charge: ChargeRequested, refundId: string): Promise<string | null | undefined> => {
    const reply = await refunds.get(charge, refundId);
    return reply.ok ? reply.data.transmission : undefined;
  };

  describe.each<MobileOperator>([...mobileOperators])('by %s', (rail) => {
    it('holds its money, and gives it back once', async () => {
      const charge = await charged(rail, '01');
      const before = await debitedBy(simulator, rail);
      const refund = accepted(await refunds.refund(charge, { amount: '500' }));
      expect(refund).toMatchObject({ status: 'PENDING', transmission: 'not_sent', completedAt: null });
      expect(await refunds.refund(charge, { amount: '201' })).toMatchObject({ code: 'refund_exceeds_charge' });
      const [type, event] = await refunds.ended(charge, refund.id, ENDED_WITHIN_MS);
      expect([type, event.amountRefunded, event.refund.status]).toEqual(['refund.completed', '500', 'COMPLETED']);
      expect(await holdOf(refund.id)).toBe('posted');
      expect(before - (await debitedBy(simulator, rail))).toBe(500n);
      expect(await refunds.get(charge, refund.id)).toMatchObject({ data: event.refund });
      expect(await world.balance(charge.merchantId, 'merchant')).toBe(872n);
    });

    it.each([
      ['50', 'refund.completed'],
      ['51', 'refund.failed'],
      ['52', 'refund.completed'],
    ])('of number %s ends with %s', async (digits, outcome) => {
      const charge = await charged(rail, digits);
      const before = await debitedBy(simulator, rail);
      const refund = accepted(await refunds.refund(charge));
      if (digits === '50') {
        await eventually(async () => (await transmissionOf(charge, refund.id)) === 'sent');
        await simulator.control.advance(26);
      }
      const [type, { refund: ended, amountRefunded }] = await refunds.ended(charge, refund.id, ENDED_WITHIN_MS);
      const isBack = outcome === 'refund.completed';
      expect([type, amountRefunded]).toEqual([outcome, isBack ? '700' : '0']);
      expect(ended).toMatchObject({ transmission: null, failure: isBack ? null : { code: 'rail_error' } });
      expect(await holdOf(refund.id)).toBe(isBack ? 'posted' : 'voided');
      expect(before - (await debitedBy(simulator, rail))).toBe(isBack ? 700n : 0n);
      expect(await world.balance(charge.merchantId, 'merchant')).toBe(isBack ? 672n : 1_372n);
    });

    it('that failed is not sent again by its key, and another one is', async () => {
      const charge = await charged(rail, '51');
      const key = newId('request');
      const reply = await refunds.refund(charge, { key });
      const { id } = accepted(reply);
      await refunds.ended(charge, id, ENDED_WITHIN_MS);
      const again = await refunds.refund(charge, { key });
      expect(again).toEqual({ ...reply, replayed: true });
      const next = accepted(await refunds.refund(charge));
      expect(next.id).not.toBe(id);
      await refunds.ended(charge, next.id, ENDED_WITHIN_MS);
      const operations = await world.database.query<{ reference: string }>(
        `SELECT DISTINCT reference FROM rail_operation WHERE intent_id = $1 AND kind = 'refund'`,
        [charge.intentId],
      );
      expect(operations).toHaveLength(2);
      expect(refunds.eventsOf(charge)).toHaveLength(2);
    });

    it('from an empty account fails because the rail is not available, and leaves the merchant all money', async () => {
      const charge = await charged(rail, '01');
      const alarmed = await unpaid(rail);
      await simulator.control.put(`paying-accounts/${rail}`, { balance: '699' });
      try {
        const refund = accepted(await refunds.refund(charge));
        const [type, event] = await refunds.ended(charge, refund.id, ENDED_WITHIN_MS);
        expect([type, event.refund.failure?.code]).toEqual(['refund.failed', 'rail_unavailable']);
        expect(await world.balance(charge.merchantId, 'merchant')).toBe(1_372n);
        // what the alert RefundsUnpaid counts
        expect(await unpaid(rail)).toBe(alarmed + 1);
      } finally {
        await simulator.control.put(`paying-accounts/${rail}`, { balance: '999999999999' });
      }
    });

    it('that gets no answer is in doubt, and is made once', async () => {
      const charge = await charged(rail, '01');
      const before = await debitedBy(simulator, rail);
      await simulator.control.put('faults', { no_answer: 1 });
      try {
        const refund = accepted(await refunds.refund(charge));
        // Orange Money issues a token before anything is sent
        const undone = rail === 'mtn_momo' ? 'in_doubt' : 'not_sent';
        await eventually(async () => (await transmissionOf(charge, refund.id)) === undone);
        await simulator.control.put('faults', { no_answer: 0 });
        expect((await refunds.ended(charge, refund.id, ENDED_WITHIN_MS))[0]).toBe('refund.completed');
        expect(before - (await debitedBy(simulator, rail))).toBe(700n);
      } finally {
        await simulator.control.put('faults', { no_answer: 0 });
      }
    });
  });

  it('is in the timeline of its payment, as the charge is, for its merchant and mode alone', async () => {
    const charge = await charged('mtn_momo', '01');
    const refund = accepted(await refunds.refund(charge));
    await refunds.ended(charge, refund.id, ENDED_WITHIN_MS);
    const typesFor = async (others: Partial<ChargeRequested> = {}) => {
      const { intentId, merchantId, mode } = Object.assign({}, charge, others);
      const reply = await app.get(TimelineCommands).timeline({ intentId, merchantId, mode });
      return reply.ok ? reply.data.entries.map(({ type }) => type) : [reply.code];
    };
    expect(await typesFor()).toEqual(
      expect.arrayContaining(['charge.submitted', 'charge.succeeded', 'refund.requested', 'refund.completed']),
    );
    expect(await typesFor({ merchantId: newId('merchant') })).toEqual([]);
    expect(await typesFor({ mode: 'live' })).toEqual([]);
  });

  it('is paid from a disbursement account to which money was moved, in the ledger as at the operator', async () => {
    const operator = await world.startOperator();
    const [from, to] = ['mtn_momo', 'mtn_momo/disbursement'] as const;
    const command = { transferId: newId('transfer'), mode: 'test', currency: 'XAF', from, to, amount: '700' } as const;
    await simulator.control.post('transfers', { amount: '700' });
    const reply = await operator.send(transferFloat, command, {
      ...{ requestId: newId('request'), timeoutMs: ENDED_WITHIN_MS },
    });
    expect(reply).toMatchObject({ ok: true, data: { from, to, amount: '700' } });
  });

  it('leaves a ledger that equals the books of the operators to the franc', async () => {
    expect(await world.violations()).toEqual([]);
    for (const { name, balance } of await simulator.control.accounts())
      expect([name, -((await world.balance(name, 'float')) ?? 0n)]).toEqual([name, BigInt(balance)]);
  });
});
