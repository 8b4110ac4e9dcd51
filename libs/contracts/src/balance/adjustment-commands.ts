import { ArrayMaxSize, IsArray, IsBoolean, IsIn, Matches } from 'class-validator';
import { defineCommand } from '../kernel/message.js';
import { OfMerchant } from '../kernel/of-merchant.js';
import { IsAmount, IsCurrency, IsId, IsNewLine, IsTimestamp } from '../schema/fields.js';
import { idPattern } from '../vocabulary/ids.js';
import type { Currency } from '../vocabulary/money.js';
import { ADJUSTMENT_REASON_MAX, ADJUSTMENT_REFERENCE_MAX } from './terms.js';

/** `credit` raises the balance, `debit` lowers it. */
export const adjustmentDirections = ['credit', 'debit'] as const;
export type AdjustmentDirection = (typeof adjustmentDirections)[number];

/** Words of one command: the same ones are the same adjustment. Amount in minor units. */
export class AdjustBalanceCommand extends OfMerchant {
  @IsCurrency() currency!: Currency;
  @IsIn(adjustmentDirections) direction!: AdjustmentDirection;
  @IsAmount() amount!: string;
  /** The merchant reads it, with the reference. */
  @IsNewLine(ADJUSTMENT_REASON_MAX) reason!: string;
  /** The paper that explains it, such as the number of a letter. One paper adjusts a balance once. */
  @IsNewLine(ADJUSTMENT_REFERENCE_MAX) reference!: string;
}
export class BalanceAdjusted extends AdjustBalanceCommand {
  @IsId('adjustment') adjustmentId!: string;
  /** The persons who have proven it: none in test mode. */
  @IsArray() @ArrayMaxSize(2) @Matches(idPattern('person'), { each: true }) persons!: string[];
  @IsTimestamp() recordedAt!: string;
  /** False when the same adjustment was there already. */
  @IsBoolean() isNew!: boolean;
}
/**
 * Corrects the balance of a merchant, once for each reference. It lowers a balance by no more than is available. The audit trail of the merchant
 * records it. Only `operator` commands send it.
 */
export const adjustBalance = defineCommand({
  name: 'adjust-balance',
  owner: 'charging',
  staff: 'two',
  callers: [],
  request: AdjustBalanceCommand,
  answer: BalanceAdjusted,
  refusals: ['scope_missing', 'parameter_invalid', 'balance_insufficient'],
});
