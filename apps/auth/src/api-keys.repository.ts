import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import { apiKeySchema } from './auth.schema.js';
import type { ApiKey, WantedApiKey } from './domain/api-key.js';
import type { Merchant } from './domain/merchant.js';

export interface KeyOfMerchant {
  readonly key: ApiKey;
  readonly merchant: Merchant;
}

const COLUMNS = `k.id, k.merchant_id AS "merchantId", k.mode, k.type, k.name, k.hash, k.scopes, k.origins, k.version,
  k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt"`;

@Injectable()
export class ApiKeysRepository {
  /** Stores a new key; undefined when its id is used. */
  async insert(tx: DatabaseTransaction, wanted: WantedApiKey, hash: string): Promise<ApiKey | undefined> {
    const [key] = await tx.query<ApiKey>({
      name: 'api-key-insert',
      text: `INSERT INTO api_key AS k (id, merchant_id, mode, type, name, hash) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (id) DO NOTHING RETURNING ${COLUMNS}`,
      values: [wanted.id, wanted.merchantId, wanted.mode, wanted.type, wanted.name, hash],
    });
    return key;
  }

  async find(tx: DatabaseTransaction, id: string): Promise<ApiKey | undefined> {
    return (await tx.manager.findOneBy(apiKeySchema, { id })) ?? undefined;
  }

  /** Revokes a key of this merchant; undefined when there is none, or when it is revoked already. */
  async revoke(tx: DatabaseTransaction, id: string, merchantId: string): Promise<ApiKey | undefined> {
    const [key] = await tx.query<ApiKey>({
      name: 'api-key-revoke',
      text: `UPDATE api_key AS k SET revoked_at = clock_timestamp(), changed_at = clock_timestamp(), version = version + 1
        WHERE id = $1 AND merchant_id = $2 AND revoked_at IS NULL RETURNING ${COLUMNS}`,
      values: [id, merchantId],
    });
    return key;
  }

  /** The next keys after an id in the order of ids, with their merchants; `changedWithinSeconds` leaves out older changes. */
  async page(
    tx: DatabaseTransaction,
    { after, limit, changedWithinSeconds }: { after: string; limit: number; changedWithinSeconds?: number },
  ): Promise<readonly KeyOfMerchant[]> {
    const rows = await tx.query<ApiKey & { merchant: Merchant }>({
      name: 'api-key-page',
      text: `SELECT ${COLUMNS}, json_build_object('id', m.id, 'name', m.name, 'active', m.active,
            'requireSignIn', m.require_sign_in) AS merchant
        FROM api_key k JOIN merchant m ON m.id = k.merchant_id
        WHERE k.id > $1 AND ($3::int IS NULL OR k.revoked_at IS NOT NULL
          OR k.changed_at > clock_timestamp() - make_interval(secs => $3::int))
        ORDER BY k.id LIMIT $2`,
      values: [after, limit, changedWithinSeconds ?? null],
    });
    return rows.map(({ merchant, ...key }) => ({ key, merchant }));
  }
}
