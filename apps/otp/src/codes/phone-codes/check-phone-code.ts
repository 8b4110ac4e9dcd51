import { Injectable } from '@nestjs/common';
import type { CheckPhoneCodeCommand, PhoneCodeChecked, Reply } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import { TypedNumberMetrics } from '../budgets/typed-number-metrics.js';
import { ChallengesRepository } from '../challenges/challenges.repository.js';
import { CheckCode } from '../challenges/check-code.js';
import { Scopes } from '../challenges/scopes.js';

/**
 * Checks the code of a registration, a password reset or a withdrawal. A right code is not consumed: its asker uses it up in the transaction of
 * what it opens, so that a crash in between takes nothing away. A challenge that does not exist is answered like a wrong code,
 * in fewer steps: ids of challenges are random, so the time reveals no phone number.
 */
@Injectable()
export class CheckPhoneCode {
  constructor(
    private readonly challenges: ChallengesRepository,
    private readonly scopes: Scopes,
    private readonly checkCode: CheckCode,
    private readonly metrics: TypedNumberMetrics,
  ) {}

  async check(command: Omit<CheckPhoneCodeCommand, 'otp'>, code: string): Promise<Reply<PhoneCodeChecked>> {
    const { claimId: challengeId } = command;
    const challenge = await this.challenges.find(challengeId);
    if (challenge === undefined) return refuse('otp_invalid');
    const scope = this.scopes.ofPhone(command, challenge.subject);
    const reply = await this.checkCode.check({ scope, challengeId, keyed: undefined, code }, () => ({
      answer: { claimId: challengeId },
      token: undefined,
      proof: scope,
      keyed: undefined,
    }));
    if (!reply.ok) return refuse('otp_invalid');
    // that of a withdrawal goes to the number of a user, which nobody has typed
    if (command.purpose !== 'withdrawal') this.metrics.counted(command.mode, command.purpose, 'proved');
    return reply;
  }
}
