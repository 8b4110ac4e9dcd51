import { IsIn, IsOptional, IsString } from 'class-validator';
import type { OtpChannel } from '../vocabulary/otp-channels.js';
import { otpChannels } from '../vocabulary/otp-channels.js';
import { RECEIPT_DAYS, RECEIPTS_MAX, sendReceipt } from './receipt-commands.js';
import { operationsOf } from '../kernel/operation.js';
import { counted, storesNothing } from '../kernel/stored.js';
import { idempotencyKey, receiptLanguage } from '../kernel/request-headers.js';
import { Note } from '../schema/declarations.js';
import { IsEmailAddress, IsId, IsIntBetween, IsMode, IsText } from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';

const badChannel = { context: { code: 'channel_unsupported' as const } };

export class SendReceiptRequest {
  @Note({
    description:
      '`email`: the receipt goes to the address in `email`, or else to the address of the account that paid. `sms`: it goes to the phone of this account, or to the phone of a guest; needs your setting `smsReceipts`.',
    example: 'email',
  })
  @IsString(badChannel)
  @IsIn(otpChannels, badChannel)
  channel!: OtpChannel;

  @Note({
    description:
      'Another address for `email`, as the payer types it. The receipts of a payment are counted together, whatever addresses they go to.',
    example: 'ada@example.com',
  })
  @IsOptional()
  @IsEmailAddress()
  email?: string;
}

export class ReceiptAnswer {
  @Note({ example: 'receipt' })
  @IsIn(['receipt'])
  object!: 'receipt';

  @Note({ description: 'The payment.', example: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x' })
  @IsId('intent')
  intentionId!: string;

  @Note({ example: 'email' })
  @IsIn(otpChannels)
  channel!: OtpChannel;

  @Note({ description: 'The number of further receipts of this payment that can be sent.', example: 2 })
  @IsIntBetween(0, RECEIPTS_MAX)
  sendsRemaining!: number;
}

/** The end of the address of a receipt's page. */
export class CheckReceiptRequest {
  @Note({
    description:
      'The last part of the address on the receipt, which begins with `rcp_`. Any other text is answered like the receipt of no payment.',
    example: 'rcp_test_01k8zq4a2nf8rb0v6d7jep5f9x01k8zq2b9hf3vr7m5c1xtd6n4wLh3Vn0q8TzK2sYb7Rw1xCd',
  })
  @IsText(200, 1)
  token!: string;
}

/** The answer to whoever holds the paper of a receipt. */
export const receiptStatuses = ['paid', 'partly_refunded', 'refunded'] as const;

export class ReceiptCheckAnswer {
  @Note({ example: 'receipt_check' })
  @IsIn(['receipt_check'])
  object!: 'receipt_check';

  @Note({
    description:
      'What became of the payment, as of now. Refunds that are under way do not count yet. Other words may follow.',
    example: 'paid',
  })
  @IsIn(receiptStatuses)
  status!: (typeof receiptStatuses)[number];

  @Note({ description: 'In `test` no money has moved.', example: 'test' })
  @IsMode()
  mode!: Mode;
}

/** Receipts of payments. */
export const receiptOperations = operationsOf({
  sendReceipt: {
    method: 'POST',
    path: '/gateway/{id}/receipt',
    summary: 'Send the receipt of a payment',
    description: `Sends the receipt of a COMPLETED payment to whoever paid it, or to the address that the payer types: at most ${RECEIPTS_MAX} times, within ${RECEIPT_DAYS} days. The answer is the same whether or not the payer has an account or an e-mail address; without an address nothing is sent.`,
    key: 'secret',
    scope: 'intents:write',
    takesCheckoutToken: true,
    headers: [receiptLanguage, idempotencyKey],
    body: SendReceiptRequest,
    answer: ReceiptAnswer,
    success: 202,
    replays: true,
    stores: counted('message', 'idempotency_record'),
    errors: sendReceipt.refusals,
  },
  checkReceipt: {
    method: 'POST',
    path: '/receipts/check',
    summary: 'Check a receipt',
    description:
      'For whoever holds a receipt, without a key: whether its payment is paid or refunded, and nothing else. The token is in the body, because URLs are written to logs. Any text that is no token of a completed payment gets one and the same answer. Changes nothing.',
    key: 'anonymous',
    scope: null,
    headers: [],
    body: CheckReceiptRequest,
    answer: ReceiptCheckAnswer,
    stores: storesNothing,
    errors: ['intent_not_found'],
  },
});
