import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import {
  getMerchantProfile,
  IsCashierLimit,
  IsHttpsUrl,
  IsLanguageList,
  IsLogo,
  IsMerchantName,
  IsNewMerchantName,
  LOGO_MAX_BYTES,
  LOGO_MAX_PIXELS,
  updateMerchantProfile,
} from './merchant-profile-commands.js';
import { RefundsPerDay, RefundsPerDayRequest } from '../kernel/refunds-per-day.js';
import type { Language } from '../vocabulary/languages.js';
import { operationsOf } from '../kernel/operation.js';
import { counted } from '../kernel/stored.js';
import { sessionHeaders } from '../kernel/request-headers.js';
import type { CustomerSignIn } from '../vocabulary/customer-sign-in.js';
import { customerSignIns } from '../vocabulary/customer-sign-in.js';
import { NotedCreation } from '../kernel/shapes/noted-fields.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { proveOwner } from './second-factor-commands.js';
import { SECOND_FACTOR_CODE_MAX_CHARACTERS } from './second-factor.js';
import { IsEmailAddress, IsId, IsNested, IsPhoneNumber, IsText } from '../schema/fields.js';

const LANGUAGES =
  'The languages of your customers, the most usual one first. The first one is used for a customer who asks for none of them.';
const PHONE_ASKS =
  'True when a member with the role `cashier`, `admin` or `owner`, or a key with the scope `till:ask`, may ask a phone to pay: the payer confirms by nothing but the operator’s PIN.';
const SMS_RECEIPTS = 'True when receipts may be sent by SMS, which costs money. They may always be sent by e-mail.';
const GUEST_PAYMENTS =
  'True when customers without an account may pay by mobile money, with their phone alone. While `customerSignIn` is `always`, none of them may.';
const CASHIER_REFUNDS =
  'The number of refunds that each member with the role `cashier` may create in a day (Africa/Douala). Refunds that fail do not count.';
const REFUNDS =
  'The refunds that the account allows in a day (Africa/Douala), counted for each mode and currency apart. Refunds that fail do not count. API keys and members are bound by it, an owner who has signed in with a second factor is not. A new account may refund 50 % of the balance that the day begins with.';
const LOGO_URL = 'The address of the logo; null without one.';

export class SupportContactView {
  @Note({ example: 'help@shop.example' })
  @IsNullable()
  @IsEmailAddress()
  email!: string | null;

  @Note({ example: '+237670000001' })
  @IsNullable()
  @IsPhoneNumber()
  phone!: string | null;

  @Note({ example: 'https://shop.example/help' })
  @IsNullable()
  @IsHttpsUrl()
  url!: string | null;
}

export class MerchantSettingsView {
  @Note({
    description:
      'The charges that need the user token of a sign-in besides the token of the one-time password: those of the user’s wallet (`wallet`), all (`always`) or none (`never`).',
    example: 'wallet',
  })
  @IsIn(customerSignIns)
  customerSignIn!: CustomerSignIn;

  @Note({ description: 'True when customers may pay from another phone than their own.', example: false })
  @IsBoolean()
  otherPhones!: boolean;

  @Note({ description: GUEST_PAYMENTS, example: true })
  @IsBoolean()
  guestPayments!: boolean;

  @Note({ description: PHONE_ASKS, example: false })
  @IsBoolean()
  phoneAsks!: boolean;

  @Note({ description: SMS_RECEIPTS, example: false })
  @IsBoolean()
  smsReceipts!: boolean;

  @Note({ description: CASHIER_REFUNDS, example: 0 })
  @IsCashierLimit()
  cashierRefundsPerDay!: number;

  @Note({ description: REFUNDS })
  @IsNested(() => RefundsPerDay)
  refundsPerDay!: RefundsPerDay;
}

/** A merchant account as its members and customers see it. */
export class MerchantView {
  @Note({ example: 'mer_01k8zq2b9hf3vr7m5c1xtd6n4w' })
  @IsId('merchant')
  id!: string;

  @Note({ example: 'merchant' })
  @IsIn(['merchant'])
  object!: 'merchant';

  @Note({ description: 'The name that customers see, also in messages with a code.', example: 'Boulangerie du Port' })
  @IsMerchantName()
  name!: string;

  @Note({ description: 'True when live keys are accepted.', example: true })
  @IsBoolean()
  liveActive!: boolean;

  @Note({ description: LOGO_URL, example: null })
  @IsNullable()
  @IsHttpsUrl()
  logoUrl!: string | null;

  @Note({ description: 'The contact of your support. The payment page and receipts show it.' })
  @IsNested(() => SupportContactView)
  supportContact!: SupportContactView;

  @Note({ description: LANGUAGES, example: ['fr', 'en'] })
  @IsLanguageList()
  languages!: Language[];

