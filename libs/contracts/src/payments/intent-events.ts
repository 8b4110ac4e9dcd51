import { IsIn, IsInt, IsOptional, Min } from 'class-validator';
import type { EventContract } from '../kernel/message.js';
import { defineEvent } from '../kernel/message.js';
import { PaymentIntent, paymentMethodTypes } from './payment-intent.js';
import { eventStreams } from '../kernel/streams.js';
import { IsActor, IsAmount, IsCurrency, IsId, IsMode, IsNested, IsTimestamp } from '../schema/fields.js';
import type { PaymentEventType, paymentEvents } from '../vocabulary/merchant-events.js';
import type { Mode } from '../vocabulary/modes.js';
import type { Currency } from '../vocabulary/money.js';

/** A change of an intent of which its merchant can be notified. */
export class IntentChanged {
  /** `evt_…`: the id under which merchants see the event, made with the change, so it stays the same for every delivery. */
  @IsId('event') eventId!: string;
  /** Grows by one with each event of one intent. */
  @IsInt() @Min(1) sequence!: number;
  @IsTimestamp() occurredAt!: string;
  @IsNested(() => PaymentIntent) intent!: PaymentIntent;
}

/** Declares an event of a change of an intent. */
export const intentChange = (type: string): EventContract<IntentChanged> =>
  defineEvent({
    type,
    stream: eventStreams.intents,
    payload: IntentChanged,
    key: (payload) => payload.intent.id,
  });

/** A charge was accepted: charging moves the money, once. */
export class ChargeRequested {
  @IsId('charge') chargeId!: string;
  @IsId('intent') intentId!: string;
  @IsId('merchant') merchantId!: string;
  @IsMode() mode!: Mode;
  /** Absent for a guest, who pays by mobile money. */
  @IsOptional() @IsId('user') userId?: string;
  @IsAmount() amount!: string;
  @IsCurrency() currency!: Currency;
  @IsIn(paymentMethodTypes) method!: (typeof paymentMethodTypes)[number];
  /** The time at which the charge was accepted, by the database's clock. A charge older than CHARGE_START_SECONDS is declined, not begun. */
  @IsTimestamp() acceptedAt!: string;
  /** The member or the key that made the payment, or the link that it is a use of. Absent where that is not known. */
  @IsOptional() @IsActor() actor?: string;
  /** The till at which the payment was made. Absent without one. */
  @IsOptional() @IsId('till') tillId?: string;
}

/** An intent is charged: its merchant can be notified, and charging moves the money. */
export class IntentProcessing extends IntentChanged {
  /** Absent in an event of a version that requested the charge with an event of its own. */
  @IsOptional() @IsNested(() => ChargeRequested) request?: ChargeRequested;
}

export const intentCreated = intentChange('intent.created');
export const intentProcessing = defineEvent({ ...intentChange('intent.processing'), payload: IntentProcessing });
/** The operator was asked, and the outcome of the charge is overdue. At most once for each charge. */
export const intentDelayed = intentChange('intent.delayed');
export const intentCompleted = intentChange('intent.completed');
export const intentFailed = intentChange('intent.failed');
export const intentExpired = intentChange('intent.expired');
export const intentCanceled = intentChange('intent.canceled');

/** The changes of which merchants are notified. */
export const intentChanges: readonly EventContract<IntentChanged>[] = Object.values({
  'intent.created': intentCreated,
  'intent.processing': intentProcessing,
  'intent.delayed': intentDelayed,
  'intent.completed': intentCompleted,
  'intent.failed': intentFailed,
  'intent.expired': intentExpired,
  'intent.canceled': intentCanceled,
} satisfies Record<(typeof paymentEvents)[PaymentEventType]['follows'], EventContract<IntentChanged>>);

/** The request of a charge on its own: intents does not publish it any more, and charging still executes it. */
export const chargeRequested = defineEvent({
  type: 'intent.charge-requested',
  stream: eventStreams.intents,
  payload: ChargeRequested,
  key: (payload) => payload.intentId,
});
