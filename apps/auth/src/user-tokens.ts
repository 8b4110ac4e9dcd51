import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import { userTokenKind } from '@paygate/contracts';
import { Database, SigningKeys, TokenIssuer, uuidV7 } from '@paygate/platform';
import { AuthConfig } from './config.js';

export interface TokenSubject {
  readonly userId: string;
  readonly mode: Mode;
  /** The merchant whose key obtains the token: at another one it is worth nothing. */
  readonly merchantId: string;
}

/** Signs user tokens with the key that the database says is current, at the database's time. */
@Injectable()
export class UserTokens {
  constructor(
    private readonly database: Database,
    private readonly keys: SigningKeys,
    private readonly config: AuthConfig,
  ) {}

  async issue(subject: TokenSubject): Promise<{ token: string; expiresAt: Date }> {
    const now = await this.database.now();
    const key = await this.keys.at(this.database, now);
    const lifetimeSeconds = this.config.USER_TOKEN_TTL_SECONDS;
    const issuer = new TokenIssuer({ ...userTokenKind, now: () => now });
    const claims = { sub: subject.userId, mode: subject.mode, azp: subject.merchantId, jti: uuidV7(), lifetimeSeconds };
    const token = issuer.sign(claims, key);
    return { token, expiresAt: new Date((Math.floor(now.getTime() / 1000) + lifetimeSeconds) * 1000) };
  }
}
