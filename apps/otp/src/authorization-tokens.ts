import { Injectable } from '@nestjs/common';
import type { OtpVerified } from '@paygate/contracts';
import { otpTokenKind } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { Database, formatAmount, Sealer, SigningKeys, TokenIssuer } from '@paygate/platform';
import type { ConsumedChallenge } from './checks.repository.js';
import { OtpConfig } from './config.js';
import { verifiedAnswer } from './otp.view.js';
import type { Scope } from './scope.js';

/** Signs the token that lets a user's one payment be charged. */
@Injectable()
export class AuthorizationTokens {
  constructor(
    private readonly database: Database,
    private readonly config: OtpConfig,
    private readonly keys: SigningKeys,
    private readonly sealer: Sealer,
  ) {}

  /**
   * The token of a consumed challenge. Issued again it is the same authorization: same `jti`, same times. Within a transaction
   * that one is given, so that none waits for a second connection while it holds its own.
   */
  async issue(scope: Scope, consumed: ConsumedChallenge, tx: Queryable = this.database): Promise<OtpVerified> {
    const { consumedAt, intentId, amount, currency, tokenId } = consumed;
    const lifetimeSeconds = this.config.OTP_TOKEN_TTL_SECONDS;
    const issuer = new TokenIssuer({ ...otpTokenKind, now: () => consumedAt });
    const claims = {
      ...{ sub: scope.userId, azp: scope.merchantId, mode: scope.mode, jti: tokenId, lifetimeSeconds },
      ...(intentId === null || amount === null ? {} : { intent: intentId, amount: formatAmount(amount), currency }),
    };
    const token = issuer.sign(claims, await this.keys.at(tx, consumedAt));
    const expiresAt = new Date((Math.floor(consumedAt.getTime() / 1_000) + lifetimeSeconds) * 1_000);
    return verifiedAnswer(this.sealer.seal('gateway', token, 'verify-otp.token'), expiresAt, intentId);
  }
}
