import type { Principal, Sealed } from '@paygate/contracts';
import { pairOf, parsePair, SEALED_PATTERN } from '@paygate/contracts';
import type { Keyring, KeyOwner } from '../config/keyring.js';
import { decrypt, encrypt } from './aes-gcm.js';

const MAX_TEXT_BYTES = 6_116;

/** A sealed value cannot be opened: for another service, malformed, forged, of another context, or under an unknown key. */
export class SealFault extends Error {
  override readonly name = 'SealFault';
}

/**
 * Seals secrets for a service and opens those addressed to this one: AES-256-GCM under the key that sender and addressee share,
 * printed as `<owner of the key>.<key id>.<base64url of nonce, ciphertext, tag>`. Addressee and `context` (what the secret is, for
 * instance `sign-in.password`) are authenticated, so a value opens neither elsewhere nor in another field. What a service seals for
 * itself is under a key of its own.
 */
export class Sealer {
  readonly #self: Principal;
  readonly #keys: Keyring;

  constructor(self: Principal, keys: Keyring) {
    this.#self = self;
    this.#keys = keys;
  }

  /** Throws {@link SealFault} when no key shared with the addressee is configured, or the text is longer than 6,116 bytes. */
  seal<Content extends string>(addressee: Principal, text: Content, context: string): Sealed<Content> {
    const owner = addressee === this.#self ? addressee : pairOf(this.#self, addressee);
    const current = this.#keys.current(owner);
    if (current === undefined) throw new SealFault(`no key to seal for ${addressee}`);
    if (Buffer.byteLength(text) > MAX_TEXT_BYTES) throw new SealFault('too long to be sealed');
    const sealed = encrypt(current.key, text, associatedData(addressee, current.kid, context));
    return `${owner}.${current.kid}.${sealed.toString('base64url')}` as Sealed<Content>;
  }

  /** The text that was sealed for this service in this context. Throws {@link SealFault} otherwise, whatever the reason. */
  open<Content extends string>(value: Sealed<Content>, context: string): Content {
    const [owner = '', kid = '', printed = ''] = SEALED_PATTERN.test(value) ? value.split('.') : [];
    if (!this.#holds(owner)) throw new SealFault('not addressed to this service');
    const key = this.#keys.find(owner, kid);
    if (key === undefined) throw new SealFault('the key is not known');
    const sealed = Buffer.from(printed, 'base64url');
    if (sealed.toString('base64url') !== printed) throw new SealFault('not canonical');
    const text = decrypt(key, sealed, associatedData(this.#self, kid, context));
    if (text === undefined) throw new SealFault('cannot be opened');
    return text as Content;
  }

  #holds(owner: string): owner is KeyOwner {
    return owner === this.#self || parsePair(owner)?.includes(this.#self) === true;
  }
}

/** Principals and key ids hold no NUL, so different triples give different texts. */
function associatedData(addressee: Principal, kid: string, context: string): string {
  return [addressee, kid, context].join('\u0000');
}
