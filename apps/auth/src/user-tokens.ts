import type { KeyObject } from 'node:crypto';
import { createPrivateKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import { userTokenKind } from '@paygate/contracts';
import { DatabaseUnavailable, TokenIssuer, uuidV7 } from '@paygate/platform';
import { AuthConfig } from './config.js';
import type { CurrentKey } from './signing-keys.repository.js';
import { SigningKeysRepository } from './signing-keys.repository.js';
import { Vault } from './vault.js';

export interface TokenSubject {
  readonly userId: string;
  readonly mode: Mode;
  /** The merchant whose key obtains the token: at another one it is worth nothing. */
  readonly merchantId: string;
}

/** Signs user tokens with the key that the database says is current, at the database's time. */
@Injectable()
export class UserTokens {
  /** Opening a sealed key costs more than signing with it, so the last one is kept open. */
  #opened: { readonly kid: string; readonly privateKey: KeyObject } | undefined;

  constructor(
    private readonly keys: SigningKeysRepository,
    private readonly vault: Vault,
    private readonly config: AuthConfig,
  ) {}

  async issue(subject: TokenSubject): Promise<{ token: string; expiresAt: Date }> {
    const current = await this.keys.current();
    if (current === undefined) throw new DatabaseUnavailable('no key signs yet');
    const lifetimeSeconds = this.config.USER_TOKEN_TTL_SECONDS;
    const issuer = new TokenIssuer({ ...userTokenKind, now: () => current.now });
    const claims = { sub: subject.userId, mode: subject.mode, azp: subject.merchantId, jti: uuidV7(), lifetimeSeconds };
    const token = issuer.sign(claims, this.#open(current));
    return { token, expiresAt: new Date((Math.floor(current.now.getTime() / 1000) + lifetimeSeconds) * 1000) };
  }

  #open({ kid, sealedPrivateKey }: CurrentKey): { kid: string; privateKey: KeyObject } {
    if (this.#opened?.kid !== kid) {
      const pem = this.vault.open(sealedPrivateKey, 'signing_key.private', kid);
      this.#opened = { kid, privateKey: createPrivateKey(pem) };
    }
    return this.#opened;
  }
}
