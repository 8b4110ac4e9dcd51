import { Injectable } from '@nestjs/common';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { Codes } from './codes.js';
import { requireFirstGuess, unlessGuessedBefore } from './first-guess.js';
import type { Claim } from './phone-codes.repository.js';
import { PhoneCodesRepository } from './phone-codes.repository.js';

/** A guess, and the message it is known by. */
export interface PhoneCodeGuess {
  readonly claim: Claim;
  /** What the caller's address is counted under; null where that says nothing of a customer. */
  readonly address: string | null;
  readonly code: string;
  readonly message: Received<unknown>;
}

/** Counts a guess, then compares it. One that comes again is compared again and not counted. */
@Injectable()
export class PhoneCodeChecks {
  constructor(
    private readonly codes: Codes,
    private readonly phoneCodes: PhoneCodesRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async isRight(guess: PhoneCodeGuess): Promise<boolean> {
    return (await this.#counted(guess)) ?? (await this.#again(guess));
  }

  /** Whether the code is right; undefined when nothing was counted. */
  #counted({ claim, address, code, message }: PhoneCodeGuess): Promise<boolean | undefined> {
    const transaction = this.unitOfWork.run(async (tx) => {
      const counted = await this.phoneCodes.count(tx, claim, address);
      if (counted === undefined) return undefined;
      await requireFirstGuess(tx, message);
      const isRight = this.codes.matches(code, { id: claim.claimId, hash: counted.hash });
      if (isRight) await this.phoneCodes.uncharge(tx, claim, counted);
      return isRight;
    });
    return unlessGuessedBefore(transaction);
  }

  async #again({ claim, code, message }: PhoneCodeGuess): Promise<boolean> {
    const hash = await this.phoneCodes.checkedBy(claim, message.id);
    return this.codes.matches(code, hash && { id: claim.claimId, hash });
  }
}
