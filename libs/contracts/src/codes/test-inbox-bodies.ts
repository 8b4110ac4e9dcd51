import { IsIn } from 'class-validator';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsId, IsListOf, IsMaskedDestination, IsOtpCode, IsText, IsTimestamp } from '../schema/fields.js';
import type { OtpChannel } from '../vocabulary/otp-channels.js';
import { otpChannels } from '../vocabulary/otp-channels.js';

/** Most messages of the test inbox of a merchant: of more, the newest. */
export const TEST_INBOX_MAX = 50;
/** Hours that a message stays in the test inbox. */
export const TEST_INBOX_HOURS = 24;

/** An SMS or e-mail of test mode. */
export class TestMessageView {
  @Note({ example: 'tm_01k8zq4a2nf8rb0v6d7jep5f9x' })
  @IsId('testMessage')
  id!: string;

  @Note({ example: 'test_message' })
  @IsIn(['test_message'])
  object!: 'test_message';

  @Note({ example: 'sms' })
  @IsIn(otpChannels)
  channel!: OtpChannel;

  @Note({ description: 'The masked phone number or e-mail address.', example: '********01' })
  @IsMaskedDestination()
  destination!: string;

  @Note({ description: 'The subject of an e-mail.', example: null })
  @IsNullable()
  @IsText(200, 1)
  subject!: string | null;

  @Note({
    example: '482915 is your Paygate code for paying 5,000 FCFA to Boutique. Valid for 5 min. Do not share it.',
  })
  @IsText(6_000, 1)
  text!: string;

  @Note({ description: 'The code that the text holds; null for a receipt.', example: '482915' })
  @IsNullable()
  @IsOtpCode()
  code!: string | null;

  @Note({ example: '2026-11-20T10:01:02.000Z' })
  @IsTimestamp()
  sentAt!: string;
}

/** The messages of test mode, newest first. */
export class TestInboxAnswer {
  @IsListOf(() => TestMessageView, TEST_INBOX_MAX)
  data!: TestMessageView[];
}
