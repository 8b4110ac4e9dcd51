import { IsIn, IsObject, IsOptional } from 'class-validator';
import { FEE_BPS_MAX } from '../balance/terms.js';
import { FEE_FIXED_MAX } from '../balance/fee-commands.js';
import { badAmount } from '../payments/intent-bodies.js';
import type { RefundTransmission } from '../refunds/refund.js';
import { refundTransmissions } from '../refunds/refund.js';
import { PageLimit, pageOf, StartsAfter } from '../kernel/shapes/page.js';
import { CreatedFrom, CreatedTo, NotedCurrency, NotedMode, NotedTimeOrNull } from '../kernel/shapes/noted-fields.js';
import { IsNullable, Note } from '../schema/declarations.js';
import {
  IsAmount,
  IsAmountOrZero,
  IsId,
  IsIntBetween,
  IsMaskedDestination,
  IsNested,
  IsProviderReference,
  IsText,
  IsTimestamp,
  IsTypedReference,
} from '../schema/fields.js';
import type { MobileOperator } from '../vocabulary/mobile-numbers.js';
import { mobileOperators } from '../vocabulary/mobile-numbers.js';
import type { Mode } from '../vocabulary/modes.js';
import type { Currency } from '../vocabulary/money.js';
import type { PayoutFailureCode, PayoutSource, PayoutStatus } from './payout-terms.js';
import {
  PAGE_MAX_PAYOUTS,
  PAYOUT_REASON_MAX_CHARACTERS,
  payoutFailureCodes,
  payoutSources,
  payoutStatuses,
} from './payout-terms.js';

/** The payout of the examples. */
export const EXAMPLE_PAYOUT_ID = 'po_01k8zs7b3kf5mc0v4d9yhexq2t';
const EXAMPLE_DESTINATION_ID = 'pd_01k8zs5m8qg2nb7x1f6wkjt4ra';
const AMOUNT = 'The amount that leaves the balance, the fee included, in digits of the minor unit.';

export class CreatePayoutRequest {
  @Note({ description: 'The destination of the money, which must be usable.', example: EXAMPLE_DESTINATION_ID })
  @IsId('payoutDestination')
  destinationId!: string;

  @Note({
    description: `${AMOUNT} When absent, everything that is available above the reserve of the schedule.`,
    example: '50000',
  })
  @IsOptional()
  @IsAmount(badAmount)
  amount?: string | null;

  @Note({ description: 'The reason, for your own records.', example: 'Week 47' })
  @IsOptional()
  @IsText(PAYOUT_REASON_MAX_CHARACTERS)
  reason?: string | null;

  @Note({
    description:
      'Any JSON object of at most 16 KiB, 50 keys and 8 levels, with unique keys. Returned unchanged, byte for byte.',
    example: { week: '47' },
  })
  @IsOptional()
  @IsObject({ context: { code: 'metadata_invalid' as const } })
  metadata?: object | null;
}

/** The reason for which a payout failed: the money has not left, and is part of the balance again. */
export class PayoutFailure {
  @Note({ example: 'payer_limit_reached' })
  @IsIn(payoutFailureCodes)
  code!: PayoutFailureCode;
  @Note({ example: 'The wallet of the recipient cannot receive this amount.' })
  @IsText(300)
  message!: string;
}

/** Money that goes from the balance to a phone of the merchant. */
export class PayoutView {
  @Note({ example: EXAMPLE_PAYOUT_ID })
  @IsId('payout')
  id!: string;

  @Note({ example: 'payout' })
  @IsIn(['payout'])
  object!: 'payout';

  @Note({ example: EXAMPLE_DESTINATION_ID })
  @IsId('payoutDestination')
  destinationId!: string;

  @Note({ description: 'The operator of the destination.', example: 'mtn_momo' })
  @IsIn(mobileOperators)
  operator!: MobileOperator;

  @Note({ description: 'The last digits of the number of the destination.', example: '********01' })
  @IsMaskedDestination()
  phoneMasked!: string;

  @Note({
    description:
      '`PENDING`: the money is held, nothing was sent yet, and the payout can be canceled. `PROCESSING`: sent to the operator. `COMPLETED`: the destination has it. `FAILED`: nothing was paid, and the money is available again. `CANCELED`: by you, before it was sent.',
    example: 'PENDING',
  })
  @IsIn(payoutStatuses)
  status!: PayoutStatus;

  @Note({ description: AMOUNT, example: '50000' })
  @IsAmount()
  amount!: string;

