import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import type {
  ChargeRequested,
  ChargeStatus,
  ChargeSucceeded,
  IntentRefundEnded,
  MerchantActed,
  PaymentIntent,
  Refund,
  RefundEnded,
  Reply,
} from '@paygate/contracts';
import {
  accept,
  chargeStatus,
  chargeSucceeded,
  compileChecker,
  eventStreams,
  IntentRefundEnded as IntentRefundEndedPayload,
  refundCompleted,
  refundFailed,
} from '@paygate/contracts';
import { HandleCommand, MessagingModule } from '@paygate/messaging';
import { newId, PlatformModule, ServiceConfig } from '@paygate/platform';
import type { EventCollector, RunningApp } from '@paygate/testing';
import { eventCollector, eventually, startApp } from '@paygate/testing';
import { accepted, IntentsUnderTest } from '../intents-under-test.js';

let intents: IntentsUnderTest;
let charging: RunningApp;
let acts: EventCollector;
/** The answer of charging about a charge. */
let outcome: ChargeStatus | undefined;

@Controller()
class ChargingStandIn {
  @HandleCommand(chargeStatus)
  status({ chargeId }: ChargeRequested): Promise<Reply<ChargeStatus>> {
    return Promise.resolve(accept(outcome?.chargeId === chargeId ? outcome : { chargeId }));
  }
}
@Module({
  imports: [PlatformModule.forService('charging', ServiceConfig), MessagingModule.forService()],
  controllers: [ChargingStandIn],
})
class ChargingStandInModule {}

beforeAll(async () => {
  intents = await IntentsUnderTest.start();
  const { env } = intents;
  acts = await eventCollector(env['TOPIC_PREFIX'] ?? '', eventStreams.intentsAudit);
  charging = await startApp({ name: 'charging', module: ChargingStandInModule, config: ServiceConfig, env });
});
afterAll(async () => {
  await Promise.all([charging.stop(), acts.stop()]);
  await intents.stop();
});

function success({ id: intentId, amount, currency }: PaymentIntent, chargeId: string): ChargeSucceeded {
  const { merchantId } = intents;
  const facts = { chargeId, intentId, merchantId, mode: 'test', amount, currency } as const;
  return { ...facts, fee: '75', net: '4925', occurredAt: new Date().toISOString() };
}

async function charged(): Promise<{ readonly intent: PaymentIntent; readonly chargeId: string }> {
  const intent = await intents.created({ metadata: '{"odd" : 1.0}' });
  const { id: chargeId } = accepted(await intents.charge(intent.id, intents.token(intent)));
  return { intent, chargeId };
}

async function paid(): Promise<PaymentIntent> {
  const { intent, chargeId } = await charged();
  await intents.charging.emit(chargeSucceeded, success(intent, chargeId));
  await intents.event(intent.id, 'intent.completed');
  return accepted(await intents.read(intent.id));
}

/** The end of a refund of 1500, as charging publishes it. */
function ended(
  { id: intentId, chargeId }: Pick<PaymentIntent, 'id' | 'chargeId'>,
  amountRefunded: string,
  change: Partial<Refund> = {},
): RefundEnded {
  const at = new Date().toISOString();
  const refund: Refund = {
    ...{ id: newId('refund'), merchantId: intents.merchantId, mode: 'test', intentId, chargeId: chargeId ?? '' },
    ...{ status: 'COMPLETED', amount: '1500', currency: 'XAF', reason: 'Sold out', metadata: '{ "n":1.0 }' },
    ...{ transmission: null, failure: null, actor: null, createdAt: at, updatedAt: at, completedAt: at },
    ...change,
  };
  return { intentId, refund, amountRefunded, occurredAt: at };
}

const failure = { code: 'payer_limit_reached', message: 'The wallet is full' } as const;

/** The ends of refunds that an intent has published, in order. */
const endsOf = (intentId: string): readonly IntentRefundEnded[] =>
  intents
    .eventsOf(intentId)
    .filter(({ type }) => type.startsWith('intent.refund'))
    .map(({ payload }) => payload as IntentRefundEnded);

