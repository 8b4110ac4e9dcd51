import { Injectable } from '@nestjs/common';
import type { AskPhoneCommand, OtpVerified, PhoneAsked, Sealed } from '@paygate/contracts';
import { ASK_KIND, ASK_TOKEN_SECONDS, ASKED_SUBJECT, GUEST_SUBJECT, otpTokenKind } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import type { KeyedRequest } from '@paygate/platform';
import { formatAmount, Sealer, SigningKeys, TokenIssuer, uuidV7 } from '@paygate/platform';
import type { OtpAction } from '../budgets/source-caps.js';
import type { ChallengeScope } from '../challenges/challenge-scope.js';
import type { Opening, RightCode } from '../challenges/check-code.js';
import { verifiedAnswer } from '../challenges/otp-answers.js';
import { OtpConfig } from '../../config.js';

/** The person for whom a code is checked: a user, who is the subject of the scope, or a guest. */
export interface TokenPayer {
  readonly scope: ChallengeScope;
  /** The phone that a right code proves; the token of a guest names it and no user. */
  readonly guestPhone: string | undefined;
  /** The masked phone of a user who is signed in, for the merchant of the payment. */
  readonly phoneMasked?: string | undefined;
}

/** A right code, and for whom it was checked. */
export type ProvedCode = RightCode & TokenPayer;

/** An ask within its bounds, in the transaction that has counted it. */
export interface CountedAsk {
  readonly tx: Transaction;
  readonly command: AskPhoneCommand;
  readonly phoneNumber: string;
  readonly tokenId: string;
  /** The database's time. */
  readonly now: Date;
}

/** Gives tokens that authorize one payment. */
@Injectable()
export class AuthorizationTokens {
  constructor(
    private readonly config: OtpConfig,
    private readonly keys: SigningKeys,
    private readonly sealer: Sealer,
  ) {}

  /** The one token of a right code, which consumes its challenge. */
  async issue(right: ProvedCode, keyed: KeyedRequest<OtpAction> | undefined): Promise<Opening<OtpVerified>> {
    const { challenge, now: at } = right;
    const id = uuidV7();
    const [token, until] = await this.#sign(right, id);
    const answer = verifiedAnswer(token, until, challenge.intentId);
    const proof = right.guestPhone === undefined ? undefined : right.scope;
    return { answer, token: { id, at }, proof, keyed };
  }

  /** The one token of an ask. Nobody has proved the phone: it pays this intent by mobile money, from this phone. */
  async ofAsk({ tx, command, phoneNumber, tokenId, now }: CountedAsk): Promise<PhoneAsked> {
    const { intentId, merchantId: azp, mode, amount, currency, actor } = command;
    const issuer = new TokenIssuer({ ...otpTokenKind, now: () => now });
    const phone = this.sealer.seal('gateway', phoneNumber, 'otp-token.phone');
    const who = { sub: ASKED_SUBJECT, kind: ASK_KIND, actor, phone, azp, mode };
    const what = { intent: intentId, amount, currency };
    const token = issuer.sign(
      { ...who, ...what, jti: tokenId, lifetimeSeconds: ASK_TOKEN_SECONDS },
      await this.keys.at(tx, now),
    );
    const expiresAt = new Date((Math.floor(now.getTime() / 1_000) + ASK_TOKEN_SECONDS) * 1_000).toISOString();
    return { intentId, token: this.sealer.seal('gateway', token, 'ask-phone.token'), expiresAt };
  }

  /** The token, sealed, and its end. */
  async #sign({ tx, challenge, now, ...payer }: ProvedCode, jti: string): Promise<[Sealed, Date]> {
    const { intentId, amount, currency, merchantId: azp, mode } = challenge;
    const lifetimeSeconds = this.config.OTP_TOKEN_TTL_SECONDS;
    const issuer = new TokenIssuer({ ...otpTokenKind, now: () => now });
    const bound =
      intentId === null || amount === null ? {} : { intent: intentId, amount: formatAmount(amount), currency };
    const token = issuer.sign(
      { ...this.#payerClaims(challenge.subject, payer), azp, mode, jti, lifetimeSeconds, ...bound },
      await this.keys.at(tx, now),
    );
    const expiresAt = new Date((Math.floor(now.getTime() / 1_000) + lifetimeSeconds) * 1_000);
    return [this.sealer.seal('gateway', token, 'verify-otp.token'), expiresAt];
  }

  /** The phone of a guest is sealed: the token is in a browser, and in requests. That of a user shows what `initOtp` has answered. */
  #payerClaims(
    subject: string,
    { guestPhone, phoneMasked }: Omit<TokenPayer, 'scope'>,
  ): Readonly<Partial<Record<'phone' | 'phoneMasked', string>> & { sub: string }> {
    if (guestPhone === undefined) return { sub: subject, ...(phoneMasked === undefined ? {} : { phoneMasked }) };
    return { sub: GUEST_SUBJECT, phone: this.sealer.seal('gateway', guestPhone, 'otp-token.phone') };
  }
}
