import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { commandOf } from '../kernel/derived.js';
import { defineCommand } from '../kernel/message.js';
import { OfMerchant } from '../kernel/of-merchant.js';
import { IsAmountOrZero, IsCurrency, IsId, IsIntBetween, IsListOf, IsNested, IsTimestamp } from '../schema/fields.js';
import type { Currency } from '../vocabulary/money.js';
import { FeeQuery } from './balance-bodies.js';
import type { FeeMethod } from './terms.js';
import { FEE_BPS_MAX, feeMethods } from './terms.js';

/** In minor units. */
export const FEE_FIXED_MAX = 1_000_000;
/** Most schedules of one merchant that are listed. */
export const FEE_SCHEDULES_MAX = 200;
/** The time before its first charge by which a schedule must be known: every instance has read it by then. Seconds. */
export const FEE_NOTICE_SECONDS = 60;

export class QuoteFeeCommand extends commandOf(FeeQuery, ['currency'], OfMerchant) {
  @IsCurrency() currency!: Currency;
}
export class FeeQuoted {
  @IsAmountOrZero() fee!: string;
  /** The rate of the fee, in hundredths of a percent. */
  @IsIntBetween(0, FEE_BPS_MAX) bps!: number;
  /** The fixed part of the fee, in minor units. */
  @IsIntBetween(0, FEE_FIXED_MAX) fixed!: number;
}
/** The fee of a charge that would be accepted now. Refuses an amount or a currency that no payment can have. */
export const quoteFee = defineCommand({
  name: 'quote-fee',
  owner: 'charging',
  request: QuoteFeeCommand,
  answer: FeeQuoted,
  unordered: true,
  refusals: ['currency_unsupported', 'amount_too_small', 'amount_too_large'],
});

/** A fee schedule of a merchant, in force until the next one of the same method. */
export class FeeTerms {
  @IsIn(feeMethods) method!: FeeMethod;
  @IsIntBetween(0, FEE_BPS_MAX) bps!: number;
  @IsIntBetween(0, FEE_FIXED_MAX) fixed!: number;
  /** Charges that were accepted at this time or later; absent for what is in force where nothing was agreed. */
  @IsOptional() @IsTimestamp() effectiveFrom?: string;
}

export class ListFeesCommand {
  @IsId('merchant') merchantId!: string;
}
export class FeesListed {
  /** The terms that were agreed with the merchant, by method and time. */
  @IsListOf(() => FeeTerms, FEE_SCHEDULES_MAX) agreed!: FeeTerms[];
  /** The terms in force where nothing was agreed. */
  @IsListOf(() => FeeTerms, feeMethods.length) standard!: FeeTerms[];
}
/** The fee schedules of a merchant. Only `operator` commands send it. */
export const listFees = defineCommand({
  name: 'list-fees',
  owner: 'charging',
  callers: [],
  request: ListFeesCommand,
  answer: FeesListed,
  unordered: true,
  refusals: ['scope_missing'],
});

export class SetFeeCommand {
  @IsId('merchant') merchantId!: string;
  @IsNested(() => FeeTerms) terms!: FeeTerms;
}
export class FeeSet {
  @IsNested(() => FeeTerms) terms!: FeeTerms;
  /** False when the same schedule was there already. */
  @IsBoolean() isNew!: boolean;
}
/**
 * Agrees a fee schedule with a merchant, in force from a time at least {@link FEE_NOTICE_SECONDS} ahead. A schedule never changes; a later
 * one replaces it. The audit trail of the merchant records it. Only `operator` commands send it.
 */
export const setFee = defineCommand({
  name: 'set-fee',
  owner: 'charging',
  staff: 'two',
  callers: [],
  request: SetFeeCommand,
  answer: FeeSet,
  refusals: ['scope_missing', 'parameter_invalid'],
});
