import type { EventContract } from '../kernel/message.js';
import { defineEvent } from '../kernel/message.js';
import { intentChange, IntentChanged } from '../payments/intent-events.js';
import { IsNested } from '../schema/fields.js';
import type { ReversalEventType, reversalEvents } from '../vocabulary/merchant-events.js';
import { Reversal } from './reversal.js';

/** A reversal of a completed intent was booked, or returned. */
export class IntentReversed extends IntentChanged {
  @IsNested(() => Reversal) reversal!: Reversal;
}

const reversalChange = (type: string): EventContract<IntentReversed> =>
  defineEvent({ ...intentChange(type), payload: IntentReversed });

/** The operator has taken money back: `amountReversed` of the intent counts it. */
export const intentReversed = reversalChange('intent.reversed');
/** The operator has given that money back: `amountReversed` does not count it any more. */
export const intentReversalReturned = reversalChange('intent.reversal-returned');

/** The changes by reversals of which merchants are notified. */
export const intentReversals: readonly EventContract<IntentReversed>[] = Object.values({
  'intent.reversed': intentReversed,
  'intent.reversal-returned': intentReversalReturned,
} satisfies Record<(typeof reversalEvents)[ReversalEventType]['follows'], EventContract<IntentReversed>>);
