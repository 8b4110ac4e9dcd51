import { defineEvent } from '../kernel/message.js';
import { eventStreams } from '../kernel/streams.js';
import { IsAmountOrZero, IsId, IsNested, IsTimestamp } from '../schema/fields.js';
import { Refund } from './refund.js';

/** A refund has ended. */
export class RefundEnded {
  @IsId('intent') intentId!: string;
  @IsNested(() => Refund) refund!: Refund;
  /** The sum of all COMPLETED refunds of the charge after this one: it never shrinks. */
  @IsAmountOrZero() amountRefunded!: string;
  @IsTimestamp() occurredAt!: string;
}

/** The money has gone back to whoever paid: the ledger holds the transfer. */
export const refundCompleted = defineEvent({
  type: 'refund.completed',
  stream: eventStreams.charging,
  payload: RefundEnded,
  key: (payload) => payload.intentId,
});

/** No money moved and none will: the merchant has what was held. */
export const refundFailed = defineEvent({
  type: 'refund.failed',
  stream: eventStreams.charging,
  payload: RefundEnded,
  key: (payload) => payload.intentId,
});
