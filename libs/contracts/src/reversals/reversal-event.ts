import { IsIn } from 'class-validator';
import { EventOfIntentView, PaymentEventData } from '../payments/payment-event.js';
import { Note } from '../schema/declarations.js';
import { IsNested } from '../schema/fields.js';
import type { ReversalEventType } from '../vocabulary/merchant-events.js';
import { reversalEventTypes } from '../vocabulary/merchant-events.js';
import { ReversalView } from './reversal-bodies.js';

/** `data` of an event about a reversal: the reversal with its own amount, and the payment after it. */
export class ReversalEventData extends PaymentEventData {
  @IsNested(() => ReversalView)
  reversal!: ReversalView;
}

/** An event that an operator has taken money of a payment back, or has given it back after that. */
export class ReversalEventView extends EventOfIntentView {
  @Note({ example: 'payment.reversed' })
  @IsIn(reversalEventTypes)
  type!: ReversalEventType;

  @IsNested(() => ReversalEventData)
  data!: ReversalEventData;
}
