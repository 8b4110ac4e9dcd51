import { defineCommand } from '../message.js';
import { IsAmount, IsAmountOrZero, IsCurrency, IsId, IsMode } from '../../schema/fields.js';
import type { Mode } from '../../vocabulary/modes.js';
import type { Currency } from '../../vocabulary/money.js';

export class TopUpWallet {
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
/** Transfers money from the bank account to a wallet, which it opens when missing. Idempotent by `topUpId`. Operator only. */
export const topUpWallet = defineCommand({
  name: 'top-up-wallet',
  owner: 'charging',
  callers: [],
  request: TopUpWallet,
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
  refusals: [],
});
