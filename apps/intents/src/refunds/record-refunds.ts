import { Injectable } from '@nestjs/common';
import type { EventContract, IntentRefundEnded, RefundEnded } from '@paygate/contracts';
import { actedInIntents, merchantActed } from '@paygate/contracts';
import type { OutboxEntry, Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import { AskForOutcomes } from '../charging/ask-for-outcomes.js';
import { Contradiction } from '../domain/intent.js';
import { refundEnded } from '../domain/refund.js';
import type { Read } from '../intents.repository.js';
import { IntentsRepository } from '../intents.repository.js';
import { intentChanged, originOf } from '../intents.view.js';

/** Records the ends of refunds, each once, with its one event. */
@Injectable()
export class RecordRefunds {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly intents: IntentsRepository,
    private readonly outcomes: AskForOutcomes,
  ) {}

  /** Ends that charging has published. One that is delivered again is not looked at. */
  async ingest(messages: readonly Received<RefundEnded>[], contract: EventContract<IntentRefundEnded>): Promise<void> {
    const byIntent = new Map(messages.map((message) => [message.payload.intentId, message]));
    // only a lost outcome comes after a refund
    await this.outcomes.askAbout([...byIntent.keys()]);
    await this.unitOfWork.run(async (tx) => {
      const fresh = await tx.firstTime(messages);
      const news = [...byIntent].filter(([, { id }]) => fresh.has(id));
      const locked = await this.intents.lock(
        tx,
        news.map(([intentId]) => intentId),
      );
      const known = new Set(locked.map(({ intent }) => intent.id));
      // an intent of test mode may have been deleted after its retention
      if (news.some(([id, { payload }]) => !known.has(id) && payload.refund.mode === 'live'))
        throw new Contradiction('a refund of an intent that does not exist');
      const ends = locked.flatMap((read) => {
        const message = byIntent.get(read.intent.id);
        return message === undefined ? [] : [endOf(read, message, contract)];
      });
      await this.intents.write(
        tx,
        ends.map(({ intent }) => ({ from: intent.status, intent })),
        ends.flatMap(({ events }) => events),
      );
    });
  }
}

function endOf(
  { intent: before, at }: Read,
  message: Received<RefundEnded>,
  contract: EventContract<IntentRefundEnded>,
): { readonly intent: Read['intent']; readonly events: readonly OutboxEntry[] } {
  const { refund, amountRefunded } = message.payload;
  const { id: refundId, chargeId, currency } = refund;
  const intent = refundEnded(before, { refundId, chargeId, currency, amountRefunded: BigInt(amountRefunded) }, at);
  const change = intentChanged({ intent, moment: { at, eventId: newId('event') } });
  const event = { ...originOf(message), contract, payload: Object.assign(change, { refund }) };
  return { intent, events: [event, ...actsOf(message)] };
}

/** Money that has left an account, for its audit trail. Nothing has left by a refund that failed. */
function actsOf(message: Received<RefundEnded>): readonly OutboxEntry[] {
  const { id, status, merchantId, mode, actor } = message.payload.refund;
  if (status !== 'COMPLETED') return [];
  const command = {
    producer: 'operator',
    payload: { merchantId, mode, ...(actor === null ? {} : { actor }) },
  } as const;
  return [{ ...originOf(message), contract: actedInIntents, payload: merchantActed(command, 'payment.refunded', id) }];
}
