import { Injectable } from '@nestjs/common';
import type { CheckPhoneCode as Command, PhoneCodeChecked, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { Codes } from '../codes.js';
import { originOf } from '../domain/origin.js';
import { PhoneCodesRepository } from '../phone-codes.repository.js';
import { SourceCaps } from '../source-caps.js';

/** An earlier delivery of the same check was counted: this one is not. */
class CheckedBefore extends Error {
  override readonly name = 'CheckedBefore';
}

/**
 * Counts a check of a claim's code, then compares. What no code opens takes the same steps and gets the same answer. A check
 * that is delivered again, or that auth asks for again because its own command was, is compared again and not counted.
 */
@Injectable()
export class CheckPhoneCode {
  constructor(
    private readonly caps: SourceCaps,
    private readonly sealer: Sealer,
    private readonly codes: Codes,
    private readonly phoneCodes: PhoneCodesRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async execute(command: Command, message: Received<unknown>): Promise<Reply<PhoneCodeChecked>> {
    const { claimId } = command;
    const check = { ...message, id: originOf(message) };
    const tooMany = await this.caps.refusal('verify', command.caller, check.id);
    if (tooMany !== undefined) return tooMany;
    const code = this.sealer.open(command.otp, 'phone-code.otp');
    const isRight = (await this.#counted(command, code, check)) ?? (await this.#again(command, code, check));
    return isRight ? accept({ claimId }) : refuse('otp_invalid');
  }

  /** Whether the code is right; undefined when nothing was counted. */
  async #counted(command: Command, code: string, check: Received<unknown>): Promise<boolean | undefined> {
    try {
      return await this.unitOfWork.run(async (tx) => {
        const counted = await this.phoneCodes.count(tx, command);
        if (counted === undefined) return undefined;
        if (!(await tx.firstTime([check])).has(check.id)) throw new CheckedBefore();
        const isRight = this.codes.matches(code, { id: command.claimId, hash: counted.hash });
        if (isRight) await this.phoneCodes.uncharge(tx, command, counted);
        return isRight;
      });
    } catch (error) {
      if (error instanceof CheckedBefore) return undefined;
      throw error;
    }
  }

  async #again(command: Command, code: string, { id }: Received<unknown>): Promise<boolean> {
    const hash = await this.phoneCodes.checkedBy(command, id);
    return this.codes.matches(code, hash && { id: command.claimId, hash });
  }
}
