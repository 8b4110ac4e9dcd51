import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MerchantActed, ReversalBooked } from '@paygate/contracts';
import {
  compileChecker,
  eventStreams,
  ReversalBooked as ReversalBookedPayload,
  reversalBooked,
  reversalReturned,
} from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { EventCollector } from '@paygate/testing';
import { eventCollector, eventually } from '@paygate/testing';
import { ReversalsCommands } from '../../outgoing/reversals/reversals.commands.js';
import { ChargeTimelineRepository } from '../../readers/timeline/charge-timeline.repository.js';
import type { CollectedPayment } from './reversals-under-test.js';
import { accepted, ReversalsUnderTest } from './reversals-under-test.js';

let reversals: ReversalsUnderTest;
let acts: EventCollector;
beforeAll(async () => {
  reversals = await ReversalsUnderTest.start({ REVERSALS_ALONE_PER_DAY: '1000' });
  acts = await eventCollector(reversals.charging.world.topics.prefix, eventStreams.chargingAudit);
});
afterAll(async () => {
  await acts.stop();
  await reversals.end();
});

/** The events of a payment's reversals, each once, by turn. */
async function events({ intentId }: CollectedPayment, count: number) {
  const types: readonly string[] = [reversalBooked.type, reversalReturned.type];
  const { outcomes } = reversals.charging.world;
  return eventually(() => {
    const own = outcomes.events.filter(({ type, key }) => key === intentId && types.includes(type));
    const each = [...new Map(own.map((event) => [event.id, event])).values()];
    const found = each.map(({ type, payload }) => ({ type, payload: payload as ReversalBooked }));
    return found.length < count ? undefined : found.toSorted((one, other) => one.payload.turn - other.payload.turn);
  });
}

const list = ({ intentId, merchantId }: CollectedPayment, page: { startingAfter?: string; limit?: number } = {}) =>
  reversals.charging
    .of(0)
    .get(ReversalsCommands)
    .listOfIntent({ intentId, merchantId, mode: 'test', limit: 100, ...page });

describe('the merchant of a reversal', () => {
  it('[10.8] gets an event of each booking and return, with what stands of the payment', async () => {
    const payment = await reversals.collected();
    const first = await reversals.reversed(payment, '300');
    const second = await reversals.reversed(payment, '400');
    accepted(await reversals.decide(first.reversalId, 'return'));
    const told = await events(payment, 3);
    expect(told.map(({ type }) => type)).toEqual(['reversal.booked', 'reversal.booked', 'reversal.returned']);
    expect(told.map(({ payload }) => payload)).toMatchObject([
      { turn: 1, amountReversed: '300', reversal: { reversalId: first.reversalId, status: 'BOOKED' } },
      { turn: 2, amountReversed: '700', reversal: { reversalId: second.reversalId, amount: '400' } },
      { turn: 3, amountReversed: '400', reversal: { reversalId: first.reversalId, status: 'RETURNED' } },
    ]);
    for (const { payload } of told) expect(compileChecker(ReversalBookedPayload)(payload)).toEqual([]);
  });

  it('learns its own share alone, and of none where refunds have given all back', async () => {
    const payment = await reversals.collected();
    await reversals.collected(payment.merchantId);
    accepted(await reversals.refund(payment, '500'));
    const part = await reversals.reversed(payment, '600');
    // nothing is left of the payment
    expect(await reversals.reversed(payment, '100')).toMatchObject({ merchantAmount: '0', receivableAmount: '100' });
    accepted(await reversals.decide(part.reversalId, 'return'));
    const [booked, returned, ...more] = await events(payment, 2);
    expect(booked?.payload).toMatchObject({
      turn: 1,
      amountReversed: '200',
      reversal: { amount: '200', feeReturned: '0' },
    });
    expect(returned?.payload).toMatchObject({ turn: 3, amountReversed: '0' });
    expect(more).toEqual([]);
    expect(accepted(await list(payment)).reversals.map(({ reversalId }) => reversalId)).toEqual([part.reversalId]);
  });

  it('has bookings and returns in its audit trail', async () => {
    const payment = await reversals.collected();
    const { reversalId } = await reversals.reversed(payment);
    accepted(await reversals.decide(reversalId, 'return'));
    const ofReversal = () =>
      acts.events.map(({ payload }) => payload as MerchantActed).filter(({ subject }) => subject === reversalId);
    await eventually(() => new Set(ofReversal().map(({ action }) => action)).size === 2);
    const { merchantId } = payment;
    expect(ofReversal()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ merchantId, mode: 'test', action: 'payment.reversed', actor: 'operator' }),
        expect.objectContaining({ merchantId, mode: 'test', action: 'payment.reversal_returned', actor: 'operator' }),
      ]),
    );
  });

  it('sees bookings and returns in the timeline of the payment', async () => {
    const payment = await reversals.collected();
    const { reversalId } = await reversals.reversed(payment);
    accepted(await reversals.decide(reversalId, 'return'));
    const timeline = reversals.charging.of(0).get(ChargeTimelineRepository);
    const { intentId, merchantId } = payment;
    const entries = await timeline.ofIntent({ intentId, merchantId, mode: 'test' });
    expect(entries.filter(({ objectId }) => objectId === reversalId)).toMatchObject([
      { type: 'reversal.booked', operator: 'mtn_momo' },
      { type: 'reversal.returned', operator: 'mtn_momo' },
    ]);
    expect(await timeline.ofIntent({ intentId, merchantId: newId('merchant'), mode: 'test' })).toEqual([]);
  });

  it('[10.9] reads them newest first, in pages, and nobody else does', async () => {
    const payment = await reversals.collected();
    const ids: string[] = [];
    for (const amount of ['100', '200', '300']) ids.unshift((await reversals.reversed(payment, amount)).reversalId);
    await reversals.propose(payment, '50');
    const page = accepted(await list(payment, { limit: 2 }));
    expect([page.reversals.map(({ reversalId }) => reversalId), page.hasMore]).toEqual([ids.slice(0, 2), true]);
    const rest = accepted(await list(payment, { limit: 2, startingAfter: ids[1] ?? '' }));
    expect(rest).toMatchObject({ reversals: [{ reversalId: ids[2], amount: '100' }], hasMore: false });
    const other = await reversals.collected();
    expect(await list(other, { startingAfter: ids[0] ?? '' })).toMatchObject({ code: 'cursor_invalid' });
    const ofAnother = { ...payment, merchantId: newId('merchant') };
    expect(accepted(await list(ofAnother)).reversals).toEqual([]);
  });
});
