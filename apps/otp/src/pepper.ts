import type { KeyObject } from 'node:crypto';
import { createSecretKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hmacSha256 } from '@paygate/platform';
import { OtpConfig } from './config.js';

/** What is stored or counted as an HMAC only. A value of one kind never equals one of another. */
type Hashed = 'code' | 'body' | 'phone' | 'address' | 'destination';

/** HMACs under the pepper, which is not in the database: they take the place of codes, numbers and addresses at rest. */
@Injectable()
export class Pepper {
  readonly #key: KeyObject;

  constructor(config: OtpConfig) {
    this.#key = createSecretKey(Buffer.from(config.OTP_PEPPER.reveal(), 'base64'));
  }

  mac(kind: Hashed, ...parts: readonly string[]): Buffer {
    return hmacSha256(this.#key, [kind, ...parts].join('\u0000'));
  }
}
