import { IsIn } from 'class-validator';
import type { OtpChannel } from './otp-commands.js';
import { otpChannels, readTestInbox, TEST_INBOX_HOURS, TEST_INBOX_MAX } from './otp-commands.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsId, IsListOf, IsMaskedDestination, IsOtpCode, IsText, IsTimestamp } from '../schema/fields.js';
import type { Operation } from '../kernel/operation.js';
import { sessionHeaders } from '../kernel/request-headers.js';

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

  @Note({ description: 'Of an e-mail.', example: null })
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

/** The messages that customers of test mode would have received. */
export const testInboxOperations = {
  readTestInbox: {
    id: 'readTestInbox',
    method: 'GET',
    path: '/test-inbox',
    summary: 'Read the messages of test mode',
    description: `The SMS and e-mails with codes and receipts that were sent for the account’s payments in test mode: the newest ${TEST_INBOX_MAX} of the last ${TEST_INBOX_HOURS} hours. For a payment that names a user who does not exist there is none, as nothing is sent. Codes that register a user or reset a password are not among them. In live mode it is refused.`,
    key: 'secret',
    scope: 'test_inbox:read',
    takesSession: true,
    headers: sessionHeaders,
    answer: TestInboxAnswer,
    success: 200,
    replays: false,
    errors: readTestInbox.refusals,
  },
} as const satisfies Readonly<Record<string, Operation>>;
