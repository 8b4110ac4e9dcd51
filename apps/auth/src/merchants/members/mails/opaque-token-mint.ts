import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { OpaqueTokenKind, StoppedMails } from '@paygate/platform';
import { mintOpaqueToken, opaqueTokenHash, secretKeysOf, stopTokenOf } from '@paygate/platform';
import { AuthConfig } from '../../../config.js';

/** A new token, and the hash that is stored. */
export interface MintedToken {
  readonly text: string;
  readonly hash: string;
}

/** Mints the tokens of sessions and e-mails. They are found by a hash, which the gateway computes from the presented token. */
@Injectable()
export class OpaqueTokenMint {
  readonly #pepper: KeyObject;

  constructor(config: AuthConfig) {
    [this.#pepper] = secretKeysOf(config.API_KEY_PEPPER);
  }

  mint(kind: OpaqueTokenKind): MintedToken {
    const text = mintOpaqueToken(kind);
    return { text, hash: opaqueTokenHash(this.#pepper, text) };
  }

  /** The token by which mails of notices are stopped. */
  stopTokenOf(stopped: StoppedMails): string {
    return stopTokenOf(this.#pepper, stopped);
  }
}
