import type { KeyObject } from 'node:crypto';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Principal, Sealed } from '@paygate/contracts';
import { pairOf, parsePair, SEALED_PATTERN } from '@paygate/contracts';
import type { Keyring, KeyOwner } from '../config/keyring.js';

const ALGORITHM = 'aes-256-gcm';
/** NIST SP 800-38D: 96 random bits, at most 2^32 messages under one key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
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
    const bytes = Buffer.from(text);
    if (bytes.length > MAX_TEXT_BYTES) throw new SealFault('too long to be sealed');
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, current.key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(associatedData(addressee, current.kid, context));
    const sealed = Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
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
    return decrypt(key, sealed, associatedData(this.#self, kid, context)) as Content;
  }

  #holds(owner: string): owner is KeyOwner {
    return owner === this.#self || parsePair(owner)?.includes(this.#self) === true;
  }
}

function decrypt(key: KeyObject, sealed: Buffer, data: Buffer): string {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(data);
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    return text.toString('utf8');
  } catch (cause) {
    throw new SealFault('cannot be opened', { cause });
  }
}

/** Principals and key ids hold no NUL, so different triples give different texts. */
function associatedData(addressee: Principal, kid: string, context: string): Buffer {
  return Buffer.from([addressee, kid, context].join('\u0000'));
}
