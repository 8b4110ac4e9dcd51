import type { ValidationOptions } from 'class-validator';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsISO8601,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  isISO8601,
  Length,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { SEALED_PATTERN } from '../vocabulary/sealed.js';
import { applyDecorators } from './decorators.js';
import type { PayloadClass } from './schema.js';
import type { IdKind } from '../vocabulary/ids.js';
import { idPattern } from '../vocabulary/ids.js';
import { modes } from '../vocabulary/modes.js';
import { AMOUNT_PATTERN, currencyCodes } from '../vocabulary/money.js';
import {
  PROVIDER_REFERENCE,
  PROVIDER_REFERENCE_MAX_LENGTH,
  TYPED_REFERENCE,
  TYPED_REFERENCE_MAX_LENGTH,
} from './provider-references.js';
import { EVENT_FILTERS_MAX, RETRY_DELAY_MAX_SECONDS, RETRY_DELAYS_MAX } from '../vocabulary/webhooks.js';

/** Field declarations that several payloads share. Each is made of plain class-validator decorators. */

const ACTOR_PATTERN = new RegExp(`${idPattern('member').source}|${idPattern('apiKey').source}`);

/** An id of one kind. */
export const IsId = (kind: IdKind): PropertyDecorator => applyDecorators(IsString(), Matches(idPattern(kind)));

/** The member or the API key that requests a change, for the audit trail. */
export const IsActor = (): PropertyDecorator => applyDecorators(IsString(), Matches(ACTOR_PATTERN));

/** The cursor of a list, which is the id of one of its objects; anything else is `cursor_invalid`. */
export const IsCursor = (cursor: IdKind | RegExp): PropertyDecorator => {
  const reason = { context: { code: 'cursor_invalid' as const }, message: 'must be a cursor of this list' };
  if (typeof cursor !== 'string') return Matches(cursor, reason);
  return applyDecorators(IsString(reason), Matches(idPattern(cursor), reason));
};

/** A decimal string in minor units. */
export const IsAmount = (options?: ValidationOptions): PropertyDecorator =>
  applyDecorators(IsString(options), Matches(AMOUNT_PATTERN, options));

/** Minor units that may be zero: a fee, a balance. */
export const IsAmountOrZero = (): PropertyDecorator => applyDecorators(IsString(), Matches(/^(0|[1-9][0-9]{0,14})$/));

/** Minor units that may be below zero: what a transaction adds to a balance. */
export const IsSignedAmount = (): PropertyDecorator => applyDecorators(IsString(), Matches(/^(0|-?[1-9][0-9]{0,14})$/));

export const IsCurrency = (options?: ValidationOptions): PropertyDecorator =>
  applyDecorators(IsString(options), IsIn(currencyCodes, options));

export const IsMode = (): PropertyDecorator => applyDecorators(IsString(), IsIn(modes));

/** A web origin as browsers send it (RFC 6454): https, http on the host itself, or the origin of an app that wraps a page. */
export const IsOrigin = (options: ValidationOptions = {}): PropertyDecorator =>
  applyDecorators(
    IsString(options),
    Matches(
      /^(https:\/\/[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|http:\/\/(localhost|127\.0\.0\.1))(:[1-9][0-9]{0,4})?$|^(capacitor|ionic):\/\/localhost$/,
      {
        message: 'must be an origin such as https://shop.example',
        ...options,
      },
    ),
  );

const SECONDS = '[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]';

/** The days of ISO 8601, of which February has 28 or 29. */
const REAL_DAYS = { strict: true };

/** ISO 8601 has more forms than RFC 3339, such as weeks: the pattern checks the form, and `IsISO8601` that the day exists. */
const isTime = (end: string, message: string): PropertyDecorator =>
  applyDecorators(
    IsString(),
    Matches(formOfTime(end), { message }),
    IsISO8601(REAL_DAYS, { message: 'must be a day that exists' }),
  );

function formOfTime(end: string): RegExp {
  return new RegExp(`^${SECONDS}${end}$`);
}

/** RFC 3339 in UTC with milliseconds. */
export const IsTimestamp = (): PropertyDecorator =>
  isTime('\\.[0-9]{3}Z', 'must be a time in UTC, such as 2026-11-20T10:00:00.000Z');

const MOMENT_END = '(\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])';

/** A moment as callers write it: RFC 3339 with any offset, and up to nine decimals, of which three count. */
export const IsMoment = (): PropertyDecorator =>
  isTime(
    MOMENT_END,
    'must be a time with its offset, such as 2026-11-20T10:00:00Z or 2026-11-20T11:00:00+01:00 (in a query, + is written %2B)',
  );

const MOMENT = formOfTime(MOMENT_END);

/** The time that a text names by the rule of {@link IsMoment}, for a text that no payload holds; undefined for any other text. */
export function momentOf(text: string): Date | undefined {
  return MOMENT.test(text) && isISO8601(text, REAL_DAYS) ? new Date(text) : undefined;
}

/** The form of a time zone's name in the IANA database: `Africa/Douala`. */
export const IsTimeZone = (): PropertyDecorator =>
  applyDecorators(
    IsString(),
    Matches(/^[A-Za-z][A-Za-z0-9_+-]{0,31}(\/[A-Za-z0-9_+-]{1,31}){0,2}$/, {
      message: 'must be the name of a time zone, such as Africa/Douala',
    }),
  );

/** An address as e-mail fields of HTML accept it, with a domain of two to four labels: ASCII only, and no character that ends a header. */
const EMAIL_PATTERN =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?){1,3}$/;
const badEmail = { message: 'must be an e-mail address' };

