import { intentChange, IntentChanged } from '../payments/intent-events.js';
import type { EventContract } from '../kernel/message.js';
import { defineEvent } from '../kernel/message.js';
import { IsNested } from '../schema/fields.js';
import type { RefundEventType, refundEvents } from '../vocabulary/merchant-events.js';
import { Refund } from './refund.js';

/** A refund of a completed intent has ended. */
export class IntentRefundEnded extends IntentChanged {
  @IsNested(() => Refund) refund!: Refund;
}

const refundEnd = (type: string): EventContract<IntentRefundEnded> =>
  defineEvent({ ...intentChange(type), payload: IntentRefundEnded });

/** Money has gone back to whoever paid: `amountRefunded` of the intent counts it. */
export const intentRefunded = refundEnd('intent.refunded');
/** No money has gone back. The intent stays as it was, apart from the count of its events. */
export const intentRefundFailed = refundEnd('intent.refund-failed');

/** The ends of refunds of which merchants are notified. */
export const intentRefundEnds: readonly EventContract<IntentRefundEnded>[] = Object.values({
  'intent.refunded': intentRefunded,
  'intent.refund-failed': intentRefundFailed,
} satisfies Record<(typeof refundEvents)[RefundEventType]['follows'], EventContract<IntentRefundEnded>>);
