import { IsIn, IsOptional } from 'class-validator';
import { SECOND_FACTOR_CODE_MAX_CHARACTERS } from '../merchants/second-factor.js';
import { NotedCreation, NotedMode, NotedTimeOrNull } from '../kernel/shapes/noted-fields.js';
import { IsNullable, Note } from '../schema/declarations.js';
import {
  IsAmountOrZero,
  IsCurrency,
  IsId,
  IsIntBetween,
  IsLine,
  IsListOf,
  IsMaskedDestination,
  IsNewLine,
  IsPhoneNumber,
  IsSubsetOf,
  IsText,
  IsTimestamp,
} from '../schema/fields.js';
import type { MobileOperator } from '../vocabulary/mobile-numbers.js';
import { mobileOperators } from '../vocabulary/mobile-numbers.js';
import type { Mode } from '../vocabulary/modes.js';
import type { Currency } from '../vocabulary/money.js';
import type { DestinationStatus, PayoutFrequency } from './payout-terms.js';
import {
  DESTINATION_LABEL_MAX_CHARACTERS,
  DESTINATIONS_LISTED_MAX,
  destinationStatuses,
  payoutFrequencies,
} from './payout-terms.js';

const EXAMPLE_DESTINATION_ID = 'pd_01k8zs5m8qg2nb7x1f6wkjt4ra';
const EXAMPLE_PHONE = '+237670000001';
const OPERATOR = 'The operator of the number; derived from the number when absent.';

/** A number, as the page of destinations asks about it. */
export class LookUpOwnerRequest {
  @Note({ example: EXAMPLE_PHONE })
  @IsPhoneNumber()
  phoneNumber!: string;

  @Note({ description: OPERATOR, example: 'mtn_momo' })
  @IsOptional()
  @IsIn(mobileOperators)
  operator?: MobileOperator | null;
}

/** The owner of a number, as its operator states it. */
export class NumberOwnerView {
  @Note({ example: 'number_owner' })
  @IsIn(['number_owner'])
  object!: 'number_owner';

  @Note({ example: 'mtn_momo' })
  @IsIn(mobileOperators)
  operator!: MobileOperator;

  @Note({
    description:
      'The name of the owner; null when the operator gives none: it does not offer this query, or has not answered.',
    example: 'Ada N.',
  })
  @IsNullable()
  @IsText(200, 1)
  name!: string | null;
}

/** A person shows that the session is theirs. */
export class SecondFactorProof {
  @Note({ description: 'A code of the authenticator app, or a recovery code.', example: '492039' })
  @IsText(SECOND_FACTOR_CODE_MAX_CHARACTERS, 1)
  code!: string;
}

export class RegisterPayoutDestinationRequest extends SecondFactorProof {
  @Note({ description: 'The phone of the merchant that receives payouts.', example: EXAMPLE_PHONE })
  @IsPhoneNumber()
  phoneNumber!: string;

  @Note({ description: OPERATOR, example: 'mtn_momo' })
  @IsOptional()
  @IsIn(mobileOperators)
  operator?: MobileOperator | null;

  @Note({ description: 'A name for the destination, for your own team.', example: 'Phone of the shop' })
  @IsNewLine(DESTINATION_LABEL_MAX_CHARACTERS)
  label!: string;
}

/** A number to which payouts may go. */
export class PayoutDestinationView {
  @Note({ example: EXAMPLE_DESTINATION_ID })
  @IsId('payoutDestination')
  id!: string;

  @Note({ example: 'payout_destination' })
  @IsIn(['payout_destination'])
  object!: 'payout_destination';

  @Note({ example: 'mtn_momo' })
  @IsIn(mobileOperators)
  operator!: MobileOperator;

  @Note({ description: 'The last digits of the number.', example: '********01' })
  @IsMaskedDestination()
  phoneMasked!: string;

  @Note({ description: 'The currency of payouts to this destination.', example: 'XAF' })
  @IsCurrency()
  currency!: Currency;

  @Note({ example: 'Phone of the shop' })
  @IsLine(DESTINATION_LABEL_MAX_CHARACTERS)
  label!: string;

  @Note({ description: '`waiting` until `usableAt`, then `usable`; `revoked` for ever.', example: 'usable' })
  @IsIn(destinationStatuses)
  status!: DestinationStatus;

  @Note({
    description:
      'The time from which money may go there: 48 hours after the registration in live mode, at once in test mode.',
    example: '2026-11-20T10:00:00.000Z',
  })
  @IsTimestamp()
  usableAt!: string;

  @NotedTimeOrNull()
  revokedAt!: string | null;

  @NotedMode()
  mode!: Mode;

  @NotedCreation()
  createdAt!: string;
}

/** The newest destinations, revoked ones included, newest first. */
export class PayoutDestinationListAnswer {
  @IsListOf(() => PayoutDestinationView, DESTINATIONS_LISTED_MAX)
  data!: PayoutDestinationView[];

  @Note({ description: 'The operators by which money can be paid out now, in this mode.', example: ['mtn_momo'] })
  @IsSubsetOf(mobileOperators)
  operators!: MobileOperator[];
}

const DESTINATION = 'The destination of the scheduled payouts; required unless `frequency` is `off`.';
const WEEKDAY = 'With `weekly`: 1 is Monday, 7 is Sunday.';

/** The fields that a change of the schedule gives; the others stay. */
export class ChangePayoutScheduleRequest {
  @Note({
    description:
      '`daily` and `weekly` pay in the morning of their day in Africa/Douala; `amount` pays as soon as `minimum` can be paid out, at most once a day.',
    example: 'weekly',
  })
  @IsOptional()
  @IsIn(payoutFrequencies)
  frequency?: PayoutFrequency | null;

  @Note({ description: WEEKDAY, example: 5 })
  @IsOptional()
  @IsIntBetween(1, 7)
  weekday?: number | null;

  @Note({ description: DESTINATION, example: EXAMPLE_DESTINATION_ID })
  @IsOptional()
  @IsId('payoutDestination')
  destinationId?: string | null;

  @Note({
    description: 'The smallest amount of a scheduled payout. It may not exceed the limit of one payout, or of a day.',
    example: '10000',
  })
  @IsOptional()
  @IsAmountOrZero()
  minimum?: string | null;

  @Note({ description: 'The amount that stays in the balance, for refunds.', example: '5000' })
  @IsOptional()
  @IsAmountOrZero()
  reserve?: string | null;
}

/** The schedule of automatic payouts of the available balance. */
export class PayoutScheduleView {
  @Note({ example: 'payout_schedule' })
  @IsIn(['payout_schedule'])
  object!: 'payout_schedule';

  @Note({ example: 'weekly' })
  @IsIn(payoutFrequencies)
  frequency!: PayoutFrequency;

  @Note({ description: WEEKDAY, example: 5 })
  @IsIntBetween(1, 7)
  weekday!: number;

  @Note({ description: DESTINATION, example: EXAMPLE_DESTINATION_ID })
  @IsNullable()
  @IsId('payoutDestination')
  destinationId!: string | null;

  @Note({ description: 'The smallest amount of a scheduled payout.', example: '10000' })
  @IsAmountOrZero()
  minimum!: string;

  @Note({
    description:
      'The amount that stays in the balance. A payout without an amount leaves it, too; one with an amount may use it.',
    example: '5000',
  })
  @IsAmountOrZero()
  reserve!: string;

  @NotedMode()
  mode!: Mode;
}
