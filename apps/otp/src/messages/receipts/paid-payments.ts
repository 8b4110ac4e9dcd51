import { Injectable } from '@nestjs/common';
import type { MerchantProfile, ReceiptFacts, Reply, SendReceiptCommand } from '@paygate/contracts';
import { accept, getMerchantProfile, getReceiptFacts, RECEIPT_DAYS, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { CommandBus, nested } from '@paygate/messaging';
import { Database } from '@paygate/platform';
import { UserContacts } from '../../contacts/user-contacts.js';
import { GuestPhonesRepository } from '../../contacts/guest-phones.repository.js';

/** A payment that gets a receipt. */
export interface PaidPayment {
  readonly facts: ReceiptFacts;
  readonly merchant: MerchantProfile;
  /** The address of whoever paid; undefined without one. */
  readonly to: string | undefined;
}

type Message = Received<SendReceiptCommand>;
const ofPayment: readonly string[] = getReceiptFacts.refusals;
const PERIOD_MS = RECEIPT_DAYS * 86_400_000;
const SMS_IS_OFF = 'This merchant sends no receipts by SMS.';

/** The facts of receipts, which intents and auth know. */
@Injectable()
export class PaidPayments {
  constructor(
    private readonly bus: CommandBus,
    private readonly database: Database,
    private readonly contacts: UserContacts,
    private readonly guestPhones: GuestPhonesRepository,
  ) {}

  /** Refuses for reasons of the payment and its merchant alone: nothing in the answer depends on who paid. */
  async of(command: SendReceiptCommand, message: Message): Promise<Reply<PaidPayment>> {
    const { intentId, merchantId, mode, channel } = command;
    const paid = await this.bus.send(getReceiptFacts, { intentId, merchantId, mode }, nested(message));
    if (!paid.ok) return ofPayment.includes(paid.code) ? paid : refuse('service_unavailable');
    const [merchant, to] = await Promise.all([
      this.bus.send(getMerchantProfile, { merchantId }, nested(message)),
      this.#addressOf(paid.data, command, message),
    ]);
    if (!merchant.ok || !to.ok) return refuse('service_unavailable');
    if (channel === 'sms' && merchant.data.smsReceipts !== true)
      return refuse('channel_unsupported', { param: 'channel', detail: SMS_IS_OFF });
    const age = (await this.database.now()).getTime() - Date.parse(paid.data.completedAt);
    return age > PERIOD_MS
      ? refuse('receipt_period_over')
      : accept({ facts: paid.data, merchant: merchant.data, to: to.data });
  }

  /** A guest has a phone and no e-mail address. */
  async #addressOf(
    { intentId, payerId, tokenId }: ReceiptFacts,
    { mode, channel }: SendReceiptCommand,
    message: Message,
  ): Promise<Reply<string | undefined>> {
    if (payerId !== null) return this.contacts.of({ userId: payerId, mode, channel }, message);
    return accept(channel === 'sms' ? await this.guestPhones.ofToken({ intentId, mode, tokenId }) : undefined);
  }
}
