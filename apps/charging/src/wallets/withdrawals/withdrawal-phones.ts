import { Injectable } from '@nestjs/common';
import type {
  CodeTerms,
  ConfirmWalletWithdrawalCommand,
  CreateWalletWithdrawalCommand,
  MobileOperator,
  Mode,
  PhoneCodeChecked,
  Refusal,
  Reply,
} from '@paygate/contracts';
import {
  checkWithdrawalCode,
  getUserContact,
  isMobileNumber,
  operatorOfNumber,
  refuse,
  requestWithdrawalCode,
} from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { CommandBus, nested } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import type { RailPayouts } from '../../rails/connectors/connector.js';
import { Rails } from '../../rails/connectors/rails.js';
import { PayerPhones } from '../../rails/prompts/payer-phones.js';
import type { StoredWithdrawal } from './withdrawal.js';

/** The number of a user, and the operator that pays it. */
export interface WithdrawalPhone {
  readonly phone: string;
  readonly rail: MobileOperator;
  readonly way: RailPayouts;
}

/** Finds the user's own number, and has its codes sent and checked: no withdrawal goes to another number. */
@Injectable()
export class WithdrawalPhones {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
    private readonly rails: Rails,
    private readonly payerPhones: PayerPhones,
  ) {}

  async of(
    { userId, mode }: { readonly userId: string; readonly mode: Mode },
    message: Received<unknown>,
  ): Promise<WithdrawalPhone | Refusal> {
    const reply = await this.bus.send(getUserContact, { userId, mode }, nested(message));
    if (!reply.ok) return refuse('service_unavailable');
    const { phoneNumber } = reply.data;
    if (phoneNumber === undefined) return refuse('channel_unavailable', { detail: 'The user has no phone number.' });
    const phone = this.sealer.open(phoneNumber, 'user-contact.phone');
    const rail = isMobileNumber(phone) ? operatorOfNumber(phone) : undefined;
    if (rail === undefined)
      return refuse('operator_unknown', { detail: 'No mobile-money operator of this service has the phone number.' });
    const way = this.#wayOf(rail, mode);
    if (way === undefined)
      return refuse('payment_method_unavailable', { detail: `${rail} does not pay out through Paygate here.` });
    return { phone, rail, way };
  }

  /** A number as the row of a withdrawal has it. */
  stored(phone: string, mode: Mode): Pick<StoredWithdrawal, 'phoneMasked' | 'phoneIndex'> {
    const [phoneIndex = ''] = this.payerPhones.indexes(phone, mode);
    return { phoneMasked: this.payerPhones.mask(phone), phoneIndex };
  }

  /** True when a number is the one that a row has. */
  isStored(phone: string, mode: Mode, { phoneIndex }: StoredWithdrawal): boolean {
    return this.payerPhones.indexes(phone, mode).includes(phoneIndex);
  }

  /** The number for the operation of a withdrawal. */
  seal(phone: string, { withdrawalId }: StoredWithdrawal): string {
    return this.payerPhones.seal(phone, withdrawalId);
  }

  /** Has the code of a withdrawal sent, once. */
  sendCode(
    { withdrawalId, merchantId, amount }: StoredWithdrawal,
    message: Received<CreateWalletWithdrawalCommand>,
  ): Promise<Reply<CodeTerms>> {
    const { userId, mode, currency, caller, language } = message.payload;
    const ids = { withdrawalId, userId, merchantId, mode, caller };
    const command = { ...ids, currency, amount: amount.toString(), ...(language === undefined ? {} : { language }) };
    return this.bus.send(requestWithdrawalCode, command, nested(message));
  }

  checkCode(
    { withdrawalId, merchantId }: StoredWithdrawal,
    message: Received<ConfirmWalletWithdrawalCommand>,
  ): Promise<Reply<PhoneCodeChecked>> {
    const { mode, caller, otp } = message.payload;
    return this.bus.send(checkWithdrawalCode, { withdrawalId, merchantId, mode, caller, otp }, nested(message));
  }

  #wayOf(rail: MobileOperator, mode: Mode): RailPayouts | undefined {
    const connector = this.rails.of(rail, mode);
    return connector?.isConfigured() === true ? connector.payouts : undefined;
  }
}
