import type { KeyObject } from 'node:crypto';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Principal } from '@paygate/contracts';
import type { Keyring, NamedKey } from '@paygate/platform';

/** The headers of a signed message. */
export type SignedHeaders = Readonly<Record<'envelope' | 'signature', string>>;

/** What a signature covers: a message that is moved to another topic or key, or altered in any part, is forged. */
export interface SignedParts {
  readonly topic: string;
  readonly key: string;
  /** The text of the envelope header. */
  readonly envelope: string;
  readonly value: string | Uint8Array;
}

const DIGEST_BYTES = 32;

/** Signs what one principal sends and verifies what all of them send: HMAC-SHA-256, each with keys of its own. */
export class MessageSigner {
  readonly #keyring: Keyring;
  readonly #current: NamedKey;
  readonly #tail: string;

  /** Throws when the keyring holds no key of `self`. */
  constructor(
    readonly self: Principal,
    keyring: Keyring,
  ) {
    const current = keyring.current(self);
    if (current === undefined) throw new TypeError(`MESSAGE_KEYS holds no key of ${self}`);
    this.#keyring = keyring;
    this.#current = current;
    this.#tail = `,"producer":${JSON.stringify(self)},"keyId":${JSON.stringify(current.kid)}}`;
  }

  /** Completes `draft`, the JSON of an envelope without producer and key id, and signs it with the message. */
  sign(topic: string, key: string, draft: string, value: string): SignedHeaders {
    const envelope = draft.slice(0, -1) + this.#tail;
    const signature = digest(this.#current.key, { topic, key, envelope, value }).toString('base64url');
    return { envelope, signature };
  }

  /** Whether `signature` is that of the named producer. */
  verify(
    signer: { readonly producer: Principal; readonly keyId: string },
    parts: SignedParts,
    signature: string,
  ): boolean {
    const key = this.#keyring.find(signer.producer, signer.keyId);
    if (key === undefined) return false;
    const given = Buffer.from(signature, 'base64url');
    return given.length === DIGEST_BYTES && timingSafeEqual(given, digest(key, parts));
  }
}

/** Lengths come first, so that no two messages have one text. */
function digest(key: KeyObject, { topic, key: messageKey, envelope, value }: SignedParts): Buffer {
  const head = `${topic.length}.${messageKey.length}.${envelope.length}.${topic}${messageKey}${envelope}`;
  return createHmac('sha256', key).update(head).update(value).digest();
}
