import type { KeyObject } from 'node:crypto';
import { createHmac, sign, timingSafeEqual, verify } from 'node:crypto';
import type { Principal } from '@paygate/contracts';
import type { NamedKey } from '@paygate/platform';
import type { MessageKeys } from './message-keys.js';
import { needsKeyPair } from './message-keys.js';

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

/** How a message must be signed, where its topic does not say it: a reply with rows of a table. */
export interface VerifyOptions {
  readonly withKeyPair?: boolean;
}

const DIGEST_BYTES = 32;

/**
 * Signs what one principal sends and verifies what all of them send: with HMAC-SHA-256 between services, and with Ed25519 what
 * {@link needsKeyPair}. The reader decides which of them counts, never the message.
 */
export class MessageSigner {
  readonly #keys: MessageKeys;
  readonly #shared: Signing | undefined;
  readonly #pair: Signing | undefined;

  constructor(
    readonly self: Principal,
    keys: MessageKeys,
  ) {
    this.#keys = keys;
    this.#shared = signingOf(self, keys.shared.current(self));
    this.#pair = signingOf(self, keys.own?.current(self));
  }

  /**
   * Completes `draft`, the JSON of an envelope without producer and key id, and signs it with the message. Throws TypeError when this
   * principal has no such key.
   */
  sign(topic: string, key: string, draft: string, value: string): SignedHeaders {
    if (needsKeyPair(this.self, topic)) return this.signWithKeyPair(topic, key, draft, value);
    const signing = this.#signing(this.#shared);
    const envelope = draft.slice(0, -1) + signing.tail;
    return { envelope, signature: digest(signing.key, { topic, key, envelope, value }).toString('base64url') };
  }

  /** The same with the key pair, for a reply that holds rows of a table. */
  signWithKeyPair(topic: string, key: string, draft: string, value: string): SignedHeaders {
    const signing = this.#signing(this.#pair);
    const envelope = draft.slice(0, -1) + signing.tail;
    const signature = sign(null, signedBytes({ topic, key, envelope, value }), signing.key);
    return { envelope, signature: signature.toString('base64url') };
  }

  /** Whether `signature` is that of the named producer, with the kind of key that the message needs. */
  verify(
    signer: { readonly producer: Principal; readonly keyId: string },
    parts: SignedParts,
    signature: string,
    options: VerifyOptions = {},
  ): boolean {
    const given = Buffer.from(signature, 'base64url');
    if (options.withKeyPair === true || needsKeyPair(signer.producer, parts.topic)) {
      const key = this.#keys.trusted.find(signer.producer, signer.keyId);
      return key !== undefined && verify(null, signedBytes(parts), key, given);
    }
    const key = this.#keys.shared.find(signer.producer, signer.keyId);
    return key !== undefined && given.length === DIGEST_BYTES && timingSafeEqual(given, digest(key, parts));
  }

  #signing(signing: Signing | undefined): Signing {
    if (signing === undefined) throw new TypeError(`${this.self} has no key for such a message`);
    return signing;
  }
}

/** A key that signs, with the end of the envelopes that name it. */
interface Signing {
  readonly key: KeyObject;
  readonly tail: string;
}

function signingOf(self: Principal, named: NamedKey | undefined): Signing | undefined {
  if (named === undefined) return undefined;
  return { key: named.key, tail: `,"producer":${JSON.stringify(self)},"keyId":${JSON.stringify(named.kid)}}` };
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
