import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsObject,
  IsOptional,
  IsUrl,
  Length,
  Matches,
  ValidateNested,
} from 'class-validator';
import {
  CHECKOUT_RETRIES_MAX,
  METADATA_FILTER_MAX_PAIRS,
  MetadataPair,
  PAGE_MAX_INTENTS,
  SEARCH_TEXT_MAX_CHARACTERS,
} from './intent-commands.js';
import type { IntentStatus } from './payment-intent.js';
import { intentStatuses } from './payment-intent.js';
import { PaymentIntentView } from './payment-intent-view.js';
import { PageLimit, StartsAfter } from '../kernel/shapes/page.js';
import { CreatedFrom, CreatedTo } from '../kernel/shapes/noted-fields.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { applyDecorators } from '../schema/decorators.js';
import {
  IsAmount,
  IsCurrency,
  IsCursor,
  IsId,
  IsIntBetween,
  IsListOf,
  IsPhoneNumber,
  IsSubsetOf,
  IsText,
  IsTypedReference,
} from '../schema/fields.js';
import type { Currency } from '../vocabulary/money.js';

const PAGE_URL_MAX_LENGTH = 2_048;

/** A page of the merchant, to which the customer goes from the payment page. */
export const IsPageUrl = (): PropertyDecorator =>
  applyDecorators(
    Length(1, PAGE_URL_MAX_LENGTH, { message: `must be a URL of at most ${PAGE_URL_MAX_LENGTH} characters` }),
    Matches(/^[\x21-\x7e]*$/, { message: 'must be a URL of printable ASCII characters' }),
    IsUrl(
      { require_tld: false, require_protocol: true, protocols: ['https', 'http'], disallow_auth: true },
      { message: 'must be an https URL without user name and password' },
    ),
  );

/** The fault of an amount in another form. */
export const badAmount = {
  context: { code: 'amount_invalid' as const },
  message:
    "must be a string of 1 to 12 digits in the currency's minor unit, without sign, point, exponent or leading zero",
};

/** An empty array of PHP is sent as `[]`; taken for `{}`, metadata would be stored that nobody sent. */
const NO_OBJECT = 'must be a JSON object, such as {}. An empty array of PHP is sent as []: write (object) []';

export class CreateIntentRequest {
  @Note({ description: 'Digits in the currency\'s minor unit: for XAF, "5000" is 5 000 FCFA.', example: '5000' })
  @IsAmount(badAmount)
  amount!: string;

  @Note({ description: 'ISO 4217 code.', example: 'XAF' })
  @IsCurrency({ context: { code: 'currency_unsupported' as const } })
  currency!: Currency;

  @Note({ description: 'Free text; the customer may see it.', example: 'Order 1042' })
  @IsOptional()
  @IsText(500)
  description?: string | null;

  @Note({
    description:
      'Any JSON object of at most 16 KiB, 50 keys and 8 levels, with unique keys. Returned unchanged, byte for byte.',
    example: { orderId: '1042' },
  })
  @IsOptional()
  @IsObject({ context: { code: 'metadata_invalid' as const }, message: NO_OBJECT })
  metadata?: object | null;

  @Note({
    description:
      "The merchant's own name for the order: unique among the open and completed intents of the merchant in one mode.",
    example: 'order-1042',
  })
  @IsOptional()
  @IsText(200, 1)
  reference?: string | null;

  @Note({ description: 'Seconds until the intent lapses; 1800 when absent.', example: 1800 })
  @IsOptional()
  @IsIntBetween(300, 86_400)
  expiresIn?: number | null;

  @Note({ description: 'Only this user may pay the intent.', example: 'usr_01k8zq3x7mf2rv9t5c6hdn4e8w' })
  @IsOptional()
  @IsId('user')
  userId?: string | null;

  @Note({
    description:
      'The URL to which the payment page returns the customer when the payment has ended. An https URL without user name and password; in test mode also http://localhost.',
    example: 'https://shop.example/thanks',
  })
  @IsOptional()
  @IsPageUrl()
  returnUrl?: string | null;

  @Note({
    description:
      'The URL to which the payment page leads a customer who does not pay. It has the same form as `returnUrl`.',
    example: 'https://shop.example/cart',
  })
  @IsOptional()
  @IsPageUrl()
  cancelUrl?: string | null;

  @Note({
    description:
      'The number of further tries that the customer has on the payment page after a decline, 0 to 4; none when absent. Needs `reference`. Each try is a separate intent for the same order, and its `retryOf` names this intent; at most one of these intents is paid.',
    example: 3,
  })
  @IsOptional()
  @IsIntBetween(0, CHECKOUT_RETRIES_MAX)
  checkoutRetries?: number | null;
}

/** The filters of every list of intents, and the place in it. */
class IntentListQuery {
  @PageLimit('intents', PAGE_MAX_INTENTS)
  limit?: number;

