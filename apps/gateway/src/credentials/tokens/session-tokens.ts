import type { KeyObject } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Currency, IntentOfMerchant, PaymentIntent, PaymentTerms } from '@paygate/contracts';
import { headers, idPrefixes } from '@paygate/contracts';
import type { SecretKeys } from '@paygate/platform';
import { equalsConstantTime, hmacSha256Base64url, PaygateError, secretKeysOf } from '@paygate/platform';
import { GatewayConfig } from '../../config.js';
import { textOf } from '../credential-headers.js';

const ID = '[0-7][0-9a-hjkmnp-tv-z]{25}';
/** The id of an intent; its mode and merchant, expiry in milliseconds (base 36), amount, currency and user, if it has them; the HMAC. */
const FORM = new RegExp(
  `^sess_(${ID})(?:\\.([tl])(${ID})\\.([0-9a-z]{1,9})\\.([0-9]{1,20})([A-Z]{3})\\.((?:${ID})?)\\.)?([A-Za-z0-9_-]{43})$`,
);

/** The content of a genuine session token. */
export interface PaymentSession {
  readonly intentId: string;
  /** The payment as it was when the token was made. Absent in a token of the version before, and of the payment page. */
  readonly payment?: Omit<IntentOfMerchant, 'intentId'> & PaymentTerms;
}

/**
 * Session tokens: the id of an intent, the terms of its creation, and an HMAC of these. A token is verified without a look-up and is
 * stored nowhere. Its holder may read all that it says.
 */
@Injectable()
export class SessionTokens {
  private readonly secrets: SecretKeys;

  constructor(config: GatewayConfig) {
    this.secrets = secretKeysOf(config.SESSION_TOKEN_SECRETS);
  }

  /**
   * The same token each time, so that a creation that is repeated gets the one of its first answer. That of another try is bare: codes are
   * counted over all tries of its first intent, which intents knows.
   */
  mint(intent: PaymentIntent): string {
    const { id, merchantId, mode, expiresAt, amount, currency, userId, retryOf } = intent;
    if (typeof retryOf === 'string') return this.mintBare(id);
    const moment = Date.parse(expiresAt).toString(36);
    const user = userId === null ? '' : bare('user', userId);
    const owner = `${mode === 'test' ? 't' : 'l'}${bare('merchant', merchantId)}`;
    const named = `sess_${bare('intent', id)}.${owner}.${moment}.${amount}${currency}.${user}.`;
    return named + proofOf(named, this.secrets[0]);
  }

  /** A token that names its intent and no more. */
  mintBare(intentId: string): string {
    return `sess_${bare('intent', intentId)}${proofOf(intentId, this.secrets[0])}`;
  }

  /** The payment of a genuine token. Throws `session_token_invalid`. */
  read(token: string): PaymentSession {
    const [, intent, mode, merchant, moment, amount, currency, user, proof] = FORM.exec(token) ?? [];
    if (intent === undefined || proof === undefined) throw new PaygateError('session_token_invalid');
    const intentId = full('intent', intent);
    const named = mode === undefined ? intentId : token.slice(0, -proof.length);
    if (!this.secrets.some((secret) => equalsConstantTime(proofOf(named, secret), proof)))
      throw new PaygateError('session_token_invalid');
    if (merchant === undefined || moment === undefined || amount === undefined) return { intentId };
    const owner = { merchantId: full('merchant', merchant), mode: mode === 't' ? 'test' : 'live' } as const;
    const expiresAt = new Date(parseInt(moment, 36)).toISOString();
    const userId = user ? full('user', user) : null;
    return { intentId, payment: { ...owner, amount, currency: currency as Currency, userId, expiresAt } };
  }

  /** The payment of the request's session token; undefined without one. Throws `session_token_invalid`. */
  sessionOf(given: IncomingHttpHeaders): PaymentSession | undefined {
    const token = textOf(given[headers.sessionToken]);
    return token === undefined ? undefined : this.read(token);
  }
}

type Kind = 'intent' | 'merchant' | 'user';

function bare(kind: Kind, id: string): string {
  return id.slice(idPrefixes[kind].length + 1);
}

function full(kind: Kind, id: string): string {
  return `${idPrefixes[kind]}_${id}`;
}

function proofOf(named: string, secret: KeyObject): string {
  return hmacSha256Base64url(secret, `session-token:${named}`);
}
