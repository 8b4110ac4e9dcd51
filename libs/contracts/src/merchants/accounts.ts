import { IsIn } from 'class-validator';
import { confirmAccount, FIRST_KEYS, openAccount } from './account-commands.js';
import { IsNewMerchantName } from './merchant-profile-commands.js';
import { IssuedApiKeyView } from '../api-keys/api-key-bodies.js';
import { IsMailToken } from './dashboard-sessions.js';
import { MemberView } from './members.js';
import { operationsOf } from '../kernel/operation.js';
import { ofAddress } from '../kernel/stored.js';
import { mailLanguage, mailTokenIdempotencyKey, unstoredIdempotencyKey } from '../kernel/request-headers.js';
import { NotedCurrency } from '../kernel/shapes/noted-fields.js';
import { MemberPassword } from '../customers/users.js';
import { Note } from '../schema/declarations.js';
import { IsEmailAddress, IsId, IsNewLine, IsListOf, IsNested, IsText, NAME_MAX_CHARACTERS } from '../schema/fields.js';
import type { Country } from '../vocabulary/countries.js';
import type { ServedCountry } from '../vocabulary/mobile-numbers.js';
import { servedCountries } from '../vocabulary/mobile-numbers.js';
import type { Currency } from '../vocabulary/money.js';

const COUNTRY = 'ISO 3166-1 code; it determines the currency.';

export class OpenAccountRequest {
  @Note({ description: 'The e-mail address to which the token is sent.', example: 'ada@shop.example' })
  @IsEmailAddress()
  email!: string;

  @Note({ description: 'The name of the business, as customers see it.', example: 'Boutique' })
  @IsNewMerchantName()
  businessName!: string;

  @Note({ description: COUNTRY, example: 'CM' })
  @IsIn(servedCountries)
  country!: ServedCountry;
}

export class ConfirmAccountRequest {
  @Note({ description: 'The token of the e-mail.', example: 'acc_…' })
  @IsMailToken()
  token!: string;

  @Note({ description: 'The name of the owner, as the other members see it.', example: 'Ada' })
  @IsNewLine(NAME_MAX_CHARACTERS)
  name!: string;

  @MemberPassword()
  password!: string;
}

export class NewMerchantView {
  @Note({ example: 'mer_01k8zq1v5jc0pr7m3a4fbk2c6t' })
  @IsId('merchant')
  id!: string;

  @Note({ example: 'Boutique' })
  @IsText(120, 1)
  name!: string;

  // a token that was mailed before an update may open an account of a country that is no longer offered
  @Note({ description: COUNTRY, example: 'CM' })
  @IsIn(servedCountries)
  country!: Country;

  @NotedCurrency()
  currency!: Currency;
}

/** A merchant account that was opened, in test mode. */
export class NewAccountView {
  @Note({ example: 'account' })
  @IsIn(['account'])
  object!: 'account';

  @IsNested(() => NewMerchantView)
  merchant!: NewMerchantView;

  @Note({ description: 'The person who opened it.' })
  @IsNested(() => MemberView)
  owner!: MemberView;

  @Note({ description: 'A publishable and a secret key of test mode, shown only once.' })
  @IsListOf(() => IssuedApiKeyView, FIRST_KEYS)
  apiKeys!: IssuedApiKeyView[];
}

/** Opening of merchant accounts. */
export const accountOperations = operationsOf({
  openAccount: {
    method: 'POST',
    path: '/dashboard/accounts',
    summary: 'Sign up',
    description:
      'Sends an e-mail with a token that opens a merchant account once, within 24 hours. The answer does not reveal whether the address is a member’s. The password is chosen with the token, so that only a person who reads the e-mail can choose one.',
    key: 'anonymous',
    scope: null,
    headers: [mailLanguage, mailTokenIdempotencyKey],
    body: OpenAccountRequest,
    success: 202,
    replays: true,
    stores: ofAddress('mail_token', 'message', 'idempotency_record'),
    errors: openAccount.refusals,
  },
  confirmAccount: {
    method: 'POST',
    path: '/dashboard/accounts/confirm',
    summary: 'Open a merchant account',
    description:
      'Opens the account of the token, in test mode, with its owner and first keys. A new person chooses a password. A person who is already a member of another account sends the existing password; a wrong password gets 401 `credentials_invalid`. Wrong, used and expired tokens get the same answer. Then sign in; if the answer was lost, create other keys.',
    key: 'anonymous',
    scope: null,
    headers: [unstoredIdempotencyKey],
    body: ConfirmAccountRequest,
    answer: NewAccountView,
    success: 201,
    stores: ofAddress('member', 'setting', 'api_key', 'session', 'audit_record'),
    errors: confirmAccount.refusals,
  },
});
