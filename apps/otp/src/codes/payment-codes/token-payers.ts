import { Injectable } from '@nestjs/common';
import type { VerifyOtpCommand } from '@paygate/contracts';
import { TypedNumberMetrics } from '../budgets/typed-number-metrics.js';
import { ChallengesRepository } from '../challenges/challenges.repository.js';
import { isOfUser, Scopes } from '../challenges/scopes.js';
import type { TokenPayer } from './authorization-tokens.js';
import { GuestPhonesRepository } from '../../contacts/guest-phones.repository.js';

/** Finds for whom a code is checked: a user, or a guest. */
@Injectable()
export class TokenPayers {
  constructor(
    private readonly scopes: Scopes,
    private readonly challenges: ChallengesRepository,
    private readonly guestPhones: GuestPhonesRepository,
    private readonly metrics: TypedNumberMetrics,
  ) {}

  /**
   * The payer of a code. A guest is known by the challenge alone: without one that a guest began nothing is compared, and
   * ids of challenges are random, so the time reveals no phone number.
   */
  async of(command: VerifyOtpCommand): Promise<TokenPayer | undefined> {
    const { intentionId: intentId, otpId } = command;
    if (isOfUser(command)) {
      const payment = intentId === undefined ? null : { intentId, payerId: null };
      return { scope: this.scopes.ofPayment(command, payment), guestPhone: undefined };
    }
    const challenge = otpId === undefined ? undefined : await this.challenges.find(otpId);
    if (challenge?.purpose !== 'payment' || challenge.intentId === null) return undefined;
    const { subject } = challenge;
    const guestPhone = await this.guestPhones.find({ intentId: challenge.intentId, subject });
    if (guestPhone === undefined) return undefined;
    return { scope: this.scopes.ofGuest(command, intentId ?? challenge.intentId, subject), guestPhone };
  }

  /** Counts the phone of a guest whose code was right. */
  countProved({ scope, guestPhone }: TokenPayer): void {
    if (guestPhone !== undefined) this.metrics.counted(scope.mode, 'payment', 'proved');
  }
}
