import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChargeSucceeded, IntentReversed, PaymentIntent, Reversal, ReversalBooked } from '@paygate/contracts';
import {
  chargeSucceeded,
  compileChecker,
  eventStreams,
  IntentReversed as IntentReversedPayload,
  reversalBooked,
  reversalReturned,
} from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { accepted, IntentsUnderTest } from '../intents-under-test.js';

let intents: IntentsUnderTest;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
});
afterAll(() => intents.stop());

async function paid(): Promise<PaymentIntent> {
  const intent = await intents.created({ metadata: '{"odd" : 1.0}' });
  const { id: intentId, amount, currency } = intent;
  const { id: chargeId } = accepted(await intents.charge(intentId, intents.token(intent)));
  const { merchantId } = intents;
  const facts = { chargeId, intentId, merchantId, mode: 'test', amount, currency } as const;
  const success: ChargeSucceeded = { ...facts, fee: '75', net: '4925', occurredAt: new Date().toISOString() };
  await intents.charging.emit(chargeSucceeded, success);
  await intents.event(intentId, 'intent.completed');
  return read(intentId);
}

const read = async (intentId: string): Promise<PaymentIntent> => accepted(await intents.read(intentId));

/** A reversal as charging publishes it. */
function booked(
  { id: intentId, chargeId }: PaymentIntent,
  [turn, amountReversed]: readonly [number, string],
  change: Partial<Reversal> = {},
): ReversalBooked {
  const at = new Date().toISOString();
  const reversal: Reversal = {
    ...{ reversalId: newId('reversal'), merchantId: intents.merchantId, mode: 'test', paymentIntentId: intentId },
    chargeId: chargeId ?? '',
    ...{ status: 'BOOKED', amount: '1500', feeReturned: '0', currency: 'XAF', operator: 'mtn_momo' },
    ...{ bookedAt: at, returnedAt: null },
    ...change,
  };
  return { intentId, reversal, amountReversed, turn, occurredAt: at };
}

const changesOf = (intentId: string): readonly IntentReversed[] =>
  intents
    .eventsOf(intentId)
    .filter(({ type }) => type.startsWith('intent.revers'))
    .map(({ payload }) => payload as IntentReversed);

describe('a reversal', () => {
  it('[10.8] leaves the payment COMPLETED with what was taken back, and has its one event', async () => {
    const intent = await paid();
    expect(intent.amountReversed).toBe('0');
    const taken = booked(intent, [1, '1500']);
    await intents.charging.emit(reversalBooked, taken);
    const event = await intents.event(intent.id, 'intent.reversed');
    const after = await read(intent.id);
    const { occurredAt: updatedAt } = event;
    expect(after).toEqual(
      Object.assign({}, intent, { amountReversed: '1500', version: intent.version + 1, updatedAt }),
    );
    expect(event).toMatchObject({ sequence: 4, intent: after, reversal: taken.reversal });
    expect(compileChecker(IntentReversedPayload)(event)).toEqual([]);
  });

  it('[10.8] that is returned does not count any more, also when its return arrives first', async () => {
    const intent = await paid();
    const returned = booked(intent, [2, '0'], { status: 'RETURNED', returnedAt: new Date().toISOString() });
    await intents.charging.emit(reversalReturned, returned);
    await intents.event(intent.id, 'intent.reversal-returned');
    await intents.charging.emit(
      reversalBooked,
      booked(intent, [1, '1500'], { reversalId: returned.reversal.reversalId }),
    );
    await eventually(() => changesOf(intent.id).length === 2);
    expect(changesOf(intent.id).map(({ sequence, intent: { amountReversed } }) => [sequence, amountReversed])).toEqual([
      [4, '0'],
      [5, '0'],
    ]);
    await intents.charging.emit(reversalBooked, booked(intent, [3, '700']));
    await eventually(() => changesOf(intent.id).length === 3);
    expect(await read(intent.id)).toMatchObject({ status: 'COMPLETED', amountReversed: '700', amountRefunded: '0' });
  });

  it('[10.8] that is delivered again, with all messages from the beginning, changes nothing', async () => {
    const intent = await paid();
    await intents.charging.emit(reversalBooked, booked(intent, [1, '1500']));
    await intents.event(intent.id, 'intent.reversed');
    const before = await read(intent.id);
    await intents.replay(eventStreams.charging);
    const last = await paid();
    await intents.charging.emit(reversalBooked, booked(last, [1, '1500']));
    await intents.event(last.id, 'intent.reversed');
    expect(await read(intent.id)).toEqual(before);
    expect(changesOf(intent.id)).toHaveLength(1);
  });

  it.each<[string, Partial<Reversal>, string]>([
    ['of another charge', { chargeId: newId('charge') }, '1500'],
    ['in another currency', { currency: 'XOF' }, '1500'],
    ['above the payment', {}, '5001'],
  ])('%s becomes a dead letter', async (_what, change, amountReversed) => {
    const intent = await paid();
    await intents.charging.emit(reversalBooked, booked(intent, [1, amountReversed], change));
    await intents.deadLetter(intent.id);
    expect(await read(intent.id)).toEqual(intent);
  });
});
