import type { KeyObject } from 'node:crypto';
import { createSecretKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { IntentOfMerchant, Mode } from '@paygate/contracts';
import { idPrefixes } from '@paygate/contracts';
import { equalsConstantTime, hmacSha256, hmacSha256Base64url, secretKeysOf } from '@paygate/platform';
import { GatewayConfig } from '../../config.js';

const FORM = /^cs_(test|live)_([0-7][0-9a-hjkmnp-tv-z]{25})([0-7][0-9a-hjkmnp-tv-z]{25})([A-Za-z0-9_-]{43})$/;

/**
 * Checkout tokens, which stand in the address of a payment page: an intent, its merchant and mode, and an HMAC of them under
 * keys that are made of those of the session tokens. A token is verified without a look-up and is stored nowhere.
 */
@Injectable()
export class CheckoutTokens {
  private readonly keys: readonly [KeyObject, ...(readonly KeyObject[])];

  constructor(config: GatewayConfig) {
    const [first, ...others] = secretKeysOf(config.SESSION_TOKEN_SECRETS);
    this.keys = [derived(first), ...others.map(derived)];
  }

  mint({ intentId, merchantId, mode }: IntentOfMerchant): string {
    const named = `cs_${mode}_${bare('intent', intentId)}${bare('merchant', merchantId)}`;
    return named + hmacSha256Base64url(this.keys[0], named);
  }

  /** The intent of a genuine token; undefined for any other text. */
  intentOf(token: string): IntentOfMerchant | undefined {
    const [, mode, intent, merchant, proof = ''] = FORM.exec(token) ?? [];
    if (intent === undefined || merchant === undefined) return undefined;
    const named = token.slice(0, -proof.length);
    if (!this.keys.some((key) => equalsConstantTime(hmacSha256Base64url(key, named), proof))) return undefined;
    return {
      intentId: `${idPrefixes.intent}_${intent}`,
      merchantId: `${idPrefixes.merchant}_${merchant}`,
      mode: mode as Mode,
    };
  }
}

function bare(kind: 'intent' | 'merchant', id: string): string {
  return id.slice(idPrefixes[kind].length + 1);
}

function derived(key: KeyObject): KeyObject {
  return createSecretKey(hmacSha256(key, 'key of checkout tokens'));
}
