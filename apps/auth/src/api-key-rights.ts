import { Injectable } from '@nestjs/common';
import type { Principal, Refusal } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { ApiKeysRepository } from './api-keys.repository.js';
import type { WantedApiKey } from './domain/api-key.js';
import { endOf, mayGrant } from './domain/api-key.js';

/** Who asks for a key, or for the end of one. */
export interface KeyAsker {
  readonly principal: Principal;
  /** The API key on whose behalf the gateway asks. */
  readonly actorKeyId: string | undefined;
}

/** What those who ask may do with keys. An operator may do anything. */
@Injectable()
export class ApiKeyRights {
  constructor(private readonly apiKeys: ApiKeysRepository) {}

  /** Why who asks may not have, or end, such a key; undefined when they may. In a transaction that holds the merchant. */
  async refusalOf(
    tx: DatabaseTransaction,
    { principal, actorKeyId }: KeyAsker,
    key: WantedApiKey,
    now: Date,
  ): Promise<Refusal | undefined> {
    if (principal === 'operator') return undefined;
    const actor = actorKeyId === undefined ? undefined : await this.apiKeys.findOwned(tx, actorKeyId, key);
    if (actor === undefined) return refuse('scope_missing');
    // a gateway that has not heard of the revocation yet lets its key in
    const end = endOf(actor, now);
    if (end !== undefined) return refuse(end);
    return actor.id === key.id || mayGrant(actor, key) ? undefined : refuse('scope_missing');
  }
}
