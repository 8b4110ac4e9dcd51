import type { KeyObject } from 'node:crypto';
import { createHmac, sign, timingSafeEqual, verify } from 'node:crypto';
import type { Principal } from '@paygate/contracts';
import type { MessageKeys } from './message-keys.js';
import { addresseeOf, sharedKeyFor } from './message-keys.js';

/** The headers of a signed message. */
export type SignedHeaders = Readonly<Record<'envelope' | 'signature', string>>;

/** The parts that a signature covers: a message that is moved to another topic or key, or altered in any part, is forged. */
export interface SignedParts {
  readonly topic: string;
  readonly key: string;
  /** The text of the envelope header. */
  readonly envelope: string;
  readonly value: string | Uint8Array;
}

/** A message that is to be signed. */
export interface UnsignedMessage extends Omit<SignedParts, 'envelope'> {
  /** The JSON of an envelope without producer and key id. */
  readonly draft: string;
  readonly value: string;
  /** Replies: the sender of the command that is answered. */
  readonly caller?: Principal;
}

const DIGEST_BYTES = 32;

/**
 * Signs what one principal sends and verifies what it reads: with HMAC-SHA-256 under a key that only the two sides of a command or the
 * readers of an event hold, and with Ed25519 what many read and none of them may make. {@link sharedKeyFor} decides, never the message.
 */
export class MessageSigner {
  readonly #keys: MessageKeys;

  constructor(
    readonly self: Principal,
    keys: MessageKeys,
  ) {
    this.#keys = keys;
  }

  /**
   * Completes an envelope, and signs it with the message. Throws TypeError when this principal has no key for such a message.
   */
  sign({ draft, caller, ...message }: UnsignedMessage): SignedHeaders {
    const owner = sharedKeyFor(this.self, message.topic, caller ?? addresseeOf(message.topic));
    const named = owner === undefined ? this.#keys.own?.current(this.self) : this.#keys.shared.current(owner);
    if (named === undefined) throw new TypeError(`${this.self} has no key for a message of ${message.topic}`);
    const envelope = `${draft.slice(0, -1)},"producer":"${this.self}","keyId":"${named.kid}"}`;
    const parts = { ...message, envelope };
    const signature = owner === undefined ? sign(null, signedBytes(parts), named.key) : digest(named.key, parts);
    return { envelope, signature: signature.toString('base64url') };
  }

  /** True when `signature` is that of the named producer, in a message to this principal. */
  verify(
    signer: { readonly producer: Principal; readonly keyId: string },
    parts: SignedParts,
    signature: string,
  ): boolean {
    const given = Buffer.from(signature, 'base64url');
    const owner = sharedKeyFor(signer.producer, parts.topic, this.self);
    if (owner === undefined) {
      const key = this.#keys.trusted.find(signer.producer, signer.keyId);
      return key !== undefined && verify(null, signedBytes(parts), key, given);
    }
    const key = this.#keys.shared.find(owner, signer.keyId);
    return key !== undefined && given.length === DIGEST_BYTES && timingSafeEqual(given, digest(key, parts));
  }
}

function digest(key: KeyObject, parts: SignedParts): Buffer {
  return createHmac('sha256', key).update(signedHead(parts)).update(parts.value).digest();
}

function signedBytes(parts: SignedParts): Buffer {
  return Buffer.concat([Buffer.from(signedHead(parts)), Buffer.from(parts.value as string)]);
}

/** Lengths come first, so that no two messages have one text. */
function signedHead({ topic, key, envelope }: SignedParts): string {
  return `${topic.length}.${key.length}.${envelope.length}.${topic}${key}${envelope}`;
}
