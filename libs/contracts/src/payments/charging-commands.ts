import type { MobileOperator } from '../vocabulary/mobile-numbers.js';
import { mobileOperators } from '../vocabulary/mobile-numbers.js';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Matches,
  Min,
} from 'class-validator';
import { ChargeFailed, ChargeSucceeded } from './charging-events.js';
import { ChargeRequested } from './intent-events.js';
import { defineCommand } from '../kernel/message.js';
import type { Sealed } from '../vocabulary/sealed.js';
import {
  IsAmount,
  IsAmountOrZero,
  IsCurrency,
  IsDigest,
  IsId,
  IsListOf,
  IsMaskedDestination,
  IsMode,
  IsNested,
  IsPageLimit,
  IsSealed,
  IsText,
  IsTimestamp,
} from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';
import type { Currency } from '../vocabulary/money.js';

export class TopUpWalletCommand {
  @IsId('topUp') topUpId!: string;
  @IsId('user') userId!: string;
  @IsMode() mode!: Mode;
  @IsCurrency() currency!: Currency;
  @IsAmount() amount!: string;
}
export class WalletToppedUp {
  @IsId('topUp') topUpId!: string;
  @IsAmountOrZero() balance!: string;
}
/** Transfers money from the bank account to a wallet, which it opens when missing. Idempotent by `topUpId`. Only `operator` commands send it. */
export const topUpWallet = defineCommand({
  name: 'top-up-wallet',
  owner: 'charging',
  callers: [],
  request: TopUpWalletCommand,
  answer: WalletToppedUp,
  key: (request) => request.userId,
  refusals: ['scope_missing', 'idempotency_key_reused', 'parameter_invalid', 'amount_too_large'],
});

export class WalletOfUser {
  @IsId('user') userId!: string;
  @IsMode() mode!: Mode;
  @IsCurrency() currency!: Currency;
}
export class WalletBalance {
  @IsAmountOrZero() balance!: string;
}
/** A wallet's balance; zero for a wallet that was never opened. */
export const getWalletBalance = defineCommand({
  name: 'get-wallet-balance',
  owner: 'charging',
  callers: [],
  request: WalletOfUser,
  answer: WalletBalance,
  key: (request) => request.userId,
  unordered: true,
});

/** The outcome of a charge. Neither field is there while the outcome is not known. */
export class ChargeStatus {
  @IsId('charge') chargeId!: string;
  @IsOptional() @IsNested(() => ChargeSucceeded) succeeded?: ChargeSucceeded;
  @IsOptional() @IsNested(() => ChargeFailed) failed?: ChargeFailed;
}
/**
 * Returns the outcome of an accepted charge. A charge of which charging has never heard begins now, unless it is too old, in
 * which case it is declined: so no lost message leaves a payment without an outcome.
 */
export const chargeStatus = defineCommand({
  name: 'charge-status',
  owner: 'charging',
  staff: 'nobody',
  callers: ['intents'],
  request: ChargeRequested,
  answer: ChargeStatus,
  key: (request) => request.intentId,
});

export class PrepareChargeCommand {
  @IsId('charge') chargeId!: string;
  @IsId('intent') intentId!: string;
  /** The user who receives the code; absent for a guest. */
  @IsOptional() @IsId('user') userId?: string;
  /** The phone that the code of a guest has proved, or that is asked, which pays. */
  @IsOptional() @IsSealed() provedPhone?: Sealed;
  /** True for a phone that is asked: nobody has proved it. */
  @IsOptional() @IsBoolean() asked?: boolean;
  /** Prompts of test mode are counted for each. Absent in a command of intents from before the field. */
  @IsOptional() @IsId('merchant') merchantId?: string;
  @IsMode() mode!: Mode;
  @IsCurrency() currency!: Currency;
  /** Found by the number when absent. */
  @IsOptional() @IsIn(mobileOperators) operator?: MobileOperator;
  /** The user's own when absent. */
  @IsOptional() @IsSealed() phoneNumber?: Sealed;
  /** True when a number other than the user's own is accepted. */
  @IsBoolean() otherPhones!: boolean;
}
export class ChargePrepared {
  @IsIn(mobileOperators) operator!: MobileOperator;
  @IsMaskedDestination() phoneMasked!: string;
  /** The index of the payments of the phone. Absent in an answer of the version before. */
  @IsOptional() @IsDigest() phoneIndex?: string;
  /** The index of its last digits at the merchant in the mode. Absent in an answer of the version before. */
  @IsOptional() @IsDigest() phoneEnd?: string;
  /** The phone as a customer of the merchant in the mode. Absent in an answer of the version before. */
  @IsOptional() @IsId('customer') customerId?: string;
}
/** Decides who is asked to pay a mobile-money charge, before the charge is accepted. An intent counts as one prompt of that phone. */
export const prepareCharge = defineCommand({
  name: 'prepare-charge',
  owner: 'charging',
  callers: ['intents'],
  request: PrepareChargeCommand,
  answer: ChargePrepared,
  key: (request) => request.chargeId,
  unordered: true,
  refusals: ['operator_unknown', 'payment_method_unavailable', 'payer_phone_not_allowed', 'prompt_limit_reached'],
});

