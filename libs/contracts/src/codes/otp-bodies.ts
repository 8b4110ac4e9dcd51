import { IsIn, IsOptional, IsString } from 'class-validator';
import { MayBeAbsent, Note } from '../schema/declarations.js';
import {
  IsId,
  IsIntBetween,
  IsMaskedDestination,
  IsOtpCode,
  IsPhoneNumber,
  IsText,
  IsTimestamp,
} from '../schema/fields.js';
import type { MobileOperator } from '../vocabulary/mobile-numbers.js';
import { mobileOperators } from '../vocabulary/mobile-numbers.js';
import type { OtpChannel } from '../vocabulary/otp-channels.js';
import { otpChannels } from '../vocabulary/otp-channels.js';

const EXAMPLE_TOKEN = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c3JfLi4uIn0.c2lnbmF0dXJl';
const badChannel = { context: { code: 'channel_unsupported' as const } };

export class InitOtpRequest {
  @Note({
    description: 'The user who pays, as returned by sign-in. Required unless a guest gives `phoneNumber`.',
    example: 'usr_01k8zq3x7mf2rv9t5c6hdn4e8w',
  })
  @IsOptional()
  @IsText(64, 1)
  userId?: string | null;

  @Note({
    description:
      'The phone of a guest, who pays by mobile money and has no account: `+237670000001`. The code goes to this phone. Sent in place of `userId`.',
  })
  @IsOptional()
  @IsPhoneNumber()
  phoneNumber?: string | null;

  @Note({
    description:
      'The mobile-money operator of the guest’s number; derived from the number when absent. Send it for a number whose operator is unknown (400 `operator_unknown`) or that has moved to another operator, and send it again as `paymentMethod.operator` of the charge.',
  })
  @IsOptional()
  @IsIn(mobileOperators, { context: { code: 'operator_unknown' as const } })
  operator?: MobileOperator | null;

  @Note({
    description: 'The channel by which the code is sent: to the address on file of a user, or to the phone of a guest.',
    example: 'sms',
  })
  @IsString(badChannel)
  @IsIn(otpChannels, badChannel)
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
  @Note({
    description: 'The user who received the code. Absent for a guest; then `otpId` is required.',
    example: 'usr_01k8zq3x7mf2rv9t5c6hdn4e8w',
  })
  @IsOptional()
  @IsText(64, 1)
  userId?: string | null;

  @Note({ description: 'The code, as the customer typed it.', example: '042917' })
  @IsOtpCode()
  otp!: string;

  @Note({ description: 'The challenge of the code.', example: 'otp_01k8zq5b3pg9sc1w7e8kfq6g0y' })
  @IsOptional()
  @IsId('otpChallenge')
  otpId?: string | null;

  @Note({ description: 'The payment that the code was sent for.', example: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x' })
  @IsOptional()
  @IsId('intent')
  intentionId?: string | null;
}

/** The facts about a sent code that the caller learns. */
export class SentCodeAnswer {
  @Note({ description: 'The masked destination of the code.', example: '********01' })
  @IsMaskedDestination()
  destination!: string;

  @Note({ description: 'Digits of the code.', example: 6 })
  @IsIntBetween(4, 10)
  codeLength!: number;

  @Note({ example: '2026-11-20T10:05:00.000Z' })
  @IsTimestamp()
  expiresAt!: string;

  @Note({
    description: 'A resend before this time is refused.',
    example: '2026-11-20T10:00:30.000Z',
  })
  @IsTimestamp()
  resendAvailableAt!: string;

  @Note({ example: 4 })
  @IsIntBetween(0, 100)
  sendsRemaining!: number;
}

export class SentOtpAnswer extends SentCodeAnswer {
  @Note({ description: 'The id of the challenge, which a resend keeps.', example: 'otp_01k8zq5b3pg9sc1w7e8kfq6g0y' })
  @IsId('otpChallenge')
  otpId!: string;

  @Note({
    description: 'The user who receives the code; absent for a guest.',
    example: 'usr_01k8zq3x7mf2rv9t5c6hdn4e8w',
  })
  @MayBeAbsent()
  @IsText(64, 1)
  userId?: string;

  @Note({ example: 'sms' })
  @IsIn(otpChannels)
  channel!: OtpChannel;
}

export class OtpAuthorizationAnswer {
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
    description: 'The payment to which the token is bound, if any.',
    example: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x',
  })
  @MayBeAbsent()
  @IsId('intent')
  intentionId?: string;
}
