import type { KeyObject } from 'node:crypto';
import { createSecretKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { OpaqueTokenKind } from '@paygate/platform';
import { mintOpaqueToken, opaqueTokenHash } from '@paygate/platform';
import { AuthConfig } from '../../config.js';

/** A new token, and what is stored of it. */
export interface MintedToken {
  readonly text: string;
  readonly hash: string;
}

/**
 * Mints tokens of sessions and e-mails. What finds them is a hash: the gateway hashes what it is shown. Their texts lie sealed
 * only: that of a session with the answer which an idempotency key is given again, that of an e-mail where it waits to be sent.
 */
@Injectable()
export class OpaqueTokenMint {
  readonly #pepper: KeyObject;

  constructor(config: AuthConfig) {
    this.#pepper = createSecretKey(Buffer.from(config.API_KEY_PEPPER.reveal(), 'base64'));
  }

  mint(kind: OpaqueTokenKind): MintedToken {
    const text = mintOpaqueToken(kind);
    return { text, hash: opaqueTokenHash(this.#pepper, text) };
  }
}
