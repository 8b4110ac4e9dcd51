import { IsIn, IsInt, Matches, Min } from 'class-validator';
import { PaymentIntentView } from './payment-intent-view.js';
import { NotedMode } from '../kernel/shapes/noted-fields.js';
import { Note } from '../schema/declarations.js';
import { IsId, IsNested, IsTimestamp } from '../schema/fields.js';
import type { PaymentEventType } from '../vocabulary/merchant-events.js';
import { paymentEventTypes } from '../vocabulary/merchant-events.js';
import type { Mode } from '../vocabulary/modes.js';

/** The fields of every event about a payment, as it is delivered to a merchant's webhook endpoint. */
export class EventOfIntentView {
  @Note({
    description: 'The id of the event, the same for each retry: recognise duplicates by it.',
    example: 'evt_01k8zq7d5rj1ve3y9gankhs8j2',
  })
  @IsId('event')
  id!: string;

  @Note({ example: '2026-11-20T10:01:02.000Z' })
  @IsTimestamp()
  created!: string;

  @Note({ example: '2026-11-20' })
  @Matches(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/)
  apiVersion!: string;

  @NotedMode()
  mode!: Mode;

  @Note({ description: 'Grows by one with each event of one intent.', example: 3 })
  @IsInt()
  @Min(1)
  sequence!: number;
}

/** `data` of an event about a payment. */
export class PaymentEventData {
  @IsNested(() => PaymentIntentView)
  paymentIntent!: PaymentIntentView;
}

/** An event that a payment intent has changed. */
export class PaymentEventView extends EventOfIntentView {
  @Note({ example: 'payment.completed' })
  @IsIn(paymentEventTypes)
  type!: PaymentEventType;

  @IsNested(() => PaymentEventData)
  data!: PaymentEventData;
}