  @Note({ description: 'The fee of the payout, part of `amount`.', example: '250' })
  @IsAmountOrZero()
  fee!: string;

  @Note({ description: 'The amount that arrives: `amount` less `fee`.', example: '49750' })
  @IsAmount()
  net!: string;

  @NotedCurrency()
  currency!: Currency;

  @Note({
    description: '`request`, `schedule` for a payout that the schedule began, or `batch` for a row of a batch.',
    example: 'request',
  })
  @IsIn(payoutSources)
  source!: PayoutSource;

  @Note({ example: 'Week 47' })
  @IsNullable()
  @IsText(PAYOUT_REASON_MAX_CHARACTERS)
  reason!: string | null;

  @Note({ description: 'The metadata as it was given, byte for byte.', example: { week: '47' } })
  @IsObject()
  metadata!: object;

  @Note({
    description:
      'The progress of an open payout: `not_sent` (not sent to the operator yet), `sent`, or `in_doubt` (the operator may or may not have received it, and is asked again). Otherwise null.',
    example: 'not_sent',
  })
  @IsNullable()
  @IsIn(refundTransmissions)
  transmission!: RefundTransmission | null;

  @Note({ description: 'The reason for which it FAILED.', example: null })
  @IsNullable()
  @IsNested(() => PayoutFailure)
  failure!: PayoutFailure | null;

  @Note({
    description:
      'The operator’s own transaction number of the payout. Null until the operator gives it, and for payouts that are older than this field.',
    example: null,
  })
  @IsNullable()
  @IsProviderReference()
  providerReference!: string | null;

  @NotedMode()
  mode!: Mode;

  @Note({ example: '2026-11-21T09:00:00.000Z' })
  @IsTimestamp()
  createdAt!: string;

  @Note({ example: '2026-11-21T09:00:01.000Z' })
  @IsTimestamp()
  updatedAt!: string;

  @NotedTimeOrNull()
  completedAt!: string | null;
}

export class ListPayoutsQuery {
  @PageLimit('payouts', PAGE_MAX_PAYOUTS)
  limit?: number;

  @StartsAfter('payout', 'The page starts after this payout and holds older ones.')
  startingAfter?: string;

  @Note({ description: 'Payouts of this status only.', example: 'COMPLETED' })
  @IsOptional()
  @IsIn(payoutStatuses)
  status?: PayoutStatus;

  @Note({
    description:
      'Payouts with this transaction number of the operator, as the customer’s message has it: only its letters and digits are compared, in any case.',
    example: '8417205391',
  })
  @IsOptional()
  @IsTypedReference()
  providerReference?: string;

  @CreatedFrom()
  createdFrom?: string;

  @CreatedTo('2026-11-22T00:00:00.000Z')
  createdTo?: string;
}

/** A page of payouts, newest first. */
export class PayoutPageAnswer extends pageOf(() => PayoutView, 'payout', PAGE_MAX_PAYOUTS) {}

/** The query of what a payout would cost. */
export class PayoutFeeQuery {
  @Note({ description: 'The destination that the money would have.', example: EXAMPLE_DESTINATION_ID })
  @IsId('payoutDestination')
  destinationId!: string;

  @Note({
    description: `${AMOUNT} When absent, everything that is available above the reserve of the schedule.`,
    example: '50000',
  })
  @IsOptional()
  @IsAmount(badAmount)
  amount?: string;
}

/** The fee of a payout if it were requested now. */
export class PayoutFeeView {
  @Note({ example: 'payout_fee' })
  @IsIn(['payout_fee'])
  object!: 'payout_fee';

  @Note({ description: `${AMOUNT} Zero when nothing can be paid out.`, example: '50000' })
  @IsAmountOrZero()
  amount!: string;

  @Note({
    description: '`amount` × `bps` / 10000, rounded down, plus `fixed`; always less than the amount.',
    example: '250',
  })
  @IsAmountOrZero()
  fee!: string;

  @Note({ description: 'The amount that would arrive: `amount` less `fee`.', example: '49750' })
  @IsAmountOrZero()
  net!: string;

  @NotedCurrency()
  currency!: Currency;

  @Note({ description: 'The rate of the fee, in hundredths of a percent.', example: 50 })
  @IsIntBetween(0, FEE_BPS_MAX)
  bps!: number;

  @Note({ description: 'The fixed part of the fee, in minor units.', example: 0 })
  @IsIntBetween(0, FEE_FIXED_MAX)
  fixed!: number;

  @NotedMode()
  mode!: Mode;
}
