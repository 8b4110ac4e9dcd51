import { IsIn, IsOptional, IsString } from 'class-validator';
import type { DeclineCode } from '../payments/payment-intent.js';
import { declineCodes } from '../payments/payment-intent.js';
import { Note } from '../schema/declarations.js';
import {
  IsActor,
  IsAmount,
  IsAmountOrZero,
  IsCurrency,
  IsId,
  IsMode,
  IsNested,
  IsProviderReference,
  IsText,
  IsTimestamp,
} from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';
import type { Currency } from '../vocabulary/money.js';

/** The days after its charge within which a payment can be refunded, where an installation configures nothing else. */
export const REFUND_DAYS = 180;
/** Unicode characters of the reason of a refund. */
export const REFUND_REASON_MAX_CHARACTERS = 500;

export const refundStatuses = ['PENDING', 'COMPLETED', 'FAILED'] as const;
/** The status of a refund. COMPLETED and FAILED are terminal. */
export type RefundStatus = (typeof refundStatuses)[number];

export const refundTransmissions = ['not_sent', 'sent', 'in_doubt'] as const;
/** The progress of a PENDING refund at the operator: in doubt, a submission may or may not have arrived. */
export type RefundTransmission = (typeof refundTransmissions)[number];

/** The reason for which a refund failed: the money has not left, and the next refund is a new one. */
export class RefundFailure {
  @Note({ example: 'payer_limit_reached' })
  @IsIn(declineCodes)
  code!: DeclineCode;
  @Note({ example: 'The wallet of the payer cannot receive this amount.' })
  @IsText(300)
  message!: string;
}

/**
 * A refund between services. Its public form is rendered from it. `metadata` is the merchant's JSON text, byte for byte: no service
 * parses it.
 */
export class Refund {
  @IsId('refund') id!: string;
  @IsId('merchant') merchantId!: string;
  @IsMode() mode!: Mode;
  @IsId('intent') intentId!: string;
  @IsId('charge') chargeId!: string;
  @IsIn(refundStatuses) status!: RefundStatus;
  @IsAmount() amount!: string;
  @IsCurrency() currency!: Currency;
  /** The fee of the charge, none of which a refund gives back. Absent in a message of the version before. */
  @IsOptional() @IsAmountOrZero() feeKept?: string;
  @IsOptional() @IsText(REFUND_REASON_MAX_CHARACTERS) reason!: string | null;
  /** `{}` when the merchant sent none. */
  @IsString() metadata!: string;
  /** Only of a PENDING refund by mobile money. */
  @IsOptional() @IsIn(refundTransmissions) transmission!: RefundTransmission | null;
  @IsOptional() @IsNested(() => RefundFailure) failure!: RefundFailure | null;
  /** The operator's transaction number; absent in messages from before the field. */
  @IsOptional() @IsProviderReference() providerReference?: string | null;
  /** The member or the key that requested it; null for an `operator` command. */
  @IsOptional() @IsActor() actor!: string | null;
  @IsTimestamp() createdAt!: string;
  @IsTimestamp() updatedAt!: string;
  /** The time at which it became COMPLETED. */
  @IsOptional() @IsTimestamp() completedAt!: string | null;
}
