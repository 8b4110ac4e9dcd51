import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { applyDecorators } from '../schema/decorators.js';
import type { OtpChannel } from '../bus/commands/otp.js';
import { otpChannels } from '../bus/commands/otp.js';
import type { ErrorCode } from '../errors/catalogue.js';
import { METADATA_FILTER_MAX_PAIRS, MetadataPair, PAGE_MAX_INTENTS } from '../bus/commands/intents.js';
import { IsAmount, IsCurrency, IsId, IsMoment, IsText } from '../schema/fields.js';
import type { Currency } from '../vocabulary/money.js';
import type { IntentStatus } from '../bus/payment-intent.js';
import { intentStatuses } from '../bus/payment-intent.js';
import { Note } from '../schema/declarations.js';

/** Bodies of requests, as callers write them. */

const reports = (code: ErrorCode, message?: string) => ({ context: { code }, ...(message ? { message } : {}) });

/** E.164 in its one canonical spelling: `+`, country code, number; 7 to 15 digits. */
export const PHONE_PATTERN = /^\+[1-9][0-9]{6,14}$/;
const badPhone = reports('phone_invalid', 'must be a phone number in international format, such as +237670000001');
/** A phone number in that spelling; anything else is `phone_invalid`. */
export const IsPhoneNumber = (): PropertyDecorator =>
  applyDecorators(IsString(badPhone), Matches(PHONE_PATTERN, badPhone));
const badAmount = reports(
  'amount_invalid',
  "must be a string of 1 to 12 digits in the currency's minor unit, without sign, point, exponent or leading zero",
);

export class SignInRequest {
  @Note({ description: 'International format (E.164).', example: '+237670000001' })
  @IsPhoneNumber()
  phoneNumber!: string;

  @Note({ description: "The user's web password.", example: 'correct horse battery staple' })
  @IsText(256, 1)
  password!: string;
}

export class CreateIntentRequest {
  @Note({ description: 'Digits in the currency\'s minor unit: for XAF, "5000" is 5 000 FCFA.', example: '5000' })
  @IsAmount(badAmount)
  amount!: string;

  @Note({ description: 'ISO 4217 code.', example: 'XAF' })
  @IsCurrency(reports('currency_unsupported'))
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
  @IsObject(reports('metadata_invalid'))
  metadata?: object | null;

  @Note({
    description: "The merchant's own name for the order: unique among its open and completed intents of one mode.",
    example: 'order-1042',
  })
  @IsOptional()
  @IsText(200, 1)
  reference?: string | null;

  @Note({ description: 'Seconds until the intent lapses; 1800 when absent.', example: 1800 })
  @IsOptional()
  @IsInt()
  @Min(300)
  @Max(86_400)
  expiresIn?: number | null;

  @Note({ description: 'Lets this user alone pay the intent.', example: 'usr_01k8zq3x7mf2rv9t5c6hdn4e8w' })
  @IsOptional()
  @IsId('user')
  userId?: string | null;

  @Note({
    description:
      'Kept with the intent, for the page that sends the customer back. An https URL without user name and password; in test mode also http://localhost.',
    example: 'https://shop.example/thanks',
  })
  @IsOptional()
  @Matches(/^[\x21-\x7e]{1,2048}$/, { message: 'must be a URL of printable ASCII characters' })
  @IsUrl(
    { require_tld: false, require_protocol: true, protocols: ['https', 'http'], disallow_auth: true },
    { message: 'must be an https URL without user name and password' },
  )
  returnUrl?: string | null;
}

/** The query of a list of intents. */
export class ListIntentsQuery {
  @Note({ description: 'Most intents of one page; 20 when absent.', example: 20 })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(PAGE_MAX_INTENTS)
  limit?: number;

  @Note({
    description: 'The page goes on after this one, with older ones: `nextCursor` of the page before, or any id.',
  })
  @IsOptional()
  @IsId('intent')
  startingAfter?: string;

  @Note({ description: 'The page ends before this one, with the next newer ones. Not beside `startingAfter`.' })
  @IsOptional()
  @IsId('intent')
  endingBefore?: string;

  @Note({ description: 'Intents of this status only.' })
  @IsOptional()
  @IsIn(intentStatuses)
  status?: IntentStatus;

  @Note({ description: 'Intents of this reference only: every try of one order.', example: 'order-1042' })
  @IsOptional()
  @IsText(200, 1)
  reference?: string;

  @Note({
    description: `Intents with this metadata only, such as \`metadata[orderId]=1042\`: the key stands at the top level, and its value is a string and exactly this one. Up to ${METADATA_FILTER_MAX_PAIRS} keys, all of which must match; a key with a bracket is not found.`,
  })
  @IsOptional()
  @IsArray({ message: 'must be written as metadata[key]=value' })
  @ArrayMaxSize(METADATA_FILTER_MAX_PAIRS)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => MetadataPair)
  metadata?: MetadataPair[];

  @Note({ description: 'Created at this time or later.', example: '2026-11-20T00:00:00.000Z' })
  @IsOptional()
  @IsMoment()
  createdFrom?: string;

  @Note({ description: 'Created before this time.', example: '2026-11-21T00:00:00.000Z' })
  @IsOptional()
  @IsMoment()
  createdTo?: string;
}

export class InitOtpRequest {
  @Note({ description: 'The user who pays, as returned by sign-in.', example: 'usr_01k8zq3x7mf2rv9t5c6hdn4e8w' })
  @IsText(64, 1)
  userId!: string;

  @Note({ description: 'How the code travels, to the address on file.', example: 'sms' })
  @IsString(reports('channel_unsupported'))
  @IsIn(otpChannels, reports('channel_unsupported'))
  channel!: OtpChannel;

  @Note({ description: 'Binds the code to one payment.', example: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x' })
  @IsOptional()
  @IsId('intent')
  intentionId?: string | null;

  @Note({ description: 'Sends the code of this challenge again.', example: 'otp_01k8zq5b3pg9sc1w7e8kfq6g0y' })
  @IsOptional()
  @IsId('otpChallenge')
  otpId?: string | null;
}

export class VerifyOtpRequest {
  @Note({ description: 'The user who received the code.', example: 'usr_01k8zq3x7mf2rv9t5c6hdn4e8w' })
  @IsText(64, 1)
  userId!: string;

  @Note({ description: 'The code, as the customer typed it.', example: '042917' })
  @IsString()
  @Matches(/^[0-9]{4,10}$/, { message: 'must be a code of digits' })
  otp!: string;

  @Note({ description: 'The challenge that the code answers.', example: 'otp_01k8zq5b3pg9sc1w7e8kfq6g0y' })
  @IsOptional()
  @IsId('otpChallenge')
  otpId?: string | null;

  @Note({ description: 'The payment that the code was sent for.', example: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x' })
  @IsOptional()
  @IsId('intent')
  intentionId?: string | null;
}

export class ChargePaymentMethod {
  @IsString()
  /** Mobile money joins when its rails do: until then it is refused before anything is consumed. */
  @IsIn(['wallet'])
  type!: 'wallet';
}

export class ChargeRequest {
  @Note({ description: 'The payment intent to charge.', example: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x' })
  @IsId('intent')
  intentionId!: string;

  @Note({ description: "How the payer pays; the user's wallet when absent.", example: { type: 'wallet' } })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => ChargePaymentMethod)
  paymentMethod?: ChargePaymentMethod | null;
}
