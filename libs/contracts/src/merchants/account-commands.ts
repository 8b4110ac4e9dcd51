import { IsIn, IsOptional } from 'class-validator';
import { ApiKeyIssued } from '../api-keys/api-key-commands.js';
import { SealedIdempotency } from '../kernel/idempotency.js';
import { sendMemberMail } from '../codes/member-mail-commands.js';
import { IsNewMerchantName } from './merchant-profile-commands.js';
import { MemberInfo } from './member-commands.js';
import type { Language } from '../vocabulary/languages.js';
import { languages } from '../vocabulary/languages.js';
import { defineCommand } from '../kernel/message.js';
import { IsDigest, IsId, IsIntBetween, IsListOf, IsNested, IsSealed, IsText } from '../schema/fields.js';
import type { Country } from '../vocabulary/countries.js';
import { countryCodes } from '../vocabulary/countries.js';
import type { Sealed } from '../vocabulary/sealed.js';

/** Keys that a new account has: a publishable and a secret one, of test mode. */
export const FIRST_KEYS = 2;

export class OpenAccountCommand {
  /** Both sealed for auth. */
  @IsSealed() email!: Sealed;
  @IsSealed() address!: Sealed;
  @IsNewMerchantName() businessName!: string;
  @IsIn(countryCodes) country!: Country;
  @IsOptional() @IsIn(languages) language?: Language;
  @IsOptional() @IsNested(() => SealedIdempotency) idempotency?: SealedIdempotency;
}
export class AccountClaimed {
  /** The validity of the token in the e-mail. */
  @IsIntBetween(1, 720) validHours!: number;
}
/** Mails a token that opens a merchant account. An address that a person has already takes the same steps. */
export const openAccount = defineCommand({
  name: 'open-account',
  owner: 'auth',
  request: OpenAccountCommand,
  answer: AccountClaimed,
  key: (request) => request.email,
  unordered: true,
  refusals: ['rate_limited', 'idempotency_key_reused', 'idempotency_key_in_use', ...sendMemberMail.refusals],
});

export class ConfirmAccountCommand {
  /** HMAC of the token in the e-mail. */
  @IsDigest() tokenHash!: string;
  /** All sealed for auth. */
  @IsSealed() name!: Sealed;
  @IsSealed() password!: Sealed;
  @IsSealed() address!: Sealed;
}
export class AccountOpened {
  @IsId('merchant') merchantId!: string;
  @IsText(120, 1) merchantName!: string;
  @IsIn(countryCodes) country!: Country;
  @IsNested(() => MemberInfo) owner!: MemberInfo;
  @IsListOf(() => ApiKeyIssued, FIRST_KEYS)
  apiKeys!: ApiKeyIssued[];
}
/**
 * Opens the merchant account of a mailed token, in test mode, with its owner and first keys. A new person chooses a password; a
 * person who has one must show it, by the same rules as at sign-in.
 */
export const confirmAccount = defineCommand({
  name: 'confirm-account',
  owner: 'auth',
  request: ConfirmAccountCommand,
  answer: AccountOpened,
  key: (request) => request.tokenHash,
  unordered: true,
  refusals: [
    'mail_token_invalid',
    'password_weak',
    'credentials_invalid',
    'login_throttled',
    'rate_limited',
    'member_limit_reached',
  ],
});
