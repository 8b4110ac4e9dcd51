import { IsInt, Min } from 'class-validator';
import { defineEvent } from '../kernel/message.js';
import { eventStreams } from '../kernel/streams.js';
import { IsAmountOrZero, IsId, IsNested, IsTimestamp } from '../schema/fields.js';
import { Reversal } from './reversal.js';

/** A reversal was booked, or returned. */
export class ReversalBooked {
  @IsId('intent') intentId!: string;
  @IsNested(() => Reversal) reversal!: Reversal;
  /** What the standing reversals take of the charge after this change, in minor units. */
  @IsAmountOrZero() amountReversed!: string;
  /** The number of bookings and returns of the charge with this one: the largest is the latest. */
  @IsInt() @Min(1) turn!: number;
  @IsTimestamp() occurredAt!: string;
}

/** The operator has taken money of a payment back, and the merchant's account is debited. */
export const reversalBooked = defineEvent({
  type: 'reversal.booked',
  stream: eventStreams.charging,
  payload: ReversalBooked,
  key: (payload) => payload.intentId,
});

/** The operator has given back what it had taken, and the merchant's account is credited. */
export const reversalReturned = defineEvent({
  type: 'reversal.returned',
  stream: eventStreams.charging,
  payload: ReversalBooked,
  key: (payload) => payload.intentId,
});
