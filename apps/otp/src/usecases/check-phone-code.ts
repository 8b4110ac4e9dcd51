import { Injectable } from '@nestjs/common';
import type { CheckPhoneCode as Command, PhoneCodeChecked, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { AddressNames } from '../address-names.js';
import { causeOf } from '../domain/cause.js';
import { PhoneCodeChecks } from '../phone-code-checks.js';
import { SourceCaps } from '../source-caps.js';

/**
 * Counts a check of a claim's code, then compares. Without an open code the answer is that of a wrong one, after other steps, for
 * there is nothing to count; what time they take tells of no phone, since ids of claims are random. A check that is delivered
 * again, or that auth asks for again because its own command was, is one check.
 */
@Injectable()
export class CheckPhoneCode {
  constructor(
    private readonly caps: SourceCaps,
    private readonly addresses: AddressNames,
    private readonly sealer: Sealer,
    private readonly checks: PhoneCodeChecks,
  ) {}

  async execute(command: Command, received: Received<unknown>): Promise<Reply<PhoneCodeChecked>> {
    const { claimId, purpose, merchantId, mode, caller } = command;
    const message = { ...received, id: causeOf(received) };
    const tooMany = await this.caps.refusal('verify', caller);
    if (tooMany !== undefined) return tooMany;
    const code = this.sealer.open(command.otp, 'phone-code.otp');
    const claim = { claimId, purpose, merchantId, mode };
    const isRight = await this.checks.isRight({ claim, address: this.addresses.of(caller), code, message });
    return isRight ? accept({ claimId }) : refuse('otp_invalid');
  }
}
