import { Injectable } from '@nestjs/common';
import type { CheckPhoneCode as Command, PhoneCodeChecked, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { AddressNames } from '../address-names.js';
import { originOf } from '../domain/origin.js';
import { PhoneCodeChecks } from '../phone-code-checks.js';
import { SourceCaps } from '../source-caps.js';

/**
 * Counts a check of a claim's code, then compares. What no code opens takes the same steps and gets the same answer. A check
 * that is delivered again, or that auth asks for again because its own command was, is one check.
 */
@Injectable()
export class CheckPhoneCode {
  constructor(
    private readonly caps: SourceCaps,
    private readonly addresses: AddressNames,
    private readonly sealer: Sealer,
    private readonly checks: PhoneCodeChecks,
  ) {}

  async execute(claim: Command, received: Received<unknown>): Promise<Reply<PhoneCodeChecked>> {
    const message = { ...received, id: originOf(received) };
    const tooMany = await this.caps.refusal('verify', claim.caller, message.id);
    if (tooMany !== undefined) return tooMany;
    const code = this.sealer.open(claim.otp, 'phone-code.otp');
    const address = this.addresses.of(claim.caller);
    const isRight = await this.checks.isRight({ claim, address, code, message });
    return isRight ? accept({ claimId: claim.claimId }) : refuse('otp_invalid');
  }
}
