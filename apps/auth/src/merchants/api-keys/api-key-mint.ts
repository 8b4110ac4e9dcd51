import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Principal, Sealed } from '@paygate/contracts';
import { apiKeyHash, mintApiKey, Sealer, secretKeysOf } from '@paygate/platform';
import { AuthConfig } from '../../config.js';
import type { WantedApiKey } from './api-key.js';

/** A new key: the stored hash, its text, which only the requester can open, and the text again if it is public. */
export interface MintedKey {
  readonly hash: string;
  readonly sealedText: Sealed;
  readonly publicText: string | null;
}

/** The only place where the text of an API key exists, unless it is public. */
@Injectable()
export class ApiKeyMint {
  readonly #pepper: KeyObject;

  constructor(
    private readonly sealer: Sealer,
    config: AuthConfig,
  ) {
    [this.#pepper] = secretKeysOf(config.API_KEY_PEPPER);
  }

  mint({ type, mode, id }: Pick<WantedApiKey, 'type' | 'mode' | 'id'>, requester: Principal): MintedKey {
    const text = mintApiKey(type, mode, id);
    const sealedText = this.sealer.seal(requester, text, 'api-key.text');
    return { hash: apiKeyHash(this.#pepper, text), sealedText, publicText: type === 'publishable' ? text : null };
  }
}
