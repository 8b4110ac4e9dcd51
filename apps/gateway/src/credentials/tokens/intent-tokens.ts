import type { KeyObject } from 'node:crypto';
import { createSecretKey } from 'node:crypto';
import type { IntentOfMerchant, Mode } from '@paygate/contracts';
import { idPrefixes } from '@paygate/contracts';
import { equalsConstantTime, hmacSha256, hmacSha256Base64url } from '@paygate/platform';

const ID = '([0-7][0-9a-hjkmnp-tv-z]{25})';

/** The secrets of a list, and a kind of token whose keys are made of them. */
interface Kind {
  readonly prefix: string;
  readonly secrets: readonly [KeyObject, ...(readonly KeyObject[])];
  /** Keeps the keys of this kind apart from others of the same secrets. */
  readonly label: string;
  /** Characters of six bits each. */
  readonly proofLength: number;
}

/**
 * Tokens that stand in the address of a page: an intent, its merchant and mode, and an HMAC of them. A token is verified without a
 * look-up and is stored nowhere.
 */
export class IntentTokens {
  readonly #form: RegExp;
  readonly #keys: readonly [KeyObject, ...(readonly KeyObject[])];

  constructor(private readonly kind: Kind) {
    const { prefix, secrets, label, proofLength } = kind;
    const [first, ...others] = secrets;
    const derived = (secret: KeyObject): KeyObject => createSecretKey(hmacSha256(secret, label));
    this.#form = new RegExp(`^${prefix}_(test|live)_${ID}${ID}([A-Za-z0-9_-]{${proofLength}})$`);
    this.#keys = [derived(first), ...others.map(derived)];
  }

  mint({ intentId, merchantId, mode }: IntentOfMerchant): string {
    const named = `${this.kind.prefix}_${mode}_${bare('intent', intentId)}${bare('merchant', merchantId)}`;
    return named + this.#proof(this.#keys[0], named);
  }

  /** The intent of a genuine token; undefined for any other text. */
  intentOf(token: string): IntentOfMerchant | undefined {
    const [, mode, intent, merchant, proof = ''] = this.#form.exec(token) ?? [];
    if (intent === undefined || merchant === undefined) return undefined;
    const named = token.slice(0, -proof.length);
    if (!this.#keys.some((key) => equalsConstantTime(this.#proof(key, named), proof))) return undefined;
    return {
      intentId: `${idPrefixes.intent}_${intent}`,
      merchantId: `${idPrefixes.merchant}_${merchant}`,
      mode: mode as Mode,
    };
  }

  #proof(key: KeyObject, named: string): string {
    return hmacSha256Base64url(key, named).slice(0, this.kind.proofLength);
  }
}

function bare(kind: 'intent' | 'merchant', id: string): string {
  return id.slice(idPrefixes[kind].length + 1);
}