/** Most keys under which phones are indexed at a time. */
const INDEX_KEYS_MAX = 10;

export class FindPhoneIndexesCommand {
  /** A whole number, or the last digits of one. */
  @IsSealed() phoneNumber!: Sealed;
  @IsMode() mode!: Mode;
  /** Needed for the last digits. Absent in a command of intents from before the field. */
  @IsOptional() @IsId('merchant') merchantId?: string;
}
export class PhoneIndexes {
  /** One under each key that payments may be indexed under. */
  @IsArray() @ArrayMaxSize(INDEX_KEYS_MAX) @IsString({ each: true }) @Length(43, 43, { each: true }) indexes!: string[];
  /** The same of the last digits. Absent in an answer of the version before. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(INDEX_KEYS_MAX)
  @IsString({ each: true })
  @Length(43, 43, { each: true })
  ends?: string[];
}
/** Returns the indexes of a phone number, by which payments from it are found: only charging has the keys. */
export const findPhoneIndexes = defineCommand({
  name: 'find-phone-indexes',
  owner: 'charging',
  callers: ['intents'],
  request: FindPhoneIndexesCommand,
  answer: PhoneIndexes,
  key: (request) => request.phoneNumber.slice(-32),
  unordered: true,
});

export class RailCallbackCommand {
  @IsIn(mobileOperators) rail!: MobileOperator;
  /** The last part of the URL of the callback. */
  @Matches(/^[A-Za-z0-9_-]{32}$/) token!: string;
}
export class RailCallbackTaken {
  @IsIn(mobileOperators) rail!: MobileOperator;
}
/** A rail reports that an operation may have changed. An unknown token has the same answer, and no effect. */
export const railCallback = defineCommand({
  name: 'rail-callback',
  owner: 'charging',
  request: RailCallbackCommand,
  answer: RailCallbackTaken,
  key: (request) => request.token,
  unordered: true,
});

export const escalationReasons = ['too_old', 'amount_differs', 'contradiction'] as const;
/** `in_doubt`: a submission may or may not have arrived, and the rail is still asked. */
export const unclearReasons = ['in_doubt', ...escalationReasons] as const;
export class UnclearOperation {
  /** Absent for what is of no charge. */
  @IsOptional() @IsId('charge') chargeId?: string;
  /** The id of a refund of the charge. */
  @IsOptional() @IsId('refund') refundId?: string;
  @IsOptional() @IsId('payout') payoutId?: string;
  /** The id of a return of unclaimed money to its payer. */
  @IsOptional() @IsId('payerReturn') returnId?: string;
  @IsOptional() @IsId('topUp') topUpId?: string;
  @IsOptional() @IsId('withdrawal') withdrawalId?: string;
  /** Absent for what is of no payment. */
  @IsOptional() @IsId('intent') intentId?: string;
  /** Absent for a return. */
  @IsOptional() @IsId('merchant') merchantId?: string;
  @IsIn(mobileOperators) rail!: MobileOperator;
  /** The name of the operation at the rail. */
  @IsText(64, 1) reference!: string;
  @IsMode() mode!: Mode;
  @IsCurrency() currency!: Currency;
  @IsAmount() amount!: string;
  /** The amount that the rail collected or gave back, where it is another one: it waits in suspense. */
  @IsOptional() @IsAmountOrZero() collectedAmount?: string;
  @IsIn(unclearReasons) reason!: (typeof unclearReasons)[number];
  /** The installation's team may decide it now. */
  @IsBoolean() isDecidable!: boolean;
  /** The last thing that the rail said. */
  @IsText(500) remark!: string;
  @IsTimestamp() acceptedAt!: string;
  /** The time at which the first submission began. */
  @IsOptional() @IsTimestamp() submittedAt?: string;
  @IsInt() @Min(0) attempts!: number;
  @IsInt() @Min(0) polls!: number;
  /** Since when the rail has known nothing of it, each time that it was asked. */
  @IsOptional() @IsTimestamp() notFoundSince?: string;
}
export const MOST_ESCALATIONS = 100;
export class Escalations {
  @IsListOf(() => UnclearOperation, MOST_ESCALATIONS) operations!: UnclearOperation[];
  /** Also those beyond the limit. */
  @IsInt() @Min(0) total!: number;
}
export class ListEscalationsCommand {
  @IsPageLimit(MOST_ESCALATIONS) limit!: number;
  @IsOptional() @IsIn(mobileOperators) rail?: MobileOperator;
  /** Charges that were accepted from then on, and before then. */
  @IsOptional() @IsTimestamp() from?: string;
  @IsOptional() @IsTimestamp() to?: string;
  /** Only those of which the rail has known nothing for so long that the installation's team may decide them. */
  @IsOptional() @IsBoolean() isForgotten?: boolean;
}
/** The oldest operations that are in doubt, or that the installation's team has to decide or look into. */
export const listEscalations = defineCommand({
  name: 'list-escalations',
  owner: 'charging',
  callers: [],
  request: ListEscalationsCommand,
  answer: Escalations,
  key: () => 'escalations',
  unordered: true,
});

export const decisions = ['succeeded', 'declined'] as const;
/** The two decisions of an operation, and the confirmation that people have dealt with the contradiction of a decided one. */
export const resolutions = [...decisions, 'acknowledged'] as const;
const corrections = ['rest_paid', 'part_returned'] as const;
/** The ways to settle a payout or a withdrawal of which the rail had paid another amount: people have paid the rest, or the rail has returned its part. */
export type Correction = (typeof corrections)[number];
/** The resolutions of a payout or a withdrawal. */
export const payoutResolutions = [...resolutions, ...corrections] as const;
export type Resolution = (typeof payoutResolutions)[number];
/** Names one of them. */
export class ResolveRailOperationCommand {
  @IsOptional() @IsId('charge') chargeId?: string;
  @IsOptional() @IsId('refund') refundId?: string;
  @IsOptional() @IsId('payout') payoutId?: string;
  @IsOptional() @IsId('payerReturn') returnId?: string;
  @IsOptional() @IsId('topUp') topUpId?: string;
  @IsOptional() @IsId('withdrawal') withdrawalId?: string;
  /** A charge, refund, return or top-up takes one of {@link resolutions} only. */
  @IsIn(payoutResolutions) resolution!: Resolution;
}
export class RailOperationResolved {
  @IsOptional() @IsId('charge') chargeId?: string;
  @IsOptional() @IsId('refund') refundId?: string;
  @IsOptional() @IsId('payout') payoutId?: string;
  @IsOptional() @IsId('payerReturn') returnId?: string;
  @IsOptional() @IsId('topUp') topUpId?: string;
  @IsOptional() @IsId('withdrawal') withdrawalId?: string;
  /** The decision that stands; another one than asked for when it had been decided before. */
  @IsIn(decisions) state!: (typeof decisions)[number];
}
/** Decides an operation with what the rail's own people have said. Only `operator` commands send it. */
export const resolveRailOperation = defineCommand({
  name: 'resolve-rail-operation',
  owner: 'charging',
  staff: 'two',
  callers: [],
  request: ResolveRailOperationCommand,
  answer: RailOperationResolved,
  key: ({ returnId, topUpId, withdrawalId, payoutId, refundId, chargeId }) =>
    returnId ?? topUpId ?? withdrawalId ?? payoutId ?? refundId ?? chargeId ?? '',
  refusals: ['scope_missing', 'parameter_invalid'],
});
