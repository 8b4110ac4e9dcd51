import { IsIn, IsOptional } from 'class-validator';
import { OtpCaller } from '../codes/otp-commands.js';
import { Idempotency } from '../kernel/idempotency.js';
import { defineCommand } from '../kernel/message.js';
import { WalletOfUser } from '../payments/charging-commands.js';
import { IsAmount, IsId, IsMode, IsNested, IsSealed } from '../schema/fields.js';
import type { Language } from '../vocabulary/languages.js';
import { languages } from '../vocabulary/languages.js';
import type { Mode } from '../vocabulary/modes.js';
import type { Sealed } from '../vocabulary/sealed.js';
import { AskedWalletWithdrawal, WalletWithdrawal } from './withdrawal-bodies.js';

export class CreateWalletWithdrawalCommand extends WalletOfUser {
  /** The new withdrawal's id, minted by the caller. */
  @IsId('withdrawal') withdrawalId!: string;
  /** The merchant at which the user is signed in. */
  @IsId('merchant') merchantId!: string;
  /** Passed on to otp. */
  @IsNested(() => OtpCaller) caller!: OtpCaller;
  @IsAmount() amount!: string;
  /** Of the message with the code. */
  @IsOptional() @IsIn(languages) language?: Language;
  @IsNested(() => Idempotency) idempotency!: Idempotency;
}
/**
 * Asks for a withdrawal to the user's own number, to which a code is sent. No money moves before the code confirms it. A repeated key gets
 * its first answer (`replayed`), and no other code.
 */
export const createWalletWithdrawal = defineCommand({
  name: 'create-wallet-withdrawal',
  owner: 'charging',
  request: CreateWalletWithdrawalCommand,
  answer: AskedWalletWithdrawal,
  key: ({ userId }) => userId,
  refusals: [
    ...['amount_too_small', 'amount_too_large', 'operator_unknown', 'payment_method_unavailable'],
    ...[
      'wallet_frozen',
      'balance_insufficient',
      'channel_unsupported',
      'channel_unavailable',
      'otp_cooldown',
      'otp_budget_spent',
    ],
    ...['rate_limited', 'withdrawal_expired', 'idempotency_key_reused', 'service_unavailable'],
  ] as const,
});

/** Names a withdrawal of one user in one mode: another user's withdrawal reads exactly like a missing one. */
export class WithdrawalOfUser {
  @IsId('user') userId!: string;
  @IsMode() mode!: Mode;
  @IsId('withdrawal') withdrawalId!: string;
}
export class ConfirmWalletWithdrawalCommand extends WithdrawalOfUser {
  /** Passed on to otp. */
  @IsNested(() => OtpCaller) caller!: OtpCaller;
  /** The code, sealed for otp. */
  @IsSealed() otp!: Sealed;
}
/** Takes the money out of the wallet, and has it paid out. Repeating it changes nothing. */
export const confirmWalletWithdrawal = defineCommand({
  name: 'confirm-wallet-withdrawal',
  owner: 'charging',
  request: ConfirmWalletWithdrawalCommand,
  answer: WalletWithdrawal,
  key: ({ withdrawalId }) => withdrawalId,
  refusals: [
    ...['withdrawal_not_found', 'withdrawal_expired', 'otp_invalid', 'rate_limited', 'operator_unknown'],
    ...['amount_too_small', 'amount_too_large', 'balance_insufficient', 'wallet_frozen', 'channel_unavailable'],
    ...['payment_method_unavailable', 'service_unavailable'],
  ] as const,
});

/** Reads a withdrawal. */
export const getWalletWithdrawal = defineCommand({
  name: 'get-wallet-withdrawal',
  owner: 'charging',
  request: WithdrawalOfUser,
  answer: WalletWithdrawal,
  key: ({ withdrawalId }) => withdrawalId,
  unordered: true,
  refusals: ['withdrawal_not_found'],
});
