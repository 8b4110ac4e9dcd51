import { IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import type { OtpChannel } from '../vocabulary/otp-channels.js';
import { otpChannels } from '../vocabulary/otp-channels.js';
import { RECEIPT_DAYS, RECEIPTS_MAX, sendReceipt } from './receipt-commands.js';
import type { Operation } from '../kernel/operation.js';
import { counted } from '../kernel/stored.js';
import { idempotencyKey, receiptLanguage } from '../kernel/request-headers.js';
import { Note } from '../schema/declarations.js';
import { IsEmailAddress, IsId } from '../schema/fields.js';

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
  @IsInt()
  @Min(0)
  @Max(RECEIPTS_MAX)
  sendsRemaining!: number;
}

/** Receipts of payments. */
export const receiptOperations = {
  sendReceipt: {
    id: 'sendReceipt',
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
} as const satisfies Readonly<Record<string, Operation>>;