/** An e-mail address. */
export const IsEmailAddress = (): PropertyDecorator =>
  applyDecorators(IsString(badEmail), Matches(EMAIL_PATTERN, badEmail));

/** The rule of {@link IsEmailAddress}, for a text that no payload holds. */
export function isEmailAddress(text: string): boolean {
  return EMAIL_PATTERN.test(text);
}

/** E.164 in its one canonical spelling: `+`, country code, number; 7 to 15 digits. */
export const PHONE_PATTERN = /^\+[1-9][0-9]{6,14}$/;
const badPhone = {
  context: { code: 'phone_invalid' as const },
  message: 'must be a phone number in international format, such as +237670000001',
};
/** A phone number in that spelling; anything else is `phone_invalid`. */
export const IsPhoneNumber = (): PropertyDecorator =>
  applyDecorators(IsString(badPhone), Matches(PHONE_PATTERN, badPhone));

/** A one-time password: 4 to 10 digits. */
export const IsOtpCode = (): PropertyDecorator =>
  applyDecorators(IsString(), Matches(/^[0-9]{4,10}$/, { message: 'must be a code of digits' }));

/** A sealed secret. */
export const IsSealed = (): PropertyDecorator => applyDecorators(IsString(), Matches(SEALED_PATTERN));

/** The masked destination of a code: two digits of a phone number, or one letter of an e-mail address. */
export const MASKED_DESTINATION = /^(\*{8}[0-9]{2}|[a-z]\*{3}@\*{3})$/;

/** A masked phone number or e-mail address. */
export const IsMaskedDestination = (): PropertyDecorator => applyDecorators(IsString(), Matches(MASKED_DESTINATION));

/** An operator's own transaction number. */
export const IsProviderReference = (): PropertyDecorator =>
  applyDecorators(IsString(), Length(1, PROVIDER_REFERENCE_MAX_LENGTH), Matches(PROVIDER_REFERENCE));

/** The same as it is typed from the message of the operator. */
export const IsTypedReference = (): PropertyDecorator =>
  applyDecorators(
    IsText(TYPED_REFERENCE_MAX_LENGTH, 1),
    Matches(TYPED_REFERENCE, { message: 'must have a letter or a digit' }),
  );

/** A SHA-256 digest or HMAC in base64url. */
export const IsDigest = (): PropertyDecorator => applyDecorators(IsString(), Matches(/^[A-Za-z0-9_-]{43}$/));

/** A counter that grows with each change of an aggregate. */
export const IsVersion = (): PropertyDecorator => applyDecorators(IsInt(), Min(1), Max(2_147_483_647));

/** Text that UTF-8 and PostgreSQL can hold: no lone surrogate, no NUL. */
const WELL_FORMED = /^[^\0\p{Cs}]*$/u;

/** A lone surrogate cannot stand in UTF-8, so that only NUL is left to forbid in documents. */
const WELL_FORMED_AS_PUBLISHED = '^[^\\x00]*$';

/** A text of bounded length, in Unicode characters. */
export const IsText = (maxLength: number, minLength = 0): PropertyDecorator =>
  applyDecorators(
    IsString(),
    Length(minLength, maxLength),
    Matches(WELL_FORMED, {
      message: 'must be text without NUL and lone surrogates',
      context: { published: WELL_FORMED_AS_PUBLISHED },
    }),
  );

