import { Injectable } from '@nestjs/common';
import type { Mode, OtpChannel, ReceiptAccepted, Reply } from '@paygate/contracts';
import { accept, RECEIPTS_MAX, refuse } from '@paygate/contracts';
import type { Keep } from '@paygate/platform';
import { Database, uuidV7 } from '@paygate/platform';
import { MessageSender } from '../sending/message-sender.js';
import type { Message } from '../sending/send-job.js';
import { SendsRepository } from '../sending/sends.repository.js';
import { inboxOf } from '../sending/test-messages.repository.js';
import { ReceiptsRepository } from './receipts.repository.js';

/** A receipt that is written and has its recipient, or NOBODY. */
export interface WrittenReceipt {
  readonly intentId: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly channel: OtpChannel;
  readonly message: Message;
}

/** After it a provider that was down all the time gets the message no more. */
const WAITS_MS = 3_600_000;

/** Counts a receipt and records its message and its answer, all or none; then hands the message over. */
@Injectable()
export class RecordReceipt {
  constructor(
    private readonly database: Database,
    private readonly receipts: ReceiptsRepository,
    private readonly sends: SendsRepository,
    private readonly sender: MessageSender,
  ) {}

  /** True when receipts reach somebody this way. */
  offers(mode: Mode, channel: OtpChannel): boolean {
    return this.sender.offersOfPayment(mode, channel);
  }

  /** Answers without waiting for the provider that takes the message. Throws KeyTaken. */
  async record(receipt: WrittenReceipt, keep: Keep<ReceiptAccepted>): Promise<Reply<ReceiptAccepted>> {
    const { intentId, mode, channel, message } = receipt;
    const id = uuidV7();
    const job = this.sender.jobOf({ id, challengeId: id, mode, channel }, message);
    const expiresAt = new Date((await this.database.now()).getTime() + WAITS_MS);
    const answer = await this.database.transaction(async (tx): Promise<ReceiptAccepted | undefined> => {
      const sent = await this.receipts.count(tx, intentId);
      if (sent === undefined) return undefined;
      const accepted = { intentId, channel, sendsRemaining: RECEIPTS_MAX - sent };
      await this.sends.record(tx, job, expiresAt, inboxOf(receipt));
      await keep(tx, accepted);
      return accepted;
    });
    if (answer === undefined) return refuse('receipt_limit_reached');
    this.sender.dispatch(job);
    return accept(answer);
  }
}
