import type { JsonWebKey, KeyObject } from 'node:crypto';
import { createPublicKey } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { BeginChargeCommand, Refusal, SigningKeyRow } from '@paygate/contracts';
import {
  AMOUNT_PATTERN,
  ASK_KIND,
  ASKED_SUBJECT,
  GUEST_SUBJECT,
  modes,
  otpTokenKeyTable,
  otpTokenKind,
  refuse,
} from '@paygate/contracts';
import type { Table } from '@paygate/messaging';
import { tableToken } from '@paygate/messaging';
import type { VerifiedClaims } from '@paygate/platform';
import { Clock, isId, Sealer, TokenFault, verifyToken } from '@paygate/platform';
import type { ChargeToken } from '../domain/charge.js';

const FRESHNESS_WAIT_MS = 1_000;
const FRESHNESS_CHECK_MS = 20;
/** A key is published a minute before it signs, so a reader that lacks one is at most a moment behind. */
const UNKNOWN_KEY_WAIT_MS = 1_000;
/** A flood of invented key ids must not slow honest charges: at most one wait in this time, for all of them. */
const UNKNOWN_KEY_PAUSE_MS = 10_000;

const MASKED_PHONE = /^\*{8}\d{2}$/;
const FOREVER = '9999-12-31T23:59:59.999Z';

/** Opens and verifies the OTP authorization tokens that charges come with. */
@Injectable()
export class ChargeTokens {
  readonly #keys = new WeakMap<SigningKeyRow, KeyObject>();
  #nextWaitAt = 0;

  constructor(
    @Inject(tableToken(otpTokenKeyTable)) private readonly table: Table<SigningKeyRow>,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /**
   * The claims of a charge's token, or a refusal. Its expiry, and whether it was issued for this intent, are checked under the
   * intent's lock: an expired token still finds the charge that it began.
   */
  async verified({ otpToken, merchantId, mode }: BeginChargeCommand): Promise<ChargeToken | Refusal> {
    if (!(await this.#isFresh())) return refuse('service_unavailable');
    const text = this.sealer.open(otpToken, 'begin-charge.otp-token');
    const claims = this.#claims(text) ?? ((await this.#mayKnowMoreKeys()) ? this.#claims(text) : undefined);
    const token = typeof claims === 'object' ? chargeToken(claims) : undefined;
    return token?.merchantId === merchantId && token.mode === mode ? token : refuse('token_invalid');
  }

  /** Undefined when the key is unknown, which may change; false when the token is invalid, which will not. */
  #claims(text: string): VerifiedClaims | false | undefined {
    try {
      return verifyToken(text, { ...otpTokenKind, keys: (kid) => this.#key(kid), now: this.clock.now() });
    } catch (error) {
      if (!(error instanceof TokenFault)) throw error;
      return error.reason === 'unknown_key' ? undefined : (error.expiredClaims ?? false);
    }
  }

  #key(kid: string): KeyObject | undefined {
    const row = this.table.get(kid);
    const now = this.clock.epochMs();
    if (row === undefined || now < Date.parse(row.notBefore)) return undefined;
    if (now >= Date.parse(row.notAfter ?? FOREVER)) return undefined;
    const key = this.#keys.get(row) ?? createPublicKey({ key: JSON.parse(row.publicJwk) as JsonWebKey, format: 'jwk' });
    this.#keys.set(row, key);
    return key;
  }

  /** An instance that has just started receives the owner's heartbeat within a second. */
  async #isFresh(): Promise<boolean> {
    const deadline = this.clock.epochMs() + FRESHNESS_WAIT_MS;
    while (!this.table.fresh() && this.clock.epochMs() < deadline) await delay(FRESHNESS_CHECK_MS);
    return this.table.fresh();
  }

  /** Waits a moment for another key; whether one came. */
  async #mayKnowMoreKeys(): Promise<boolean> {
    const now = this.clock.epochMs();
    if (now < this.#nextWaitAt) return false;
    this.#nextWaitAt = now + UNKNOWN_KEY_PAUSE_MS;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(resolve, UNKNOWN_KEY_WAIT_MS, false);
    const unsubscribe = this.table.onChange(() => {
      resolve(true);
    });
    const changed = await promise;
    clearTimeout(timer);
    unsubscribe();
    return changed;
  }
}

function chargeToken(claims: VerifiedClaims): ChargeToken | undefined {
  const { sub, jti, exp, azp, mode: claimedMode, intent, phone, phoneMasked: masked } = claims;
  const mode = modes.find((known) => known === claimedMode);
  const askedBy = sub === ASKED_SUBJECT ? askerOf(claims) : null;
  if (askedBy === undefined) return undefined;
  const isOfPhone = (sub === GUEST_SUBJECT || askedBy !== null) && typeof phone === 'string';
  if (mode === undefined || typeof azp !== 'string' || jti.length > 64) return undefined;
  if (!isOfPhone && !isId('user', sub)) return undefined;
  const phoneMasked = typeof masked === 'string' && MASKED_PHONE.test(masked) ? masked : null;
  const userId = isOfPhone ? null : sub;
  const token = { id: jti, userId, askedBy, phoneMasked, merchantId: azp, mode, expiresAt: new Date(exp * 1_000) };
  // only users confirm a payment that is not named yet
  if (intent === undefined) return isOfPhone ? undefined : token;
  const { amount, currency } = claims;
  if (typeof intent !== 'string' || typeof currency !== 'string') return undefined;
  if (typeof amount !== 'string' || !AMOUNT_PATTERN.test(amount)) return undefined;
  return { ...token, boundTo: { intentId: intent, amount: BigInt(amount), currency } };
}

/** The member or key that asks a phone; undefined in a token of any other kind. */
function askerOf({ kind, actor }: VerifiedClaims): string | undefined {
  if (kind !== ASK_KIND || typeof actor !== 'string') return undefined;
  return isId('member', actor) || isId('apiKey', actor) ? actor : undefined;
}
