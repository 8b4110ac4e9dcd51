import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import type { SecretKeys } from '@paygate/platform';
import { ConfigurationError, hmacSha256, parseKeyring, secretKeysOf } from '@paygate/platform';
import { OtpConfig } from './config.js';

/** The kinds of values that are stored or counted as an HMAC only. A value of one kind never equals one of another. */
type Hashed = 'code' | 'body' | 'phone' | 'address';

/**
 * HMACs under the pepper, which is not in the database: they take the place of codes, numbers and addresses at rest. While the pepper is
 * replaced there are several: the first is stored and counted under.
 */
@Injectable()
export class Pepper {
  readonly #keys: SecretKeys;
  readonly #lastingKey: KeyObject;

  constructor(config: OtpConfig) {
    this.#keys = secretKeysOf(config.OTP_PEPPER);
    const oldest = parseKeyring(config.OTP_DATA_KEYS.reveal()).oldest('otp');
    if (oldest === undefined) throw new ConfigurationError(['OTP_DATA_KEYS holds no key of otp']);
    this.#lastingKey = oldest.key;
  }

  mac(kind: Hashed, ...parts: readonly string[]): Buffer {
    return hmacSha256(this.#keys[0], textOf(kind, parts));
  }

  /** The same under each pepper, first the one in use. */
  macs(kind: Hashed, ...parts: readonly string[]): readonly Buffer[] {
    return this.#keys.map((key) => hmacSha256(key, textOf(kind, parts)));
  }

  /**
   * The key from which the destination of an unknown user is derived. Its key is no pepper: a destination that changed when the pepper is
   * replaced would distinguish this user from a known one.
   */
  destinationSeed(mode: Mode, userId: string): Buffer {
    return hmacSha256(this.#lastingKey, textOf('destination', [mode, userId]));
  }
}

function textOf(kind: string, parts: readonly string[]): string {
  return [kind, ...parts].join('\u0000');
}