  @IsNested(() => MerchantSettingsView)
  settings!: MerchantSettingsView;

  @NotedCreation()
  createdAt!: string;
}

export class SupportContactRequest {
  @Note({ example: 'help@shop.example' })
  @IsOptional()
  @IsEmailAddress()
  email?: string | null;

  @Note({ description: 'In international format.', example: '+237670000001' })
  @IsOptional()
  @IsPhoneNumber()
  phone?: string | null;

  @Note({ description: 'An https URL.', example: 'https://shop.example/help' })
  @IsOptional()
  @IsHttpsUrl()
  url?: string | null;
}

export class MerchantSettingsRequest {
  @Note({
    description:
      'The charges that need the user token of a sign-in besides the token of the one-time password: those of the user’s wallet (`wallet`), all (`always`) or none (`never`).',
    example: 'wallet',
  })
  @IsOptional()
  @IsIn(customerSignIns)
  customerSignIn?: CustomerSignIn | null;

  @Note({ description: 'True when customers may pay from another phone than their own.', example: true })
  @IsOptional()
  @IsBoolean()
  otherPhones?: boolean | null;

  @Note({ description: GUEST_PAYMENTS, example: false })
  @IsOptional()
  @IsBoolean()
  guestPayments?: boolean | null;

  @Note({ description: PHONE_ASKS, example: true })
  @IsOptional()
  @IsBoolean()
  phoneAsks?: boolean | null;

  @Note({ description: SMS_RECEIPTS, example: true })
  @IsOptional()
  @IsBoolean()
  smsReceipts?: boolean | null;

  @Note({ description: CASHIER_REFUNDS, example: 20 })
  @IsOptional()
  @IsCashierLimit()
  cashierRefundsPerDay?: number | null;

  @Note({
    description: `${REFUNDS} Replaces the whole limit.`,
  })
  @IsOptional()
  @IsNested(() => RefundsPerDayRequest)
  refundsPerDay?: RefundsPerDayRequest | null;
}

export class UpdateMerchantRequest {
  @Note({
    description:
      'The name that customers see. It stands in the messages of live mode: once the account is active there, only the team of your Paygate can change it.',
    example: 'Boulangerie du Port',
  })
  @IsOptional()
  @IsNewMerchantName()
  name?: string | null;

  @Note({
    description: `A PNG, JPEG or WebP picture in base64: at most ${LOGO_MAX_BYTES} bytes, and ${LOGO_MAX_PIXELS} pixels wide and high. An empty text removes it.`,
    example: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  })
  @IsOptional()
  @IsLogo()
  logo?: string | null;

  @Note({ description: 'Replaces the whole contact: what it leaves out is removed.' })
  @IsOptional()
  @IsNested(() => SupportContactRequest)
  supportContact?: SupportContactRequest | null;

  @Note({ description: LANGUAGES, example: ['fr', 'en'] })
  @IsOptional()
  @IsLanguageList()
  languages?: Language[] | null;

  @IsOptional()
  @IsNested(() => MerchantSettingsRequest)
  settings?: MerchantSettingsRequest | null;

  @Note({
    description:
      'With a dashboard session: a code of the authenticator app, or a recovery code. Send it after the answer 401 `second_factor_required`.',
    example: '492039',
  })
  @IsOptional()
  @IsText(SECOND_FACTOR_CODE_MAX_CHARACTERS, 1)
  code?: string | null;
}

/** The profile of the merchant account that asks. It is one for both modes. */
export const merchantOperations = operationsOf({
  getMerchant: {
    method: 'GET',
    path: '/merchant',
    summary: 'Read the merchant account',
    description: 'The profile of the account that customers see, and its settings. They are the same in both modes.',
    key: 'secret',
    scope: 'merchant:read',
    takesSession: true,
    headers: sessionHeaders,
    answer: MerchantView,
    errors: getMerchantProfile.refusals,
  },
  updateMerchant: {
    method: 'PATCH',
    path: '/merchant',
    summary: 'Change the merchant account',
    description:
      'Changes what customers see of the account, and its settings; a parameter that is absent or null leaves the value unchanged. Both modes share one account: once it is active in live mode, only a live key, or a dashboard session with `x-mode: live`, changes it. In live mode only an owner who shows a code of the second factor loosens what protects money: `customerSignIn`, `otherPhones`, `guestPayments`, `phoneAsks`, `cashierRefundsPerDay` and `refundsPerDay`. Each change is recorded in the audit trail, and owners are notified of looser settings and of another contact.',
    key: 'secret',
    scope: 'merchant:write',
    takesSession: true,
    headers: sessionHeaders,
    body: UpdateMerchantRequest,
    answer: MerchantView,
    stores: counted('setting', 'logo', 'audit_record'),
    errors: ['phone_invalid', ...updateMerchantProfile.refusals, ...proveOwner.refusals],
  },
});
