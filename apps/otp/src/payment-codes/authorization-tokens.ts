import { Injectable } from '@nestjs/common';
import type { OtpVerified, Reply, Sealed } from '@paygate/contracts';
import { accept, GUEST_SUBJECT, otpTokenKind, otpVerified } from '@paygate/contracts';
import type { MessageOrigin } from '@paygate/messaging';
import type { KeyedRequest } from '@paygate/platform';
import { formatAmount, Sealer, SigningKeys, TokenIssuer, uuidV7 } from '@paygate/platform';
import type { OtpAction } from '../budgets/source-caps.js';
import type { ChallengeScope } from '../challenges/challenge-scope.js';
import type { RightCode } from '../challenges/check-code.js';
import { DecisionsRepository } from '../challenges/decisions.repository.js';
import { otpProgress, verifiedAnswer } from '../challenges/otp-answers.js';
import { OtpConfig } from '../config.js';

/** For whom a code is checked: a user, who is the subject of the scope, or a guest. */
export interface TokenPayer {
  readonly scope: ChallengeScope;
  /** The phone that a right code proves; the token of a guest names it and no user. */
  readonly guestPhone: string | undefined;
}

/** A right code, and for whom it was checked. */
export type ProvedCode = RightCode & TokenPayer;

/** Gives tokens that authorize one payment of a user. */
@Injectable()
export class AuthorizationTokens {
  constructor(
    private readonly config: OtpConfig,
    private readonly decisions: DecisionsRepository,
    private readonly keys: SigningKeys,
    private readonly sealer: Sealer,
  ) {}

  /** Consumes a challenge for the one token that it gives; false when it is not open any more. */
  async issue(
    right: ProvedCode,
    keyed: KeyedRequest<OtpAction> | undefined,
    origin: MessageOrigin,
  ): Promise<Reply<OtpVerified> | false> {
    const { tx, challenge, now: at } = right;
    const { id: challengeId, intentId } = challenge;
    const tokenId = uuidV7();
    const [token, until] = await this.#sign(right, tokenId);
    const answer = verifiedAnswer(token, until, intentId);
    const events =
      intentId === null
        ? []
        : [{ ...origin, contract: otpVerified, payload: otpProgress(challengeId, intentId, challenge, { at, until }) }];
    const proof = right.guestPhone === undefined ? undefined : right.scope;
    const effect = { keyed, answer, events };
    const consumed = await this.decisions.consume(tx, { challengeId, tokenId, at, proof, ...effect });
    return consumed && accept(answer);
  }

  /** The token, sealed, and its end. */
  async #sign({ tx, challenge, now, guestPhone }: ProvedCode, jti: string): Promise<[Sealed, Date]> {
    const { intentId, amount, currency, merchantId: azp, mode } = challenge;
    const lifetimeSeconds = this.config.OTP_TOKEN_TTL_SECONDS;
    const issuer = new TokenIssuer({ ...otpTokenKind, now: () => now });
    const bound =
      intentId === null || amount === null ? {} : { intent: intentId, amount: formatAmount(amount), currency };
    const token = issuer.sign(
      { ...this.#payerClaims(challenge.subject, guestPhone), azp, mode, jti, lifetimeSeconds, ...bound },
      await this.keys.at(tx, now),
    );
    const expiresAt = new Date((Math.floor(now.getTime() / 1_000) + lifetimeSeconds) * 1_000);
    return [this.sealer.seal('gateway', token, 'verify-otp.token'), expiresAt];
  }

  /** The phone is sealed: the token is in a browser, and in requests. */
  #payerClaims(subject: string, guestPhone: string | undefined): { readonly sub: string; readonly phone?: string } {
    if (guestPhone === undefined) return { sub: subject };
    return { sub: GUEST_SUBJECT, phone: this.sealer.seal('gateway', guestPhone, 'otp-token.phone') };
  }
}
