import { Injectable } from '@nestjs/common';
import type { OtpCaller } from '@paygate/contracts';
import { addressGroup, Sealer } from '@paygate/platform';
import { Codes } from './codes.js';

/** What callers' addresses are counted under: all of an IPv6 network alike, and in the clear nowhere. */
@Injectable()
export class AddressNames {
  constructor(
    private readonly codes: Codes,
    private readonly sealer: Sealer,
  ) {}

  /** Null for a merchant's server, which asks for many customers. */
  of({ address }: OtpCaller): string | null {
    if (address === undefined) return null;
    return this.codes.nameOfAddress(addressGroup(this.sealer.open(address, 'otp.address')));
  }
}
