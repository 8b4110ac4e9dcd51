import { IsIn, IsObject, IsOptional } from 'class-validator';
import { badAmount } from '../payments/intent-bodies.js';
import { PageLimit, pageOf, StartsAfter } from '../kernel/shapes/page.js';
import { CreatedFrom, CreatedTo, NotedCurrency, NotedMode, NotedTimeOrNull } from '../kernel/shapes/noted-fields.js';
import { IsNullable, Note } from '../schema/declarations.js';
import {
  IsAmount,
  IsAmountOrZero,
  IsId,
  IsNested,
  IsProviderReference,
  IsText,
  IsTimestamp,
  IsTypedReference,
} from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';
import type { Currency } from '../vocabulary/money.js';
import { PAGE_MAX_REFUNDS } from './refund-commands.js';
import type { RefundStatus, RefundTransmission } from './refund.js';
import { REFUND_REASON_MAX_CHARACTERS, RefundFailure, refundStatuses, refundTransmissions } from './refund.js';

const EXAMPLE_REFUND_ID = 're_01k8zr2v7hf4mb9t3c6xjdw5ga';
const EXAMPLE_INTENT_ID = 'pi_01k8zq4a2nf8rb0v6d7jep5f9x';

export class CreateRefundRequest {
  @Note({
    description:
      'Digits in the currency\'s minor unit: for XAF, "1500" is 1 500 FCFA. Everything that is left of the payment when absent.',
    example: '1500',
  })
  @IsOptional()
  @IsAmount(badAmount)
  amount?: string | null;

  @Note({
    description: 'The reason, for your own records. The customer does not see it.',
    example: 'One item was sold out',
  })
  @IsOptional()
  @IsText(REFUND_REASON_MAX_CHARACTERS)
  reason?: string | null;

  @Note({
    description:
      'Any JSON object of at most 16 KiB, 50 keys and 8 levels, with unique keys. Returned unchanged, byte for byte.',
    example: { returnId: '77' },
  })
  @IsOptional()
  @IsObject({ context: { code: 'metadata_invalid' as const } })
  metadata?: object | null;
}

/** A refund of a payment, in full or in part. */
export class RefundView {
  @Note({ example: EXAMPLE_REFUND_ID })
  @IsId('refund')
  id!: string;

  @Note({ example: 'refund' })
  @IsIn(['refund'])
  object!: 'refund';

  @Note({ description: 'The payment.', example: EXAMPLE_INTENT_ID })
  @IsId('intent')
  paymentIntentId!: string;

  @Note({ example: 'ch_01k8zq6c4qh0td2x8f9mgr7h1z' })
  @IsId('charge')
  chargeId!: string;

  @Note({
    description:
      '`PENDING`: the money is held for the refund, and the operator has not answered yet. `COMPLETED`: the customer has the money. `FAILED`: the money was not sent; to try again, create another refund.',
    example: 'PENDING',
  })
  @IsIn(refundStatuses)
  status!: RefundStatus;

  @Note({ example: '1500' })
  @IsAmount()
  amount!: string;

  @NotedCurrency()
  currency!: Currency;

  @Note({
    description:
      'The fee of the payment, in full: no refund gives any of it back. Each of several partial refunds has the whole fee, which is kept once: do not add them up. Null in events of refunds that are older than this field.',
    example: '75',
  })
  @IsNullable()
  @IsAmountOrZero()
  feeKept!: string | null;

  @Note({ example: 'One item was sold out' })
  @IsNullable()
  @IsText(REFUND_REASON_MAX_CHARACTERS)
  reason!: string | null;

  @Note({ description: 'The metadata as it was given, byte for byte.', example: { returnId: '77' } })
  @IsObject()
  metadata!: object;

  @Note({
    description:
      'The progress of a PENDING refund by mobile money: `not_sent` (not sent to the operator yet), `sent`, or `in_doubt` (the operator may or may not have received it, and is asked again). Otherwise null.',
    example: 'sent',
  })
  @IsNullable()
  @IsIn(refundTransmissions)
  transmission!: RefundTransmission | null;

  @Note({ description: 'The reason for which it FAILED.', example: null })
  @IsNullable()
  @IsNested(() => RefundFailure)
  failure!: RefundFailure | null;

  @Note({
    description:
      'The operator’s own transaction number of the refund. Null until the operator gives it, for a wallet, and for refunds that are older than this field.',
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

/** The query of the refunds of one payment. */
export class ListIntentRefundsQuery {
  @PageLimit('refunds', PAGE_MAX_REFUNDS)
  limit?: number;

  @StartsAfter('refund', 'The page starts after this refund and holds older ones.')
  startingAfter?: string;
}

/** The query of the refunds of all payments. */
export class ListRefundsQuery extends ListIntentRefundsQuery {
  @Note({ description: 'Refunds of this status only.', example: 'PENDING' })
  @IsOptional()
  @IsIn(refundStatuses)
  status?: RefundStatus;

  @Note({
    description:
      'Refunds with this transaction number of the operator, as the customer’s message has it: only its letters and digits are compared, in any case.',
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

/** A page of refunds, newest first. */
export class RefundPageAnswer extends pageOf(() => RefundView, 'refund', PAGE_MAX_REFUNDS) {}
