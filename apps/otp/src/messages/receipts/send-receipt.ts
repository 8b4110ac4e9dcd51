import { Injectable } from '@nestjs/common';
import type { ReceiptAccepted, Reply, SendReceiptCommand } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import type { KeyedRequest } from '@paygate/platform';
import { IdempotencyRecords, parseAmount } from '@paygate/platform';
import { receiptMail, receiptSms } from '../texts/receipt-text.js';
import { Pepper } from '../../pepper.js';
import type { Message } from '../sending/send-job.js';
import { NOBODY } from '../sending/send-job.js';
import type { PaidPayment } from './paid-payments.js';
import { PaidPayments } from './paid-payments.js';
import { RecordReceipt } from './record-receipt.js';

/** The parts of the command that came sealed. */
interface OpenedReceipt {
  /** The address that the payer has typed. */
  readonly to: string | undefined;
  /** The page that proves the receipt. */
  readonly url: string | undefined;
}

/** Sends the receipt of a payment, to the address that is given or to the one on file. For a payer without an address it takes the same steps, and sends nothing. */
@Injectable()
export class SendReceipt {
  constructor(
    private readonly records: IdempotencyRecords<'receipt'>,
    private readonly pepper: Pepper,
    private readonly payments: PaidPayments,
    private readonly recording: RecordReceipt,
  ) {}

  send(
    command: SendReceiptCommand,
    received: Received<SendReceiptCommand>,
    { to, url }: OpenedReceipt,
  ): Promise<Reply<ReceiptAccepted>> {
    return this.records.once<ReceiptAccepted>(this.#keyed(command), async (keep) => {
      const { intentId, merchantId, mode, channel } = command;
      if (!this.recording.offers(mode, channel)) return refuse('channel_unsupported', { param: 'channel' });
      const paid = await this.payments.of(command, received);
      if (!paid.ok) return paid;
      const message = messageOf({ ...paid.data, to: to ?? paid.data.to }, command, url);
      return this.recording.record({ intentId, merchantId, mode, channel, message }, keep);
    });
  }

  #keyed({ merchantId, mode, idempotency }: SendReceiptCommand): KeyedRequest<'receipt'> {
    const { keyHash, bodyHash, contentHash } = idempotency;
    const bodyMacs = this.pepper.macs('body', bodyHash);
    const contentMacs = contentHash === undefined ? [] : this.pepper.macs('body', contentHash);
    return { merchantId, mode, action: 'receipt', keyHash, bodyMacs, contentMacs };
  }
}

function messageOf(
  { facts, merchant, to = NOBODY }: PaidPayment,
  { channel, language }: SendReceiptCommand,
  url: string | undefined,
): Message {
  const spoken = language ?? merchant.languages[0] ?? 'fr';
  const refunded = facts.amountRefunded === undefined ? 0n : BigInt(facts.amountRefunded);
  const shown = Object.assign({}, facts, { amount: parseAmount(facts.amount), refunded, merchant, url });
  return { to, ...(channel === 'sms' ? { text: receiptSms(spoken, shown) } : receiptMail(spoken, shown)) };
}
