import { IsIn, IsOptional } from 'class-validator';
import { defineCommand } from '../kernel/message.js';
import { OfMerchant } from '../kernel/of-merchant.js';
import { IsAmount, IsCurrency, IsId, IsNested, IsSealed } from '../schema/fields.js';
import type { Language } from '../vocabulary/languages.js';
import { languages } from '../vocabulary/languages.js';
import type { Currency } from '../vocabulary/money.js';
import type { Sealed } from '../vocabulary/sealed.js';
import { CodeTerms, OtpCaller } from './otp-commands.js';
import { PhoneCodeChecked } from './phone-code-commands.js';

/** A withdrawal whose code is asked for. */
class CodeOfWithdrawal extends OfMerchant {
  /** The withdrawal, which is the id of the code's challenge too: no other code confirms it. */
  @IsId('withdrawal') withdrawalId!: string;
  @IsNested(() => OtpCaller) caller!: OtpCaller;
  /** Named in the message. */
  @IsAmount() amount!: string;
  @IsCurrency() currency!: Currency;
  @IsOptional() @IsIn(languages) language?: Language;
}

export class SendWithdrawalCodeCommand extends CodeOfWithdrawal {
  /** The number of the user, sealed for otp. */
  @IsSealed() phoneNumber!: Sealed;
}
const refusals = [
  'otp_cooldown',
  'otp_budget_spent',
  'channel_unsupported',
  'rate_limited',
  'idempotency_key_reused',
] as const;
/** Sends the code of a withdrawal. Repeated for the same one, it sends nothing and returns the first answer. */
export const sendWithdrawalCode = defineCommand({
  name: 'send-withdrawal-code',
  owner: 'otp',
  callers: ['auth'],
  request: SendWithdrawalCodeCommand,
  answer: CodeTerms,
  key: (request) => request.withdrawalId,
  unordered: true,
  refusals: [...refusals],
});

export class RequestWithdrawalCodeCommand extends CodeOfWithdrawal {
  @IsId('user') userId!: string;
}
/** Has the code of a withdrawal sent to the user's own number, which auth keeps. */
export const requestWithdrawalCode = defineCommand({
  name: 'request-withdrawal-code',
  owner: 'auth',
  callers: ['charging'],
  request: RequestWithdrawalCodeCommand,
  answer: CodeTerms,
  key: (request) => request.userId,
  unordered: true,
  refusals: [...refusals, 'channel_unavailable'],
});

export class CheckWithdrawalCodeCommand extends OfMerchant {
  @IsId('withdrawal') withdrawalId!: string;
  @IsNested(() => OtpCaller) caller!: OtpCaller;
  /** The code, sealed for otp. */
  @IsSealed() otp!: Sealed;
}
/** Has the code of a withdrawal counted and compared by otp. */
export const checkWithdrawalCode = defineCommand({
  name: 'check-withdrawal-code',
  owner: 'auth',
  callers: ['charging'],
  request: CheckWithdrawalCodeCommand,
  answer: PhoneCodeChecked,
  key: (request) => request.withdrawalId,
  refusals: ['otp_invalid', 'rate_limited'],
});
