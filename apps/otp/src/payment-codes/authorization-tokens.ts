import { Injectable } from '@nestjs/common';
import type { OtpVerified } from '@paygate/contracts';
import { otpTokenKind } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { formatAmount, Sealer, SigningKeys, TokenIssuer, uuidV7 } from '@paygate/platform';
import type { ChallengeScope } from '../challenges/challenge-scope.js';
import type { ConsumedChallenge } from '../challenges/challenges.repository.js';
import { ChallengesRepository } from '../challenges/challenges.repository.js';
import { verifiedAnswer } from '../challenges/otp-answers.js';
import { OtpConfig } from '../config.js';

/** Signs the token that authorizes one payment of a user. */
@Injectable()
export class AuthorizationTokens {
  constructor(
    private readonly config: OtpConfig,
    private readonly challenges: ChallengesRepository,
    private readonly keys: SigningKeys,
    private readonly sealer: Sealer,
  ) {}

  /** Consumes a challenge for the one token that it gives. */
  async issue(
    tx: DatabaseTransaction,
    scope: ChallengeScope,
    challengeId: string,
  ): Promise<{ readonly consumed: ConsumedChallenge; readonly verified: OtpVerified }> {
    const jti = uuidV7();
    const consumed = await this.challenges.consume(tx, challengeId, jti);
    const { consumedAt, intentId, amount, currency } = consumed;
    const lifetimeSeconds = this.config.OTP_TOKEN_TTL_SECONDS;
    const issuer = new TokenIssuer({ ...otpTokenKind, now: () => consumedAt });
    const claims = {
      ...{ sub: scope.subject, azp: scope.merchantId, mode: scope.mode, jti, lifetimeSeconds },
      ...(intentId === null || amount === null ? {} : { intent: intentId, amount: formatAmount(amount), currency }),
    };
    const token = issuer.sign(claims, await this.keys.at(tx, consumedAt));
    const expiresAt = new Date((Math.floor(consumedAt.getTime() / 1_000) + lifetimeSeconds) * 1_000);
    const sealed = this.sealer.seal('gateway', token, 'verify-otp.token');
    return { consumed, verified: verifiedAnswer(sealed, expiresAt, intentId) };
  }
}
