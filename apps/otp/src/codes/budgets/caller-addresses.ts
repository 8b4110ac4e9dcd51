import { Injectable } from '@nestjs/common';
import type { OtpCaller } from '@paygate/contracts';
import { addressGroup, Sealer } from '@paygate/platform';
import { Pepper } from '../../pepper.js';

/** The HMACs that callers' addresses are counted under: one for a whole IPv6 network, and no address in the clear. */
@Injectable()
export class CallerAddresses {
  constructor(
    private readonly pepper: Pepper,
    private readonly sealer: Sealer,
  ) {}

  /** Null for a merchant's server, which acts for many customers. */
  of({ address }: OtpCaller): string | null {
    if (address === undefined) return null;
    return this.pepper.mac('address', addressGroup(this.sealer.open(address, 'otp.address'))).toString('base64url');
  }
}
