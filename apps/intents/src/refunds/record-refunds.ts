import { Injectable } from '@nestjs/common';
import type { EventContract, IntentRefundEnded, RefundEnded } from '@paygate/contracts';
import { actedInIntents, merchantActed } from '@paygate/contracts';
import type { OutboxEntry, Received } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import { refundEnded } from '../domain/refund.js';
import type { Read } from '../intents.repository.js';
import { intentChanged, originOf } from '../intents.view.js';
import type { Recorded } from './record-afterwards.js';
import { RecordAfterwards } from './record-afterwards.js';

/** Records the ends of refunds, each once, with its one event. */
@Injectable()
export class RecordRefunds {
  constructor(private readonly afterwards: RecordAfterwards) {}

  /** Ends that charging has published. */
  ingest(messages: readonly Received<RefundEnded>[], contract: EventContract<IntentRefundEnded>): Promise<void> {
    return this.afterwards.record(
      messages,
      ({ refund }) => refund.mode,
      (read, message) => endOf(read, message, contract),
    );
  }
}

function endOf(
  { intent: before, at }: Read,
  message: Received<RefundEnded>,
  contract: EventContract<IntentRefundEnded>,
): Recorded {
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
