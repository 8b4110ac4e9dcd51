import { IsOptional, IsString } from 'class-validator';
import { infoOf } from '../kernel/derived.js';
import { IsActor, IsId, IsProviderReference } from '../schema/fields.js';
import { PayoutDestinationView, PayoutScheduleView } from './destination-bodies.js';
import { PayoutView } from './payout-bodies.js';

/** A payout between services. `metadata` is the merchant's JSON text, byte for byte: no service parses it. */
export class Payout extends infoOf(PayoutView, 'payoutId', ['metadata', 'providerReference']) {
  @IsId('merchant') merchantId!: string;
  /** `{}` when the merchant sent none. */
  @IsString() metadata!: string;
  /** The operator's transaction number; absent in messages from before the field. */
  @IsOptional() @IsProviderReference() providerReference?: string | null;
  /** The member or the key that requested it; null for the schedule and for an `operator` command. */
  @IsOptional() @IsActor() actor!: string | null;
}

/** A destination between services: its number is never in a message in the clear. */
export class PayoutDestination extends infoOf(PayoutDestinationView, 'destinationId') {}

/** A schedule between services. It has no id: a merchant has one in each mode. */
export type PayoutSchedule = PayoutScheduleView;
