import {
  ArrayMinSize,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { RefundsPerDay } from '../kernel/refunds-per-day.js';
import { OfMerchant } from '../kernel/of-merchant.js';
import type { Language } from '../vocabulary/languages.js';
import { languages } from '../vocabulary/languages.js';
import { defineCommand } from '../kernel/message.js';
import type { CustomerSignIn } from '../vocabulary/customer-sign-in.js';
import { customerSignIns } from '../vocabulary/customer-sign-in.js';
import { CASHIER_REFUNDS_MAX } from '../vocabulary/member-roles.js';
import { IsNullable } from '../schema/declarations.js';
import { applyDecorators } from '../schema/decorators.js';
import {
  IsDigest,
  IsEmailAddress,
  IsId,
  IsLine,
  NEW_LINE,
  IsNested,
  IsPhoneNumber,
  IsSubsetOf,
  IsText,
  IsTimestamp,
  NAME_MAX_CHARACTERS,
} from '../schema/fields.js';

/** The largest logo, in bytes, and its longest side, in pixels: a small file can decode to a picture that stops a phone. */
export const LOGO_MAX_BYTES = 8_192;
export const LOGO_MAX_PIXELS = 1_024;
/** Raster formats only: a picture that can hold no script and load no other file. */
export const logoMediaTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type LogoMediaType = (typeof logoMediaTypes)[number];

/** Base64 of at most so many bytes, or an empty text. */
export const IsLogo = (): PropertyDecorator =>
  applyDecorators(
    IsString(),
    MaxLength(Math.ceil(LOGO_MAX_BYTES / 3) * 4, { message: `must be at most ${LOGO_MAX_BYTES} bytes in base64` }),
    Matches(/^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, { message: 'must be base64' }),
  );

/** The name of an account, which customers read in messages: one line that shows every character it has. */
export const IsMerchantName = (): PropertyDecorator => IsLine(NAME_MAX_CHARACTERS);

/** The number of refunds that one cashier may create in a day of Africa/Douala. */
export const IsCashierLimit = (): PropertyDecorator => applyDecorators(IsInt(), Min(0), Max(CASHIER_REFUNDS_MAX));

/** A scheme, `www.`, or the name of a host with a path. A name with one of these brings readers of our mails to a page of its own. */
const ADDRESS = String.raw`:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2,}(?::\d+)?\/`;

/** A name that a merchant chooses: one that holds no address of a page. Names of before stay valid. */
export const IsNewMerchantName = (): PropertyDecorator =>
  applyDecorators(
    IsText(120, 1),
    Matches(new RegExp(`^(?!.*(?:${ADDRESS}))${NEW_LINE}$`, 'iu'), {
      message: 'must be one line of visible characters, without a web address',
      context: { published: '^[^\\x00-\\x1f\\x7f]*$' },
    }),
  );

/** An address of a page of the merchant. */
export const IsHttpsUrl = (): PropertyDecorator =>
  applyDecorators(
    IsString(),
    Matches(
      /^https:\/\/[A-Za-z0-9]([A-Za-z0-9.-]{0,252}[A-Za-z0-9])?(:[1-9][0-9]{0,4})?([/?#][\x21\x23-\x3b\x3d\x3f-\x7e]{0,1024})?$/,
      {
        message: 'must be an https URL without user name and password',
      },
    ),
  );

/** Languages of a merchant's customers: at least one, and the first is used where a customer names none of them. */
export const IsLanguageList = (): PropertyDecorator => applyDecorators(IsSubsetOf(languages), ArrayMinSize(1));

/** The contact of a merchant for customers. */
export class SupportContact {
  @IsNullable() @IsEmailAddress() email!: string | null;
  @IsNullable() @IsPhoneNumber() phone!: string | null;
  @IsNullable() @IsHttpsUrl() url!: string | null;
}

/** A till of a merchant: it takes payments, it is revoked, or the merchant has none with its id. */
export const tillStates = ['live', 'revoked', 'missing'] as const;
export type TillState = (typeof tillStates)[number];

/** The profile of a merchant that customers see, and the settings that it may change itself. */
export class MerchantProfile {
  @IsId('merchant') merchantId!: string;
  @IsMerchantName() name!: string;
  /** True when its keys are accepted at all. */
  @IsBoolean() active!: boolean;
  @IsBoolean() liveActive!: boolean;
  /** SHA-256 of the logo. */
  @IsNullable() @IsDigest() logoId!: string | null;
  @IsNested(() => SupportContact) supportContact!: SupportContact;
  @IsLanguageList() languages!: Language[];
  /** The charges that need a user token besides the OTP token. */
  @IsIn(customerSignIns) customerSignIn!: CustomerSignIn;
  /** True when customers may pay from another phone than their own. */
  @IsBoolean() otherPhones!: boolean;
  /** True when customers may pay without an account. */
  @IsBoolean() guestPayments!: boolean;
  /** True when phones may be asked to pay. Absent in an answer of auth from before the setting. */
  @IsOptional() @IsBoolean() phoneAsks?: boolean;
  /** True when receipts may be sent by SMS. Absent in an answer of auth from before the setting. */
  @IsOptional() @IsBoolean() smsReceipts?: boolean;
  /** Absent in an answer of auth from before the setting. */
  @IsOptional() @IsCashierLimit() cashierRefundsPerDay?: number;
  /** Absent in an answer of auth from before the setting. */
  @IsOptional() @IsNested(() => RefundsPerDay) refundsPerDay?: RefundsPerDay;
  /** The version that the merchant is pinned to; null before its first call. Absent in an answer of auth from before the field. */
  @IsOptional() @IsText(32, 1) apiVersion?: string | null;
  @IsTimestamp() createdAt!: string;
  /** The till of the question. Absent without one, and in an answer of auth from before tills. */
  @IsOptional() @IsIn(tillStates) till?: TillState;
  /** True when it has tills that take payments. Absent where the question names one, and in an answer of auth from before the field. */
  @IsOptional() @IsBoolean() hasTills?: boolean;
}

export class GetMerchantProfileCommand {
  @IsId('merchant') merchantId!: string;
  /** The till that is asked about, too. */
  @IsOptional() @IsId('till') tillId?: string;
}
/** A merchant as its customers and members see it. */
export const getMerchantProfile = defineCommand({
  name: 'get-merchant-profile',
  owner: 'auth',
  callers: ['gateway', 'otp', 'charging'],
  request: GetMerchantProfileCommand,
  answer: MerchantProfile,
  unordered: true,
  refusals: ['merchant_not_found'],
});

export class NewSupportContact {
  @IsOptional() @IsEmailAddress() email?: string;
  @IsOptional() @IsPhoneNumber() phone?: string;
  @IsOptional() @IsHttpsUrl() url?: string;
}
export class UpdateMerchantProfileCommand extends OfMerchant {
  /** The API key, or the member of the account, that requests the change. */
  @IsOptional() @IsId('apiKey') actorKeyId?: string;
  @IsOptional() @IsId('member') actorMemberId?: string;
  /** The owner whose code of the second factor auth has just checked, by `prove-owner`. */
  @IsOptional() @IsId('member') provenOwnerId?: string;
  @IsOptional() @IsNewMerchantName() name?: string;
  /** Base64; an empty text removes the logo. */
  @IsOptional() @IsLogo() logo?: string;
  /** Replaces the whole contact. */
  @IsOptional() @IsNested(() => NewSupportContact) supportContact?: NewSupportContact;
  @IsOptional() @IsLanguageList() languages?: Language[];
  @IsOptional() @IsIn(customerSignIns) customerSignIn?: CustomerSignIn;
  @IsOptional() @IsBoolean() otherPhones?: boolean;
  @IsOptional() @IsBoolean() guestPayments?: boolean;
  @IsOptional() @IsBoolean() phoneAsks?: boolean;
  @IsOptional() @IsBoolean() smsReceipts?: boolean;
  @IsOptional() @IsCashierLimit() cashierRefundsPerDay?: number;
  /** Replaces the whole limit. */
  @IsOptional() @IsNested(() => RefundsPerDay) refundsPerDay?: RefundsPerDay;
}
/**
 * Changes the given parts of a merchant's profile. Repeating it changes nothing. The profile belongs to both modes, so an account
 * that is active in live mode is changed with a credential of live mode only, and its name by an `operator` command only. What loosens the protection
 * of its money takes an owner who has been proven.
 */
export const updateMerchantProfile = defineCommand({
  name: 'update-merchant-profile',
  owner: 'auth',
  request: UpdateMerchantProfileCommand,
  answer: MerchantProfile,
  refusals: [
    'parameter_invalid',
    'merchant_inactive',
    'scope_missing',
    'api_key_expired',
    'api_key_revoked',
    'mode_mismatch',
    'merchant_name_locked',
    'owner_required',
    'second_factor_required',
  ],
});

export class GetLogoCommand {
  @IsDigest() logoId!: string;
}
export class Logo {
  @IsIn(logoMediaTypes) mediaType!: LogoMediaType;
  @IsLogo() bytes!: string;
}
/** The logo with this SHA-256. */
export const getLogo = defineCommand({
  name: 'get-logo',
  owner: 'auth',
  request: GetLogoCommand,
  answer: Logo,
  key: (request) => request.logoId,
  unordered: true,
  refusals: ['merchant_not_found'],
});
