import { Injectable } from '@nestjs/common';
import type { CheckPhoneCode as Command, PhoneCodeChecked, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import { Sealer } from '@paygate/platform';
import { Codes } from '../codes.js';
import { PhoneCodesRepository } from '../phone-codes.repository.js';
import { SourceCaps } from '../source-caps.js';

/** Counts a check of a claim's code, then compares. What no code opens takes the same steps and gets the same answer. */
@Injectable()
export class CheckPhoneCode {
  constructor(
    private readonly caps: SourceCaps,
    private readonly sealer: Sealer,
    private readonly codes: Codes,
    private readonly phoneCodes: PhoneCodesRepository,
  ) {}

  async execute(command: Command): Promise<Reply<PhoneCodeChecked>> {
    const { claimId } = command;
    const tooMany = await this.caps.refusal('verify', command.caller);
    if (tooMany !== undefined) return tooMany;
    const code = this.sealer.open(command.otp, 'phone-code.otp');
    const counted = await this.phoneCodes.count(command);
    const challenge = counted && { id: claimId, hash: counted.hash };
    if (!this.codes.matches(code, challenge) || counted === undefined) return refuse('otp_invalid');
    await this.phoneCodes.uncharge(command, counted);
    return accept({ claimId });
  }
}
