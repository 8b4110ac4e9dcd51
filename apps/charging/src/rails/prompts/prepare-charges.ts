import { Injectable } from '@nestjs/common';
import type { ChargePrepared, PrepareChargeCommand, Refusal, Reply } from '@paygate/contracts';
import { accept, getUserContact, isRefusal, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { CommandBus } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { PreparePrompt } from './prepare-prompt.js';

/** A command within a command within a command: the callers before it wait longer. */
const CONTACT_TIMEOUT_MS = 7_000;

/** Finds the phone that is to pay a charge: a guest's, one that is asked, the user's own, or another one where the merchant's settings allow it. */
@Injectable()
export class PrepareCharges {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
    private readonly preparePrompt: PreparePrompt,
  ) {}

  async prepare(message: Received<PrepareChargeCommand>): Promise<Reply<ChargePrepared>> {
    const { payload } = message;
    const { phoneNumber, provedPhone } = payload;
    const own =
      provedPhone === undefined ? await this.#ownPhone(message) : this.sealer.open(provedPhone, 'begin-charge.phone');
    if (typeof own === 'object') return own;
    // the phone of a guest, or one that is asked, is all that is known of the payer
    const otherPhones = payload.otherPhones && provedPhone === undefined;
    const named = phoneNumber && this.sealer.open(phoneNumber, 'begin-charge.phone');
    if (named !== undefined && named !== own && !otherPhones)
      return refuse('payer_phone_not_allowed', { param: 'paymentMethod.phoneNumber' });
    const phone = named ?? own;
    if (phone === undefined) return refuse('payment_method_unavailable', { detail: 'The user has no phone number.' });
    const prepared = await this.preparePrompt.prepare(payload, {
      phone,
      byOwner: phone === own && payload.asked !== true,
    });
    return isRefusal(prepared) ? prepared : accept(prepared);
  }

  async #ownPhone({ payload, id, requestId }: Received<PrepareChargeCommand>): Promise<string | undefined | Refusal> {
    const { userId, mode } = payload;
    if (userId === undefined) return undefined;
    const origin = { requestId, causationId: id, timeoutMs: CONTACT_TIMEOUT_MS };
    const reply = await this.bus.send(getUserContact, { userId, mode }, origin);
    if (!reply.ok) return refuse('service_unavailable');
    const { phoneNumber } = reply.data;
    return phoneNumber && this.sealer.open(phoneNumber, 'user-contact.phone');
  }
}