describe('a refund', () => {
  it('[10.3] that completed raises the amount refunded, with its one event', async () => {
    const intent = await paid();
    const end = ended(intent, '1500');
    await intents.charging.emit(refundCompleted, end);
    const event = await intents.event(intent.id, 'intent.refunded');
    const after = accepted(await intents.read(intent.id));
    const { occurredAt: updatedAt } = event;
    const grown = { amountRefunded: '1500', version: intent.version + 1, updatedAt };
    expect(after).toEqual(Object.assign({}, intent, grown));
    expect(event).toMatchObject({ sequence: 4, intent: after, refund: end.refund });
    expect(compileChecker(IntentRefundEndedPayload)(event)).toEqual([]);
  });

  it('that completed is recorded in the audit trail, with who asked for it', async () => {
    const intent = await paid();
    const [actor, failed] = [newId('member'), ended(intent, '0', { status: 'FAILED', failure, completedAt: null })];
    await intents.charging.emit(refundFailed, failed);
    const ends = [ended(intent, '1500', { actor }), ended(intent, '3000')];
    for (const end of ends) await intents.charging.emit(refundCompleted, end);
    await acts.next(({ payload }) => (payload as MerchantActed).subject === ends[1]?.refund.id);
    const ids = [failed, ...ends].map(({ refund }) => refund.id);
    const published = acts.events
      .map(({ payload }) => payload as MerchantActed)
      .filter(({ subject }) => ids.includes(subject));
    expect(published.map(({ action, subject, actor: by }) => [action, subject, by])).toEqual([
      ['payment.refunded', ends[0]?.refund.id, actor],
      ['payment.refunded', ends[1]?.refund.id, 'operator'],
    ]);
  });

  it('[10.3] that failed has its one event, and leaves the amount as it was', async () => {
    const intent = await paid();
    const end = ended(intent, '0', { status: 'FAILED', failure, completedAt: null });
    await intents.charging.emit(refundFailed, end);
    const event = await intents.event(intent.id, 'intent.refund-failed');
    expect(event).toMatchObject({
      sequence: 4,
      refund: end.refund,
      intent: { amountRefunded: '0', status: 'COMPLETED' },
    });
    expect(accepted(await intents.read(intent.id))).toMatchObject({ amountRefunded: '0', version: intent.version + 1 });
    expect(intents.eventsOf(intent.id, 'intent.completed')).toHaveLength(1);
  });

  it('after another adds to it; ends in another order lead to the same', async () => {
    const intent = await paid();
    const [first, second, third] = [ended(intent, '1500'), ended(intent, '3000'), ended(intent, '4500')];
    for (const end of [second, first, third]) await intents.charging.emit(refundCompleted, end);
    await eventually(() => endsOf(intent.id).length === 3);
    expect(
      endsOf(intent.id).map(({ sequence, refund, intent: { amountRefunded } }) => [
        sequence,
        refund.id,
        amountRefunded,
      ]),
    ).toEqual([
      [4, second.refund.id, '3000'],
      [5, first.refund.id, '3000'],
      [6, third.refund.id, '4500'],
    ]);
  });

  it('[10.3] that is delivered again, with all messages from the beginning, changes nothing', async () => {
    const intent = await paid();
    await intents.charging.emit(refundCompleted, ended(intent, '1500'));
    await intents.event(intent.id, 'intent.refunded');
    const before = accepted(await intents.read(intent.id));
    await intents.replay(eventStreams.charging);
    const last = await paid();
    await intents.charging.emit(refundCompleted, ended(last, '1500'));
    await intents.event(last.id, 'intent.refunded');
    expect(accepted(await intents.read(intent.id))).toEqual(before);
    expect(endsOf(intent.id)).toHaveLength(1);
  });

  it('of a charge whose outcome was lost has charging asked for it first', async () => {
    const { intent, chargeId } = await charged();
    outcome = { chargeId, succeeded: success(intent, chargeId) };
    await intents.charging.emit(refundCompleted, ended({ id: intent.id, chargeId }, '1500'));
    const { sequence, intent: after } = await intents.event(intent.id, 'intent.refunded');
    expect({ sequence, after }).toMatchObject({ sequence: 4, after: { status: 'COMPLETED', amountRefunded: '1500' } });
    expect(intents.eventsOf(intent.id, 'intent.completed')).toHaveLength(1);
  });

  it.each<[string, Partial<Refund>, string]>([
    ['of another charge', { chargeId: newId('charge') }, '1500'],
    ['in another currency', { currency: 'XOF' }, '1500'],
    ['above the payment', {}, '5001'],
  ])('%s becomes a dead letter', async (_what, change, amountRefunded) => {
    const intent = await paid();
    await intents.charging.emit(refundCompleted, ended(intent, amountRefunded, change));
    await intents.deadLetter(intent.id);
    expect(accepted(await intents.read(intent.id))).toEqual(intent);
  });
});
