import { IsIn } from 'class-validator';
import { EventOfIntentView, PaymentEventData } from '../payments/payment-event.js';
import { Note } from '../schema/declarations.js';
import { IsNested } from '../schema/fields.js';
import type { RefundEventType } from '../vocabulary/merchant-events.js';
import { refundEventTypes } from '../vocabulary/merchant-events.js';
import { RefundView } from './refund-bodies.js';

/** `data` of an event about a refund: the refund with its own amount, and the payment after it. */
export class RefundEventData extends PaymentEventData {
  @IsNested(() => RefundView)
  refund!: RefundView;
}

/** An event that a refund has ended. */
export class RefundEventView extends EventOfIntentView {
  @Note({ example: 'refund.completed' })
  @IsIn(refundEventTypes)
  type!: RefundEventType;

  @IsNested(() => RefundEventData)
  data!: RefundEventData;
}
