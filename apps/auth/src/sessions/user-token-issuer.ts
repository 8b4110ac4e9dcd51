import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import { userTokenKind } from '@paygate/contracts';
import { Database, SigningKeys, TokenIssuer, uuidV7 } from '@paygate/platform';
import { AuthConfig } from '../config.js';
import { DeniedTokensRepository } from './denied-tokens.repository.js';

export interface TokenSubject {
  readonly userId: string;
  readonly mode: Mode;
  /** The merchant whose key obtains the token; other merchants' requests refuse it. */
  readonly merchantId: string;
}

/** Signs user tokens with the current key of the database, at the database's time. */
@Injectable()
export class UserTokenIssuer {
  constructor(
    private readonly database: Database,
    private readonly keys: SigningKeys,
    private readonly denied: DeniedTokensRepository,
    private readonly config: AuthConfig,
  ) {}

  async issue(subject: TokenSubject): Promise<{ token: string; expiresAt: Date }> {
    const now = await this.database.now();
    const key = await this.keys.at(this.database, now);
    const lifetimeSeconds = this.config.USER_TOKEN_TTL_SECONDS;
    const issuedAt = await this.#timeOfIssue(subject.userId, now);
    const issuer = new TokenIssuer({ ...userTokenKind, now: () => issuedAt });
    const claims = { sub: subject.userId, mode: subject.mode, azp: subject.merchantId, jti: uuidV7(), lifetimeSeconds };
    const token = issuer.sign(claims, key);
    return { token, expiresAt: new Date((Math.floor(issuedAt.getTime() / 1000) + lifetimeSeconds) * 1000) };
  }

  /** A new token must not be among those that are denied: at most a second later than now, which verifiers allow for. */
  async #timeOfIssue(userId: string, now: Date): Promise<Date> {
    const deniedUntil = await this.denied.deniedUntil(userId);
    return deniedUntil === undefined || deniedUntil < now ? now : new Date(deniedUntil.getTime() + 1);
  }
}