  @StartsAfter(
    'intent',
    'The page starts after this intent and holds older ones: `nextCursor` of the previous page, or the id of any of your intents.',
  )
  startingAfter?: string;

  @Note({
    description:
      'The page ends just before this intent in the list: it holds those that were created right after it. Cannot be combined with `startingAfter`.',
  })
  @IsOptional()
  @IsCursor('intent')
  endingBefore?: string;

  @Note({
    description:
      'Intents of these statuses only. In a query, repeat the parameter for each status; `status[]` works too.',
  })
  @IsOptional()
  @IsSubsetOf(intentStatuses)
  status?: IntentStatus[];

  @Note({ description: "This amount or more, in the currency's minor unit." })
  @IsOptional()
  @IsAmount({ message: 'must be a string of 1 to 12 digits, without leading zero' })
  amountFrom?: string;

  @Note({ description: "This amount or less, in the currency's minor unit." })
  @IsOptional()
  @IsAmount({ message: 'must be a string of 1 to 12 digits, without leading zero' })
  amountTo?: string;

  @CreatedFrom()
  createdFrom?: string;

  @CreatedTo('2026-11-21T00:00:00.000Z')
  createdTo?: string;
}

/** The query of a list of intents. */
export class ListIntentsQuery extends IntentListQuery {
  @Note({
    description:
      'Intents that have each word of this text as a part of their `reference`, their `description` or a text at the top level of metadata, in any case, with or without accents; a word of one or two letters is found whole. And those whose amount it is, whose id it is or ends with, whose charge has this id, and those with this transaction number of the operator. Words are found some seconds after the creation, the others at once. A phone number belongs into `POST /gateway/search`.',
    example: 'order 1042',
  })
  @IsOptional()
  @IsText(SEARCH_TEXT_MAX_CHARACTERS, 1)
  q?: string;

  @Note({ description: 'Intents of this reference only: all attempts to pay one order.', example: 'order-1042' })
  @IsOptional()
  @IsText(200, 1)
  reference?: string;

  @Note({
    description:
      'Intents with this transaction number of the operator, as the customer’s message has it: only its letters and digits are compared, in any case.',
    example: 'MP261120.1101.A77929',
  })
  @IsOptional()
  @IsTypedReference()
  providerReference?: string;

  @Note({
    description: 'Intents that this user has paid or tried to pay, and those that only this user may pay.',
    example: 'usr_01k8zq3x7mf2rv9t5c6hdn4e8w',
  })
  @IsOptional()
  @IsId('user')
  userId?: string;

  @Note({
    description:
      'Intents that were paid, or that somebody tried to pay, by mobile money from the phone with this id, as the list of guests has it.',
    example: 'cus_2m8wq3x7mf2rv9t5c6hdn4e8wz',
  })
  @IsOptional()
  @IsId('customer')
  customerId?: string;

  @Note({ description: 'Intents that were made at this till.', example: 'till_01k8zq4a2nf8rb0v6d7jep5f9x' })
  @IsOptional()
  @IsId('till')
  tillId?: string;

  @Note({
    description: `Intents with this metadata only, such as \`metadata[orderId]=1042\`: a key at the top level whose value is exactly this string. Up to ${METADATA_FILTER_MAX_PAIRS} keys, all of which must match. Keys with a bracket cannot be searched.`,
  })
  @IsOptional()
  @IsArray({ message: 'must be written as metadata[key]=value' })
  @ArrayMaxSize(METADATA_FILTER_MAX_PAIRS)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => MetadataPair)
  metadata?: MetadataPair[];
}

/** A search by a text that may be a phone number, which is personal data and stands in no URL. */
export class SearchIntentsRequest extends IntentListQuery {
  @Note({
    description:
      'What `q` of `GET /gateway` finds. And, when it is the last four digits of a phone number, or, for callers with `payers:read`, a number as people write it, the intents that were paid, or that somebody tried to pay, by mobile money from it. Payments of before are not found by the last digits.',
    example: '677 59 10 01',
  })
  @IsOptional()
  @IsText(SEARCH_TEXT_MAX_CHARACTERS, 1)
  q?: string;

  @Note({
    description:
      'Instead of `q`: the phone that pays by mobile money, in international format. Needs `payers:read`, because what is found confirms the number.',
  })
  @IsOptional()
  @IsPhoneNumber()
  phoneNumber?: string;
}

/** A page of payment intents, newest first. */
export class PaymentIntentPageAnswer {
  @IsListOf(() => PaymentIntentView, PAGE_MAX_INTENTS)
  data!: PaymentIntentView[];

  @Note({
    description:
      'True when there are more objects in this direction. A page may be shorter than `limit`, or even empty, while more follow: go on with `nextCursor`.',
    example: true,
  })
  @IsBoolean()
  hasMore!: boolean;

  @Note({
    description:
      'The cursor of the next page in this direction, when there is one: the place where this page stopped searching.',
    example: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x',
  })
  @IsNullable()
  @IsId('intent')
  nextCursor!: string | null;
}
