import type { ValidationOptions } from 'class-validator';
import { IsIn, IsInt, IsISO8601, IsString, Length, Matches, Max, Min } from 'class-validator';
import { applyDecorators } from './decorators.js';
import type { IdKind } from '../vocabulary/ids.js';
import { idPattern } from '../vocabulary/ids.js';
import { AMOUNT_PATTERN, currencyCodes } from '../vocabulary/money.js';
import { SEALED_PATTERN } from '../bus/sealed.js';
import { modes } from '../bus/services.js';

/** Field declarations that several payloads share. Each is made of plain class-validator decorators. */

/** An id of one kind. */
export const IsId = (kind: IdKind): PropertyDecorator => applyDecorators(IsString(), Matches(idPattern(kind)));

/** A decimal string in minor units. */
export const IsAmount = (options?: ValidationOptions): PropertyDecorator =>
  applyDecorators(IsString(options), Matches(AMOUNT_PATTERN, options));

/** Minor units that may be zero: a fee, a balance. */
export const IsAmountOrZero = (): PropertyDecorator => applyDecorators(IsString(), Matches(/^(0|[1-9][0-9]{0,14})$/));

export const IsCurrency = (options?: ValidationOptions): PropertyDecorator =>
  applyDecorators(IsString(options), IsIn(currencyCodes, options));

export const IsMode = (): PropertyDecorator => applyDecorators(IsString(), IsIn(modes));

/** A web origin as browsers send it (RFC 6454): https, or http on the host itself. */
export const IsOrigin = (options: ValidationOptions = {}): PropertyDecorator =>
  applyDecorators(
    IsString(options),
    Matches(/^(https:\/\/[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|http:\/\/(localhost|127\.0\.0\.1))(:[1-9][0-9]{0,4})?$/, {
      message: 'must be an origin such as https://shop.example',
      ...options,
    }),
  );

const SECONDS = '[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]';

/** ISO 8601 knows more than RFC 3339, such as weeks: the pattern says the form, the check that there is such a day. */
const isUtc = (fraction: string): PropertyDecorator =>
  applyDecorators(
    IsString(),
    Matches(new RegExp(`^${SECONDS}${fraction}Z$`), {
      message: 'must be a time in UTC, such as 2026-11-20T10:00:00.000Z',
    }),
    IsISO8601({ strict: true }),
  );

/** RFC 3339 in UTC with milliseconds. */
export const IsTimestamp = (): PropertyDecorator => isUtc('\\.[0-9]{3}');

/** A moment as callers write it: RFC 3339 in UTC, with milliseconds or without. */
export const IsMoment = (): PropertyDecorator => isUtc('(\\.[0-9]{1,3})?');

/** An address as HTML's e-mail fields take it, with a domain of two to four labels; ASCII only, nothing that ends a header. */
const EMAIL_PATTERN =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?){1,3}$/;
const badEmail = { message: 'must be an e-mail address' };

/** An e-mail address. */
export const IsEmailAddress = (): PropertyDecorator =>
  applyDecorators(IsString(badEmail), Matches(EMAIL_PATTERN, badEmail));

/** A sealed secret. */
export const IsSealed = (): PropertyDecorator => applyDecorators(IsString(), Matches(SEALED_PATTERN));

/** What is shown of where a code went: two digits of a phone number, or one letter of an e-mail address. */
export const MASKED_DESTINATION = /^(\*{8}[0-9]{2}|[a-z]\*{3}@\*{3})$/;

/** A masked phone number or e-mail address. */
export const IsMaskedDestination = (): PropertyDecorator => applyDecorators(IsString(), Matches(MASKED_DESTINATION));

/** A SHA-256 digest or HMAC in base64url. */
export const IsDigest = (): PropertyDecorator => applyDecorators(IsString(), Matches(/^[A-Za-z0-9_-]{43}$/));

/** A counter that grows with each change of an aggregate. */
export const IsVersion = (): PropertyDecorator => applyDecorators(IsInt(), Min(1), Max(2_147_483_647));

/** Text that survives UTF-8 and PostgreSQL: no lone surrogate, no NUL. */
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
