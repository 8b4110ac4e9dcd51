import { Injectable } from '@nestjs/common';
import type { KeyUse, Mode } from '@paygate/contracts';
import { ENDED_API_KEY_KEPT_DAYS } from '@paygate/contracts';
import type { DatabaseTransaction, Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { apiKeySchema } from './api-key.schema.js';
import type { ApiKey, WantedApiKey } from './api-key.js';
import type { Merchant } from '../merchant/merchant.js';

export interface KeyOfMerchant {
  readonly key: ApiKey;
  readonly merchant: Merchant;
}

/** The merchant and mode that keys belong to. */
export interface KeyOwner {
  readonly merchantId: string;
  readonly mode: Mode;
}

export interface NewApiKey {
  readonly wanted: WantedApiKey;
  readonly hash: string;
  readonly publicText: string | null;
  /** The key that it replaces. */
  readonly predecessorId: string | undefined;
  /** The key that makes it. */
  readonly makerId: string | null;
  readonly eventsByScope: boolean;
}

const COLUMNS = `k.id, k.merchant_id AS "merchantId", k.mode, k.type, k.name, k.hash, k.public_text AS "publicText", k.scopes, k.origins, k.version,
  k.created_at AS "createdAt", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt", k.last_used_at AS "lastUsedAt",
  k.maker_id AS "makerId", k.events_by_scope AS "eventsByScope"`;

/** Transactions that change keys lock their merchant's row, so what they read here cannot change before they end. */
@Injectable()
export class ApiKeysRepository {
  constructor(private readonly database: Database) {}

  async insert(
    tx: DatabaseTransaction,
    { wanted, hash, publicText, predecessorId, makerId, eventsByScope }: NewApiKey,
  ): Promise<ApiKey> {
    const { id, merchantId, mode, type, name, scopes, origins, expiresAt } = wanted;
    const [key] = await tx.query<ApiKey>({
      name: 'api-key-insert',
      text: `INSERT INTO api_key AS k (id, merchant_id, mode, type, name, hash, scopes, origins, expires_at, predecessor_id,
          public_text, maker_id, events_by_scope)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING ${COLUMNS}`,
      values: [
        ...[id, merchantId, mode, type, name, hash, scopes, origins, expiresAt?.toISOString() ?? null],
        ...[predecessorId ?? null, publicText, makerId, eventsByScope],
      ],
    });
    if (key === undefined) throw new Error('an insert gave no row');
    return key;
  }

  async find(tx: DatabaseTransaction, id: string): Promise<ApiKey | undefined> {
    return (await tx.manager.findOneBy(apiKeySchema, { id })) ?? undefined;
  }

  /** Another owner's key is answered like a missing one. */
  async findOwned(tx: DatabaseTransaction, id: string, { merchantId, mode }: KeyOwner): Promise<ApiKey | undefined> {
    return (await tx.manager.findOneBy(apiKeySchema, { id, merchantId, mode })) ?? undefined;
  }

  async findSuccessor(tx: DatabaseTransaction, predecessorId: string): Promise<ApiKey | undefined> {
    return (await tx.manager.findOneBy(apiKeySchema, { predecessorId })) ?? undefined;
  }

  /** The time of a decision, read after the locks. */
  async now(tx: DatabaseTransaction): Promise<Date> {
    const [row] = await tx.query<{ now: Date }>({ name: 'api-key-now', text: 'SELECT clock_timestamp() AS now' });
    if (row === undefined) throw new Error('a select without a table gave no row');
    return row.now;
  }

  async countInForce(tx: DatabaseTransaction, { merchantId, mode }: KeyOwner): Promise<number> {
    const [row] = await tx.query<{ count: number }>({
      name: 'api-key-count',
      text: `SELECT count(*)::int AS count FROM api_key WHERE merchant_id = $1 AND mode = $2
        AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > clock_timestamp())`,
      values: [merchantId, mode],
    });
    return row?.count ?? 0;
  }

  /** The number of keys created within 24 hours, ended ones included. */
  async countCreatedWithinDay(tx: DatabaseTransaction, { merchantId, mode }: KeyOwner): Promise<number> {
    const [row] = await tx.query<{ count: number }>({
      name: 'api-key-count-made',
      text: `SELECT count(*)::int AS count FROM api_key
        WHERE merchant_id = $1 AND mode = $2 AND created_at > clock_timestamp() - interval '24 hours'`,
      values: [merchantId, mode],
    });
    return row?.count ?? 0;
  }

  /** Writes the name and the origins of a key. */
  async update(
    tx: DatabaseTransaction,
    { id, name, origins }: Pick<ApiKey, 'id' | 'name' | 'origins'>,
  ): Promise<ApiKey> {
    const [key] = await tx.query<ApiKey>({
      name: 'api-key-update',
      text: `UPDATE api_key AS k SET name = $2, origins = $3, changed_at = clock_timestamp(), version = version + 1
        WHERE id = $1 RETURNING ${COLUMNS}`,
      values: [id, name, origins],
    });
    if (key === undefined) throw new Error('a key disappeared under the lock of its merchant');
    return key;
  }

  /** Revokes keys that are not revoked, in the order of ids, as {@link noteUses}. */
  async revoke(tx: DatabaseTransaction, ids: readonly string[]): Promise<readonly ApiKey[]> {
    return tx.query<ApiKey>({
      name: 'api-key-revoke',
      text: `WITH held AS MATERIALIZED (SELECT id FROM api_key WHERE id = ANY ($1::text[]) AND revoked_at IS NULL
            ORDER BY id FOR NO KEY UPDATE)
        UPDATE api_key AS k SET revoked_at = clock_timestamp(), changed_at = clock_timestamp(), version = version + 1
        FROM held WHERE held.id = k.id RETURNING ${COLUMNS}`,
      values: [ids],
    });
  }

  /**
   * Gives every key in force a new version, because the merchant's settings that it carries have changed. In the order of ids,
   * as {@link noteUses}.
   */
  async renew(tx: DatabaseTransaction, merchantId: string): Promise<readonly ApiKey[]> {
    return tx.query<ApiKey>({
      name: 'api-key-renew',
      text: `WITH held AS MATERIALIZED (SELECT id FROM api_key
            WHERE merchant_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > clock_timestamp())
            ORDER BY id FOR NO KEY UPDATE)
        UPDATE api_key AS k SET changed_at = clock_timestamp(), version = version + 1 FROM held WHERE held.id = k.id
        RETURNING ${COLUMNS}`,
      values: [merchantId],
    });
  }

  /** Ends a key so many seconds from now, or at its earlier expiry. */
  async retire(tx: DatabaseTransaction, id: string, overlapSeconds: number): Promise<ApiKey> {
    const [key] = await tx.query<ApiKey>({
      name: 'api-key-retire',
      text: `UPDATE api_key AS k SET changed_at = clock_timestamp(), version = version + 1, expires_at
          = least(expires_at, date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => $2::int))
        WHERE id = $1 RETURNING ${COLUMNS}`,
      values: [id, overlapSeconds],
    });
    if (key === undefined) throw new Error('a key disappeared under the lock of its merchant');
    return key;
  }

  /** Notes when keys were used; a time never goes back, or ahead of now. The order of ids keeps two batches from deadlock. */
  async noteUses(uses: readonly KeyUse[]): Promise<void> {
    await this.database.execute({
      name: 'api-key-uses',
      text: `WITH used AS (SELECT id, least(max(at), clock_timestamp()) AS at
            FROM unnest($1::text[], $2::timestamptz[]) AS given (id, at) GROUP BY id),
          held AS MATERIALIZED (SELECT k.id, used.at FROM api_key k JOIN used ON used.id = k.id COLLATE "C"
            WHERE k.last_used_at IS NULL OR k.last_used_at < used.at ORDER BY k.id FOR UPDATE OF k)
        UPDATE api_key AS k SET last_used_at = held.at FROM held WHERE held.id = k.id`,
      values: [uses.map(({ apiKeyId }) => apiKeyId), uses.map(({ usedAt }) => usedAt)],
    });
  }

  /** Keys of one owner, newest first. */
  async list(owner: KeyOwner, limit: number, startingAfter: string | undefined): Promise<readonly ApiKey[]> {
    return this.database.query<ApiKey>({
      name: 'api-key-list',
      text: `SELECT ${COLUMNS} FROM api_key k
        WHERE merchant_id = $1 AND mode = $2 AND ($3::text IS NULL OR id < $3 COLLATE "C") ORDER BY id DESC LIMIT $4`,
      values: [owner.merchantId, owner.mode, startingAfter ?? null, limit],
    });
  }

  /** The next keys after an id in the order of ids, with their merchants, without those that ended long ago. */
  async page(database: Queryable, after: string, limit: number): Promise<readonly KeyOfMerchant[]> {
    const rows = await database.query<ApiKey & { merchant: Merchant }>({
      name: 'api-key-page',
      text: `SELECT ${COLUMNS}, json_build_object('id', m.id, 'name', m.name, 'active', m.active,
            'liveActive', m.live_active, 'customerSignIn', m.customer_sign_in,
            'otherPhones', m.other_phones, 'guestPayments', m.guest_payments, 'apiVersion', m.api_version) AS merchant
        FROM api_key k JOIN merchant m ON m.id = k.merchant_id
        WHERE k.id > $1 AND coalesce(least(k.revoked_at, k.expires_at), 'infinity')
            > clock_timestamp() - make_interval(days => ${ENDED_API_KEY_KEPT_DAYS})
        ORDER BY k.id LIMIT $2`,
      values: [after, limit],
    });
    return rows.map(({ merchant, ...key }) => ({ key, merchant }));
  }
}
