import { IsOptional } from 'class-validator';
import { ChargeFailed, ChargeSucceeded } from '../events/charging.js';
import { ChargeRequested } from '../events/intents.js';
import { defineCommand } from '../message.js';
import { IsAmount, IsAmountOrZero, IsCurrency, IsId, IsMode, IsNested } from '../../schema/fields.js';
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
  callers: ['intents'],
  request: ChargeRequested,
  answer: ChargeStatus,
  key: (request) => request.intentId,
  refusals: [],
});