/** One line that shows every character it has: no control character, no format character such as a soft hyphen, and not only spaces. */
const ONE_LINE = /^(?=.*[^\s])[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u;

/**
 * A text that people have typed and others read in a line: the name of an account or a person, a reference pattern. This is the rule of answers:
 * whatever {@link IsNewLine} takes, and what was taken before.
 */
export const IsLine = (maxLength: number): PropertyDecorator =>
  applyDecorators(
    IsText(maxLength, 1),
    Matches(ONE_LINE, {
      message: 'must be one line of visible characters',
      context: { published: '^[^\\x00-\\x1f\\x7f]*$' },
    }),
  );

/**
 * The same without letters that nobody sees, such as U+034F and U+3164: what Unicode lets a reader ignore (`Default_Ignorable_Code_Point`). Only a
 * variation selector may stand there, which shows in the character before it. U+2800 is a pattern without dots.
 */
export const NEW_LINE = String.raw`(?=.*[^\s\p{Default_Ignorable_Code_Point}\u2800])(?:\p{Variation_Selector}|[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}])*`;
const NEW_LINE_RULE = new RegExp(`^${NEW_LINE}$`, 'u');

/** A line that is typed now. Lines of before, which {@link IsLine} describes, stay valid in answers. */
export const IsNewLine = (maxLength: number): PropertyDecorator =>
  applyDecorators(
    IsText(maxLength, 1),
    Matches(NEW_LINE_RULE, {
      message: 'must be one line of visible characters',
      context: { published: '^[^\\x00-\\x1f\\x7f]*$' },
    }),
  );

/** Characters of the name of an account or a person. */
export const NAME_MAX_CHARACTERS = 120;

/** The same for a name that was sealed on its way. */
export function isName(text: string): boolean {
  return isLine(text, NAME_MAX_CHARACTERS);
}

/** The rule of {@link IsNewLine}, for a text that no payload holds. */
export function isLine(text: string, maxLength: number): boolean {
  return NEW_LINE_RULE.test(text) && new RegExp(`^.{1,${maxLength}}$`, 'su').test(text);
}

/** An object of a payload class. */
export const IsNested = (cls: () => PayloadClass<object>): PropertyDecorator =>
  applyDecorators(IsObject(), ValidateNested(), Type(cls));

/** A list of at most `max` objects of a payload class. */
export const IsListOf = (cls: () => PayloadClass<object>, max: number, min = 0): PropertyDecorator =>
  applyDecorators(
    IsArray(),
    ...(min > 0 ? [ArrayMinSize(min)] : []),
    ArrayMaxSize(max),
    IsObject({ each: true }),
    ValidateNested({ each: true }),
    Type(cls),
  );

/** A list of some of `values`. */
export const IsSubsetOf = (values: readonly string[]): PropertyDecorator =>
  applyDecorators(IsArray(), ArrayMaxSize(values.length), IsIn(values, { each: true }));

/** An integer from `min` to `max`, both included. */
export const IsIntBetween = (min: number, max: number): PropertyDecorator =>
  applyDecorators(IsInt(), Min(min), Max(max));

/** `limit` of a list: 1 to `max`. */
export const IsPageLimit = (max: number): PropertyDecorator => IsIntBetween(1, max);

const badEventFilter = { each: true, message: 'must be an event type, a family such as payment.*, or *' };

/** The subscription of an endpoint: event types (`payment.completed`), families (`payment.*`) or all types (`*`). */
export const IsEventFilterList = (): PropertyDecorator =>
  applyDecorators(
    IsArray(),
    ArrayMinSize(1),
    ArrayMaxSize(EVENT_FILTERS_MAX),
    IsString(badEventFilter),
    Length(1, 64, badEventFilter),
    Matches(/^(\*|[a-z_]+(\.[a-z_]+)*(\.\*)?)$/, badEventFilter),
  );

/** The delays before each retry of a delivery, in seconds. */
export const IsRetrySchedule = (): PropertyDecorator =>
  applyDecorators(
    IsArray(),
    ArrayMaxSize(RETRY_DELAYS_MAX),
    IsInt({ each: true }),
    Min(1, { each: true }),
    Max(RETRY_DELAY_MAX_SECONDS, { each: true }),
  );
