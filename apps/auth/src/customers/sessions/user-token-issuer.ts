import { Injectable } from '@nestjs/common';
import type { Mode, UserTokenContact } from '@paygate/contracts';
import { userTokenContactContext, userTokenKind } from '@paygate/contracts';
import { Database, Sealer, SigningKeys, TokenIssuer, uuidV7 } from '@paygate/platform';
import { DeniedTokensRepository } from './denied-tokens.repository.js';

export interface TokenSubject {
  readonly userId: string;
  readonly mode: Mode;
  /** The merchant whose key obtains the token; other merchants' requests refuse it. */
  readonly merchantId: string;
  readonly contact: UserTokenContact;
}

/** Signs user tokens with the current key of the database, at the database's time. */
@Injectable()
export class UserTokenIssuer {
  constructor(
    private readonly database: Database,
    private readonly keys: SigningKeys,
    private readonly denied: DeniedTokensRepository,
    private readonly sealer: Sealer,
  ) {}

  async issue({ userId, mode, merchantId, contact }: TokenSubject): Promise<{ token: string; expiresAt: Date }> {
    const now = await this.database.now();
    const key = await this.keys.at(this.database, now);
    const lifetimeSeconds = this.keys.tokenTtlSeconds;
    const issuedAt = await this.#timeOfIssue(userId, now);
    const issuer = new TokenIssuer({ ...userTokenKind, now: () => issuedAt });
    const sealed = this.sealer.seal('otp', JSON.stringify(contact), userTokenContactContext(mode, userId));
    const claims = { sub: userId, mode, azp: merchantId, jti: uuidV7(), contact: sealed, lifetimeSeconds };
    const token = issuer.sign(claims, key);
    return { token, expiresAt: new Date((Math.floor(issuedAt.getTime() / 1000) + lifetimeSeconds) * 1000) };
  }

  /** A new token must not be among those that are denied: at most a second later than now, which verifiers allow for. */
  async #timeOfIssue(userId: string, now: Date): Promise<Date> {
    const deniedUntil = await this.denied.deniedUntil(userId);
    return deniedUntil === undefined || deniedUntil < now ? now : new Date(deniedUntil.getTime() + 1);
  }
}
