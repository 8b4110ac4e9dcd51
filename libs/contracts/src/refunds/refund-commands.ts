import { IsBoolean, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { METADATA_MAX_BYTES } from '../payments/intent-commands.js';
import { Idempotency } from '../kernel/idempotency.js';
import { OfMerchant } from '../kernel/of-merchant.js';
import { defineCommand } from '../kernel/message.js';
import {
  IsActor,
  IsAmount,
  IsId,
  IsIntBetween,
  IsListOf,
  IsNested,
  IsPageLimit,
  IsText,
  IsTimestamp,
  IsTypedReference,
} from '../schema/fields.js';
import { RefundsPerDay } from '../kernel/refunds-per-day.js';
import { CASHIER_REFUNDS_MAX } from '../vocabulary/member-roles.js';
import type { RefundStatus } from './refund.js';
import { Refund, REFUND_REASON_MAX_CHARACTERS, refundStatuses } from './refund.js';

/** Most refunds of one page. */
export const PAGE_MAX_REFUNDS = 100;

export class CreateRefundCommand extends OfMerchant {
  /** The new refund's id, minted by the caller. */
  @IsId('refund') refundId!: string;
  @IsId('intent') intentId!: string;
  /** Everything that is left of the charge when absent. */
  @IsOptional() @IsAmount() amount?: string;
  @IsOptional() @IsText(REFUND_REASON_MAX_CHARACTERS) reason?: string;
  /** JSON text, byte for byte; `{}` when the merchant sent none. */
  @IsString() @MaxLength(METADATA_MAX_BYTES) metadata!: string;
  /** Absent for an `operator` command. */
  @IsOptional() @IsActor() actor?: string;
  /** For a cashier only: how many refunds the actor may create in a day of Africa/Douala. Those that FAILED do not count. */
  @IsOptional() @IsIntBetween(0, CASHIER_REFUNDS_MAX) cashierRefundsPerDay?: number;
  /** The limit of the account; absent where it sets none. */
  @IsOptional() @IsNested(() => RefundsPerDay) refundsPerDay?: RefundsPerDay;
  /** True of an owner who has signed in with a second factor: no limit of the account binds this refund, and none counts it. */
  @IsOptional() @IsBoolean() byProvenOwner?: boolean;
  @IsNested(() => Idempotency) idempotency!: Idempotency;
}
/**
 * Refunds a charge, in full or in part. The money of a wallet's refund has moved when the answer comes (COMPLETED); by mobile money
 * it is held for the refund, which is PENDING until the rail has answered. A repeated key gets its first answer (`replayed`). An
 * intent of which charging has no charge reads like a missing one.
 */
export const createRefund = defineCommand({
  name: 'create-refund',
  owner: 'charging',
  staff: 'two',
  request: CreateRefundCommand,
  answer: Refund,
  key: (request) => request.intentId,
  refusals: [
    'intent_not_found',
    'intent_unexpected_state',
    'refund_unsupported',
    'refund_period_over',
    'refund_exceeds_charge',
    'refund_limit_reached',
    'balance_insufficient',
    'idempotency_key_reused',
  ],
});

/** Names a refund of one merchant in one mode: another merchant's refund reads exactly like a missing one. */
export class RefundOfMerchant extends OfMerchant {
  @IsId('refund') refundId!: string;
}
/** Reads a refund. */
export const getRefund = defineCommand({
  name: 'get-refund',
  owner: 'charging',
  callers: ['gateway', 'intents'],
  request: RefundOfMerchant,
  answer: Refund,
  key: (request) => request.refundId,
  unordered: true,
  refusals: ['refund_not_found'],
});

/** Asks for a page of a merchant's refunds: of one intent, or of all. */
export class ListRefundsCommand extends OfMerchant {
  @IsPageLimit(PAGE_MAX_REFUNDS) limit!: number;
  /** The page goes on with those that are older than this one. */
  @IsOptional() @IsId('refund') startingAfter?: string;
  @IsOptional() @IsId('intent') intentId?: string;
  @IsOptional() @IsIn(refundStatuses) status?: RefundStatus;
  /** The operator's transaction number as it was typed. */
  @IsOptional() @IsTypedReference() providerReference?: string;
  /** Inclusive. */
  @IsOptional() @IsTimestamp() createdFrom?: string;
  /** Exclusive. */
  @IsOptional() @IsTimestamp() createdTo?: string;
}
export class RefundsListed {
  @IsListOf(() => Refund, PAGE_MAX_REFUNDS) refunds!: Refund[];
  @IsBoolean() hasMore!: boolean;
}
/** The refunds of a merchant, newest first. An intent without refunds, or of another merchant, has an empty list. */
export const listRefunds = defineCommand({
  name: 'list-refunds',
  owner: 'charging',
  callers: ['gateway', 'intents'],
  request: ListRefundsCommand,
  answer: RefundsListed,
  key: (request) => request.intentId ?? request.merchantId,
  unordered: true,
  refusals: ['cursor_invalid'],
});
