import { Injectable } from '@nestjs/common';
import type { SecretKeys } from '@paygate/platform';
import { hmacSha256, secretKeysOf } from '@paygate/platform';
import { OtpConfig } from './config.js';

/** What is stored or counted as an HMAC only. A value of one kind never equals one of another. */
type Hashed = 'code' | 'body' | 'phone' | 'address' | 'destination';

/**
 * HMACs under the pepper, which is not in the database: they take the place of codes, numbers and addresses at rest. While the pepper is
 * replaced there are several: the first is stored and counted under.
 */
@Injectable()
export class Pepper {
  readonly #keys: SecretKeys;

  constructor(config: OtpConfig) {
    this.#keys = secretKeysOf(config.OTP_PEPPER);
  }

  mac(kind: Hashed, ...parts: readonly string[]): Buffer {
    return hmacSha256(this.#keys[0], textOf(kind, parts));
  }

  /** The same under each pepper, first the one in use. */
  macs(kind: Hashed, ...parts: readonly string[]): readonly Buffer[] {
    return this.#keys.map((key) => hmacSha256(key, textOf(kind, parts)));
  }
}

function textOf(kind: Hashed, parts: readonly string[]): string {
  return [kind, ...parts].join('\u0000');
}
