import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import { PAGE_MAX_TRANSACTIONS } from '../balance/terms.js';
import { commandOf, fieldsOf } from '../kernel/derived.js';
import { Idempotency } from '../kernel/idempotency.js';
import { defineCommand } from '../kernel/message.js';
import { OfMerchant } from '../kernel/of-merchant.js';
import { METADATA_MAX_BYTES } from '../payments/intent-commands.js';
import { IsActor, IsId, IsListOf, IsNested, IsPageLimit } from '../schema/fields.js';
import { CreatePayoutRequest, ListPayoutsQuery, PayoutFeeQuery, PayoutFeeView } from './payout-bodies.js';
import { PayoutSheetView, PayoutTransactionsQuery } from './payout-sheet-bodies.js';
import { PAGE_MAX_PAYOUTS } from './payout-terms.js';
import { Payout } from './payout.js';

export class CreatePayoutCommand extends commandOf(CreatePayoutRequest, ['metadata']) {
  /** The new payout's id, minted by the caller. */
  @IsId('payout') payoutId!: string;
  /** JSON text, byte for byte; `{}` when the merchant sent none. */
  @IsString() @MaxLength(METADATA_MAX_BYTES) metadata!: string;
  @IsNested(() => Idempotency) idempotency!: Idempotency;
}
/**
 * Pays available money out to a destination of the merchant. The money is held when the answer comes, and the payout is PENDING until it
 * is sent. A repeated key gets its first answer (`replayed`).
 */
export const createPayout = defineCommand({
  name: 'create-payout',
  owner: 'charging',
  staff: 'two',
  request: CreatePayoutCommand,
  answer: Payout,
  refusals: [
    'payout_destination_not_found',
    'payout_destination_not_usable',
    'payout_unsupported',
    'payout_limit_reached',
    'amount_too_small',
    'amount_too_large',
    'balance_insufficient',
    'idempotency_key_reused',
  ],
});

/** Names a payout of one merchant in one mode: another merchant's payout reads exactly like a missing one. */
export class PayoutOfMerchant extends OfMerchant {
  @IsId('payout') payoutId!: string;
}
/** Reads a payout. */
export const getPayout = defineCommand({
  name: 'get-payout',
  owner: 'charging',
  request: PayoutOfMerchant,
  answer: Payout,
  key: (request) => request.payoutId,
  unordered: true,
  refusals: ['payout_not_found'],
});

export class CancelPayoutCommand extends PayoutOfMerchant {
  @IsOptional() @IsActor() actor?: string;
}
/** Cancels a payout of which nothing was sent: its money is available again. Repeating it answers the same payout. */
export const cancelPayout = defineCommand({
  name: 'cancel-payout',
  owner: 'charging',
  request: CancelPayoutCommand,
  answer: Payout,
  refusals: ['payout_not_found', 'payout_unexpected_state'],
});

export class ListPayoutsCommand extends commandOf(ListPayoutsQuery, ['limit'], OfMerchant) {
  @IsPageLimit(PAGE_MAX_PAYOUTS) limit!: number;
}
export class PayoutsListed {
  @IsListOf(() => Payout, PAGE_MAX_PAYOUTS) payouts!: Payout[];
  @IsBoolean() hasMore!: boolean;
}
/** The payouts of a merchant, newest first. */
export const listPayouts = defineCommand({
  name: 'list-payouts',
  owner: 'charging',
  request: ListPayoutsCommand,
  answer: PayoutsListed,
  unordered: true,
  refusals: ['cursor_invalid'],
});

export class ReadPayoutSheetCommand extends commandOf(PayoutTransactionsQuery, ['limit'], PayoutOfMerchant) {
  @IsPageLimit(PAGE_MAX_TRANSACTIONS) limit!: number;
}
export class PayoutSheet extends fieldsOf(PayoutSheetView) {}
/** The sheet of a payout: the movements of the balance since the completed payout before it, and their sums. */
export const readPayoutSheet = defineCommand({
  name: 'read-payout-sheet',
  owner: 'charging',
  request: ReadPayoutSheetCommand,
  answer: PayoutSheet,
  key: (request) => request.payoutId,
  unordered: true,
  refusals: ['payout_not_found', 'cursor_invalid', 'service_unavailable'],
});

export class QuotePayoutCommand extends commandOf(PayoutFeeQuery, [], OfMerchant) {}
export class PayoutQuoted extends fieldsOf(PayoutFeeView) {}
/**
 * Returns the fee of a payout if it were requested now. Refuses an amount that no payout can have. Neither the limits of the day nor the available
 * balance are checked.
 */
export const quotePayout = defineCommand({
  name: 'quote-payout',
  owner: 'charging',
  request: QuotePayoutCommand,
  answer: PayoutQuoted,
  unordered: true,
  refusals: ['payout_destination_not_found', 'amount_too_small', 'amount_too_large'],
});
