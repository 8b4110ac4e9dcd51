import { Injectable } from '@nestjs/common';
import type { Refusal } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { OtpConfig } from '../../config.js';
import type { GuestPhone } from '../../contacts/guest-phones.repository.js';
import { GuestPhonesRepository } from '../../contacts/guest-phones.repository.js';
import type { TypedNumberCode } from './typed-numbers.js';
import { TypedNumbers } from './typed-numbers.js';

/**
 * The one bound on the phones that get codes because of a payment: of guests, and of registrations and password resets at its page. Whoever
 * has the address of the page has codes sent there, without a key.
 */
@Injectable()
export class PaymentPhones {
  constructor(
    private readonly config: OtpConfig,
    private readonly phones: GuestPhonesRepository,
    /** The bounds on every code to a typed number, which those of a payment have too. */
    readonly typedNumbers: TypedNumbers,
  ) {}

  /** Counts a code that is about to be sent; the refusal when its payment or its merchant has had its share. A refusal counts nothing. */
  async ofCode(
    tx: Transaction,
    phone: GuestPhone,
    { tooMany, ...code }: TypedNumberCode & { readonly tooMany: Refusal },
  ): Promise<Refusal | undefined> {
    const place = await this.phones.placeOf(tx, phone);
    if (place > this.config.OTP_GUEST_PHONES_PER_INTENT)
      return this.typedNumbers.refused('phones_per_payment', tooMany);
    const refusal = await this.typedNumbers.ofDay(tx, code);
    if (refusal === undefined) await this.phones.take(tx, phone, place);
    return refusal;
  }
}
