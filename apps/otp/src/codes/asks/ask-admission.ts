import { Injectable } from '@nestjs/common';
import type { AskPhoneCommand, MerchantProfile, Refusal, Reply } from '@paygate/contracts';
import {
  accept,
  getMerchantProfile,
  isMobileNumber,
  operatorCurrencies,
  operatorOfNumber,
  refuse,
  tillRefusal,
} from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { CommandBus, nested } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { countedAs } from '../challenges/challenge-scope.js';
import { Scopes } from '../challenges/scopes.js';
import { RefusedAsks } from './refused-asks.js';

/** The phone of an ask. */
export interface AskedPhone {
  readonly phoneNumber: string;
  /** As it is counted: in test mode every merchant has the same numbers, and a count of its own. */
  readonly counted: string;
  /** The till as it is counted: an account that has tills has one more, of all asks that name none. */
  readonly till: string | null;
}

/** The conditions of an ask before anything is counted. */
@Injectable()
export class AskAdmission {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
    private readonly scopes: Scopes,
    private readonly refusedAsks: RefusedAsks,
  ) {}

  async admit(message: Received<AskPhoneCommand>): Promise<Reply<AskedPhone>> {
    const { merchantId, mode, tillId, phoneNumber: sealed } = message.payload;
    const phoneNumber = this.sealer.open(sealed, 'ask-phone.phone');
    const unpaid = unpayable(message.payload, phoneNumber);
    if (unpaid !== undefined) return unpaid;
    const merchant = await this.#merchant(message);
    if (!merchant.ok) return merchant;
    const counted = countedAs({ merchantId, mode, subject: this.scopes.phoneSubject(mode, phoneNumber) });
    const till = tillId ?? (merchant.data.hasTills === true ? merchantId : null);
    return (await this.refusedAsks.refusal(counted, message)) ?? accept({ phoneNumber, counted, till });
  }

  /** Refused where asks are off, or the till is none of the merchant's. auth from before tills says nothing of one, and no phone is asked there. */
  async #merchant(message: Received<AskPhoneCommand>): Promise<Reply<MerchantProfile>> {
    const { merchantId, tillId } = message.payload;
    const question = { merchantId, ...(tillId === undefined ? {} : { tillId }) };
    const merchant = await this.bus.send(getMerchantProfile, question, nested(message));
    if (!merchant.ok) return refuse('service_unavailable');
    if (merchant.data.phoneAsks !== true) return refuse('phone_ask_not_allowed');
    return (tillId === undefined ? undefined : tillRefusal(merchant.data.till)) ?? merchant;
  }
}

/** No ask is counted for a number that cannot pay. */
function unpayable({ operator, currency }: AskPhoneCommand, phoneNumber: string): Refusal | undefined {
  const asking = isMobileNumber(phoneNumber) ? (operator ?? operatorOfNumber(phoneNumber)) : undefined;
  const param = 'phoneNumber';
  if (asking === undefined)
    return refuse('operator_unknown', {
      ...{ param, detail: 'No mobile-money operator of this service has the phone number.' },
    });
  if (operatorCurrencies[asking].includes(currency)) return undefined;
  return refuse('payment_method_unavailable', { param, detail: `${asking} does not collect ${currency}.` });
}
