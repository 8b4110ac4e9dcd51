import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { Type } from 'class-transformer';
import { chargeStatuses, PAGE_MAX_INTENTS } from '../bus/commands/intents.js';
import type { OtpChannel } from '../bus/commands/otp.js';
import { otpChannels } from '../bus/commands/otp.js';
import { IsAmount, IsCurrency, IsId, IsMaskedDestination, IsText, IsTimestamp } from '../schema/fields.js';
import type { Currency } from '../vocabulary/money.js';
import { PaymentFailure } from '../bus/payment-intent.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { PaymentIntentView } from './intents/payment-intent-view.js';

/** Bodies of answers, besides the payment intent. */

const EXAMPLE_TOKEN = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c3JfLi4uIn0.c2lnbmF0dXJl';

export class RegisteredUserAnswer {
  @Note({ description: 'User identifier.', example: 'usr_01k8zq3x7mf2rv9t5c6hdn4e8w' })
  @IsId('user')
  id!: string;

  @Note({ description: 'International format.', example: '+237670000001' })
  @IsText(16, 1)
  phoneNumber!: string;

  @Note({ description: 'Includes `USER`.', example: ['USER'] })
  @IsArray()
  @ArrayMaxSize(16)
  @IsString({ each: true })
  roles!: string[];
}

export class SignInAnswer extends RegisteredUserAnswer {
  @Note({
    description: 'User token: a JWT, sent as `Authorization: Bearer` beside the API key.',
    example: EXAMPLE_TOKEN,
  })
  @IsText(8192, 1)
  token!: string;

  @Note({ description: 'When the token ends.', example: '2026-11-20T10:15:00.000Z' })
  @IsTimestamp()
  expiresAt!: string;
}

/** What is told of a code that was sent. */
export class SentCodeAnswer {
  @Note({ description: 'Where the code went, masked.', example: '********01' })
  @IsMaskedDestination()
  destination!: string;

  @Note({ description: 'Digits of the code.', example: 6 })
  @IsInt()
  @Min(4)
  @Max(10)
  codeLength!: number;

  @Note({ example: '2026-11-20T10:05:00.000Z' })
  @IsTimestamp()
  expiresAt!: string;

  @Note({
    description: 'Before this moment another code for the same is refused.',
    example: '2026-11-20T10:00:30.000Z',
  })
  @IsTimestamp()
  resendAvailableAt!: string;

  @Note({ example: 4 })
  @IsInt()
  @Min(0)
  @Max(100)
  sendsRemaining!: number;
}

export class InitOtpAnswer extends SentCodeAnswer {
  @Note({ description: 'The challenge; a resend keeps it.', example: 'otp_01k8zq5b3pg9sc1w7e8kfq6g0y' })
  @IsId('otpChallenge')
  otpId!: string;

  @Note({ example: 'usr_01k8zq3x7mf2rv9t5c6hdn4e8w' })
  @IsText(64, 1)
  userId!: string;

  @Note({ example: 'sms' })
  @IsIn(otpChannels)
  channel!: OtpChannel;
}

export class VerifyOtpAnswer {
  @Note({ description: 'Authorizes one charge. Keep it in memory only.', example: EXAMPLE_TOKEN })
  @IsText(8192, 1)
  token!: string;

  @Note({ example: 'Bearer' })
  @IsIn(['Bearer'])
  tokenType!: 'Bearer';

  @Note({ example: '2026-11-20T10:05:00.000Z' })
  @IsTimestamp()
  expiresAt!: string;

  @Note({
    description: 'The payment that the token is bound to, when it is.',
    example: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x',
  })
  @IsOptional()
  @IsId('intent')
  intentionId?: string;
}

export class ChargeAnswer {
  @Note({ example: 'ch_01k8zq6c4qh0td2x8f9mgr7h1z' })
  @IsId('charge')
  id!: string;

  @Note({ example: 'charge' })
  @IsIn(['charge'])
  object!: 'charge';

  @Note({ example: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x' })
  @IsId('intent')
  intentionId!: string;

  @Note({
    description: 'The outcome is delivered by webhook; with `Prefer: wait` it is answered when it comes in time.',
    example: 'PROCESSING',
  })
  @IsIn(chargeStatuses)
  status!: (typeof chargeStatuses)[number];

  @Note({ example: '5000' })
  @IsAmount()
  amount!: string;

  @Note({ example: 'XAF' })
  @IsCurrency()
  currency!: Currency;

  @Note({ example: '2026-11-20T10:01:00.000Z' })
  @IsTimestamp()
  createdAt!: string;

  @Note({ description: 'Why it FAILED.' })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => PaymentFailure)
  failure?: PaymentFailure;
}

/** A page of payment intents, newest first. */
export class PaymentIntentPageAnswer {
  @IsArray()
  @ArrayMaxSize(PAGE_MAX_INTENTS)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => PaymentIntentView)
  data!: PaymentIntentView[];

  @Note({
    description: 'Whether there are more in this direction. A page may be shorter than `limit` although there are.',
    example: true,
  })
  @IsBoolean()
  hasMore!: boolean;

  @Note({
    description: 'The cursor of the next page in this direction, when there is one.',
    example: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x',
  })
  @IsNullable()
  @IsId('intent')
  nextCursor!: string | null;
}

/** One public key (RFC 7517): P-256, for ES256. */
export class PublicJwk {
  @IsIn(['EC']) kty!: 'EC';
  @IsIn(['P-256']) crv!: 'P-256';

  @Note({ example: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU' })
  @Matches(/^[A-Za-z0-9_-]{43}$/)
  x!: string;

  @Note({ example: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0' })
  @Matches(/^[A-Za-z0-9_-]{43}$/)
  y!: string;

  @Note({ example: '2026-11-20-1' })
  @IsText(64, 1)
  kid!: string;

  @IsIn(['ES256']) alg!: 'ES256';
  @IsIn(['sig']) use!: 'sig';
}

/** The keys that verify user tokens. */
export class JwksAnswer {
  @IsArray()
  @ArrayMaxSize(64)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => PublicJwk)
  keys!: PublicJwk[];
}
