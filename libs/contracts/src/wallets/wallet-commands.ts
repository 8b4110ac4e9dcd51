import { IsBoolean, IsIn, IsOptional, Matches } from 'class-validator';
import { Idempotency } from '../kernel/idempotency.js';
import { defineCommand } from '../kernel/message.js';
import { WalletOfUser } from '../payments/charging-commands.js';
import { IsAmount, IsId, IsListOf, IsMode, IsNested, IsPageLimit } from '../schema/fields.js';
import {
  PAGE_MAX_WALLET_TRANSACTIONS,
  WALLET_TRANSACTION_ID,
  WalletEntry,
  WalletFacts,
  WalletTopUp,
} from './wallet-bodies.js';
import type { MobileOperator } from '../vocabulary/mobile-numbers.js';
import { mobileOperators } from '../vocabulary/mobile-numbers.js';
import type { Mode } from '../vocabulary/modes.js';

/** A user's wallet with its limits; an empty one for a wallet that was never opened. */
export const readWallet = defineCommand({
  name: 'read-wallet',
  owner: 'charging',
  request: WalletOfUser,
  answer: WalletFacts,
  key: ({ userId }) => userId,
  unordered: true,
});

export class ListWalletTransactionsCommand extends WalletOfUser {
  @IsPageLimit(PAGE_MAX_WALLET_TRANSACTIONS) limit!: number;
  /** The page goes on with those before this one. */
  @IsOptional() @Matches(WALLET_TRANSACTION_ID) startingAfter?: string;
}
export class WalletTransactionsListed {
  @IsListOf(() => WalletEntry, PAGE_MAX_WALLET_TRANSACTIONS) entries!: WalletEntry[];
  @IsBoolean() hasMore!: boolean;
}
/** The movements of a user's wallet, newest first. */
export const listWalletTransactions = defineCommand({
  name: 'list-wallet-transactions',
  owner: 'charging',
  request: ListWalletTransactionsCommand,
  answer: WalletTransactionsListed,
  key: ({ userId }) => userId,
  unordered: true,
  refusals: ['cursor_invalid'],
});

export class CreateWalletTopUpCommand extends WalletOfUser {
  /** The new top-up's id, minted by the caller. */
  @IsId('topUp') topUpId!: string;
  /** The merchant at which the user is signed in. */
  @IsId('merchant') merchantId!: string;
  @IsAmount() amount!: string;
  @IsOptional() @IsIn(mobileOperators) operator?: MobileOperator;
  @IsNested(() => Idempotency) idempotency!: Idempotency;
}
/**
 * Fills a user's wallet by mobile money: the operator asks the user's own number for its PIN. The wallet is credited when the operator has
 * collected. A repeated key gets its first answer (`replayed`).
 */
export const createWalletTopUp = defineCommand({
  name: 'create-wallet-top-up',
  owner: 'charging',
  request: CreateWalletTopUpCommand,
  answer: WalletTopUp,
  key: ({ userId }) => userId,
  refusals: [
    ...['amount_too_small', 'amount_too_large', 'operator_unknown', 'payment_method_unavailable'],
    ...['wallet_frozen', 'prompt_limit_reached', 'idempotency_key_reused', 'service_unavailable'],
  ] as const,
});

/** Names a top-up of one user in one mode: another user's top-up reads exactly like a missing one. */
export class TopUpOfUser {
  @IsId('user') userId!: string;
  @IsMode() mode!: Mode;
  @IsId('topUp') topUpId!: string;
}
/** Reads a top-up. */
export const getWalletTopUp = defineCommand({
  name: 'get-wallet-top-up',
  owner: 'charging',
  request: TopUpOfUser,
  answer: WalletTopUp,
  key: ({ topUpId }) => topUpId,
  unordered: true,
  refusals: ['top_up_not_found'],
});
