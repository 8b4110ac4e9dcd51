import { Injectable } from '@nestjs/common';
import type { InitOtpCommand, OtpCaller, Refusal } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { PaymentPhones } from '../../budgets/payment-phones.js';
import { TypedNumbers } from '../../budgets/typed-numbers.js';
import type { GuestPhone } from '../../../contacts/guest-phones.repository.js';

const TOO_MANY_PHONES =
  'This payment has reached its limit of phones that get codes. Pay with one of these phones, or with an account.';

/** The bounds on codes of guests: those of all typed numbers, and of the phones of a payment. */
@Injectable()
export class GuestAdmission {
  constructor(
    private readonly paymentPhones: PaymentPhones,
    private readonly typedNumbers: TypedNumbers,
  ) {}

  /** Counts a request of an address, before anything is looked up; the refusal when it is one too many. */
  ofAddress(caller: OtpCaller): Promise<Refusal | undefined> {
    return this.typedNumbers.ofAddress(caller);
  }

  /** The refusal of a number that gets no codes, whoever has it. */
  ofNumber(phoneNumber: string): Refusal | undefined {
    return this.typedNumbers.ofNumber(phoneNumber);
  }

  /** Counts a code that is about to be sent; the refusal when its payment or its merchant has had its share. A refusal counts nothing. */
  ofCode(tx: Transaction, { merchantId, mode }: InitOtpCommand, phone: GuestPhone): Promise<Refusal | undefined> {
    const tooMany = refuse('guest_not_allowed', { detail: TOO_MANY_PHONES });
    return this.paymentPhones.ofCode(tx, phone, { merchantId, mode, purpose: 'payment', isSent: true, tooMany });
  }
}
