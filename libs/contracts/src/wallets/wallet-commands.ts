import { IsBoolean, IsOptional, Matches } from 'class-validator';
import { defineCommand } from '../kernel/message.js';
import { WalletOfUser } from '../payments/charging-commands.js';
import { IsListOf, IsPageLimit } from '../schema/fields.js';
import { PAGE_MAX_WALLET_TRANSACTIONS, WALLET_TRANSACTION_ID, WalletEntry, WalletFacts } from './wallet-bodies.js';

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
