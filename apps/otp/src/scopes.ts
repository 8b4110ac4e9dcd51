import { Injectable } from '@nestjs/common';
import type { InitOtp } from '@paygate/contracts';
import { AddressNames } from './address-names.js';
import type { BegunChallenge } from './challenges.repository.js';
import { ChallengesRepository } from './challenges.repository.js';
import type { AskedPayment, Asker, Scope } from './scope.js';
import { scopeOfAsker } from './scope.js';

/** Finds the scope of a command. */
@Injectable()
export class Scopes {
  constructor(
    private readonly challenges: ChallengesRepository,
    private readonly addresses: AddressNames,
  ) {}

  /** The challenge of this user that a command names; undefined when it names none, or there is no such challenge. */
  async named(command: InitOtp): Promise<BegunChallenge | undefined> {
    return command.otpId === undefined ? undefined : this.challenges.begun(command.otpId, command);
  }

  /** Who names a challenge has its id from the caller who began it, and is what that one was. */
  of(asker: Asker, payment: AskedPayment | null, named?: BegunChallenge): Scope {
    const scope = scopeOfAsker(asker, payment, this.addresses.of(asker.caller));
    if (scope.assured || named?.intentId !== scope.intentId) return scope;
    const { assured, callersLane } = named;
    return { ...scope, assured, callersLane };
  }
}
