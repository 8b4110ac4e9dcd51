import { IsIn, IsOptional } from 'class-validator';
import { commandOf, fieldsOf } from '../kernel/derived.js';
import { Idempotency } from '../kernel/idempotency.js';
import { defineCommand } from '../kernel/message.js';
import { OfMerchant } from '../kernel/of-merchant.js';
import { IsActor, IsId, IsListOf, IsNested, IsSealed, IsSubsetOf } from '../schema/fields.js';
import { mobileOperators } from '../vocabulary/mobile-numbers.js';
import type { MobileOperator } from '../vocabulary/mobile-numbers.js';
import type { Sealed } from '../vocabulary/sealed.js';
import {
  ChangePayoutScheduleRequest,
  LookUpOwnerRequest,
  PayoutScheduleView,
  RegisterPayoutDestinationRequest,
} from './destination-bodies.js';
import { DESTINATIONS_LISTED_MAX } from './payout-terms.js';
import { PayoutDestination } from './payout.js';

export class LookUpOwnerCommand extends commandOf(LookUpOwnerRequest, ['phoneNumber']) {
  @IsSealed() phoneNumber!: Sealed;
}
export class OwnerLookedUp {
  @IsIn(mobileOperators) operator!: MobileOperator;
  /** Sealed for the gateway; absent when the operator does not state it. */
  @IsOptional() @IsSealed() name?: Sealed;
}
/**
 * Asks an operator whom a number belongs to. The gateway sends it only for an owner who has a second factor. Counted by merchant and day,
 * and in the audit trail.
 */
export const lookUpNumberOwner = defineCommand({
  name: 'look-up-number-owner',
  owner: 'charging',
  request: LookUpOwnerCommand,
  answer: OwnerLookedUp,
  refusals: ['operator_unknown', 'payout_unsupported', 'owner_lookup_limit_reached'],
});

export class RegisterPayoutDestinationCommand extends commandOf(RegisterPayoutDestinationRequest, [
  'phoneNumber',
  'code',
]) {
  /** The new destination's id, minted by the caller. */
  @IsId('payoutDestination') destinationId!: string;
  @IsSealed() phoneNumber!: Sealed;
  @IsOptional() @IsNested(() => Idempotency) idempotency?: Idempotency;
}
/**
 * Registers a destination. The gateway sends it only for an owner who has shown the second factor (`prove-owner`), an operator for a
 * merchant whose owners cannot. All owners are notified where a mail provider is configured.
 */
export const registerPayoutDestination = defineCommand({
  name: 'register-payout-destination',
  owner: 'charging',
  staff: 'two',
  request: RegisterPayoutDestinationCommand,
  answer: PayoutDestination,
  refusals: ['operator_unknown', 'payout_unsupported', 'payout_destination_limit_reached', 'idempotency_key_reused'],
});

export class RevokePayoutDestinationCommand extends OfMerchant {
  @IsId('payoutDestination') destinationId!: string;
  @IsOptional() @IsActor() actor?: string;
}
/**
 * Revokes a destination, or a recipient of batches, for ever. Payouts there that were not sent yet fail, or are canceled where a batch has
 * not released them. Repeating it answers the same destination.
 */
export const revokePayoutDestination = defineCommand({
  name: 'revoke-payout-destination',
  owner: 'charging',
  request: RevokePayoutDestinationCommand,
  answer: PayoutDestination,
  refusals: ['payout_destination_not_found'],
});

export class PayoutDestinationsListed {
  @IsListOf(() => PayoutDestination, DESTINATIONS_LISTED_MAX) destinations!: PayoutDestination[];
  /** By which money can be paid out now. Absent in a message of the version before. */
  @IsOptional() @IsSubsetOf(mobileOperators) operators?: MobileOperator[];
}
/** The newest destinations of a merchant, revoked ones included, newest first. */
export const listPayoutDestinations = defineCommand({
  name: 'list-payout-destinations',
  owner: 'charging',
  request: OfMerchant,
  answer: PayoutDestinationsListed,
  unordered: true,
});

export class PayoutScheduleRead extends fieldsOf(PayoutScheduleView) {}
/** The schedule of a merchant; `off` where none was ever set. */
export const readPayoutSchedule = defineCommand({
  name: 'read-payout-schedule',
  owner: 'charging',
  request: OfMerchant,
  answer: PayoutScheduleRead,
  unordered: true,
});

export class ChangePayoutScheduleCommand extends commandOf(ChangePayoutScheduleRequest) {}
/** Changes the schedule of a merchant. */
export const changePayoutSchedule = defineCommand({
  name: 'change-payout-schedule',
  owner: 'charging',
  staff: 'two',
  request: ChangePayoutScheduleCommand,
  answer: PayoutScheduleRead,
  refusals: ['payout_destination_not_found', 'payout_destination_not_usable', 'parameter_missing', 'amount_too_large'],
});
