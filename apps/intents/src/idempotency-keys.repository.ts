import { Injectable } from '@nestjs/common';
import type { Idempotency, Mode, Refusal } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database, OF_MESSAGES } from '@paygate/platform';

/** An idempotency key is scoped to merchant, mode and route. */
export type IdempotentRoute = 'create-intent' | 'cancel-intent';

/** A key in its scope. */
export interface ScopedKey {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly route: IdempotentRoute;
  readonly idempotency: Idempotency;
}

/** What a key that is taken stands for. */
export interface KeyHolder {
  readonly bodyHash: string;
  /** What the first request was refused with, if it was. */
  readonly refusal: Refusal | undefined;
}

const takeText = `
INSERT INTO idempotency (merchant_id, mode, route, key_hash, body_hash, intent_id, created_at)
VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp()) ON CONFLICT DO NOTHING`;

const holderText = `
SELECT body_hash AS "bodyHash", refusal FROM idempotency
 WHERE (merchant_id, mode, route, key_hash) = ($1, $2, $3, $4)`;

const rememberText = `
UPDATE idempotency SET refusal = new.refusal
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
       AS new (merchant_id, mode, route, key_hash, refusal)
 WHERE (idempotency.merchant_id, idempotency.mode, idempotency.route, idempotency.key_hash)
     = (new.merchant_id, new.mode, new.route, new.key_hash) AND idempotency.refusal IS NULL
   AND (idempotency.route <> 'create-intent' OR NOT EXISTS (SELECT FROM intent WHERE id = idempotency.intent_id))`;

const holdText = `
SELECT FROM idempotency
 WHERE (merchant_id, mode, route, key_hash) IN (SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]))
 ORDER BY merchant_id, mode, route, key_hash FOR UPDATE`;

const forgetText = `
DELETE FROM idempotency WHERE ctid = ANY (ARRAY (
  SELECT ctid FROM idempotency WHERE created_at < (SELECT clock_timestamp()) - make_interval(days => $1) LIMIT $2
  FOR UPDATE SKIP LOCKED))`;

const forgetMessagesText = `
DELETE FROM idempotency WHERE ctid = ANY (ARRAY (
  SELECT ctid FROM idempotency
   WHERE ${OF_MESSAGES} AND created_at < (SELECT clock_timestamp()) - interval '1 hour' LIMIT $1
  FOR UPDATE SKIP LOCKED))`;

/** The idempotency keys of what merchants ask for. Creations take theirs in the statement that places their intents. */
@Injectable()
export class IdempotencyKeysRepository {
  constructor(private readonly database: Database) {}

  /**
   * Takes a key for what is done to an intent; gives who holds it already. Waits for a request with the same key that is
   * under way: throws LockTimedOut when that takes too long.
   */
  async take(tx: DatabaseTransaction, key: ScopedKey, intentId: string): Promise<KeyHolder | undefined> {
    const { merchantId, mode, route, idempotency } = key;
    const scope = [merchantId, mode, route, idempotency.keyHash];
    const values = [...scope, idempotency.bodyHash, intentId];
    if ((await tx.execute({ name: 'idempotency.take', text: takeText, values })) === 1) return undefined;
    const [row] = await tx.query<{ bodyHash: string; refusal: string | null }>({
      name: 'idempotency.holder',
      text: holderText,
      values: scope,
    });
    return row === undefined ? undefined : { bodyHash: row.bodyHash, refusal: storedRefusal(row.refusal) };
  }

  /** Lets nobody act on behalf of these keys before the transaction ends. */
  async hold(tx: DatabaseTransaction, keys: readonly ScopedKey[]): Promise<void> {
    await tx.execute({ name: 'idempotency.hold', text: holdText, values: columnsOf(keys) });
  }

  /**
   * Keeps what requests were refused with: the answer to their keys from now on. The first answer counts, be it a refusal or
   * an intent.
   */
  async remember(
    tx: DatabaseTransaction,
    refused: readonly (ScopedKey & { readonly refusal: Refusal })[],
  ): Promise<void> {
    const values = [...columnsOf(refused), refused.map(({ refusal }) => JSON.stringify(refusal))];
    await tx.execute({ name: 'idempotency.remember', text: rememberText, values });
  }

  /** Forgets keys that are older than they need be, at most `limit`; gives how many. */
  forget(retentionDays: number, limit: number): Promise<number> {
    return this.database.execute({ name: 'idempotency.forget', text: forgetText, values: [retentionDays, limit] });
  }

  /** The same of the keys of messages, which cannot come again after an hour. */
  forgetMessages(limit: number): Promise<number> {
    return this.database.execute({ name: 'idempotency.forget-messages', text: forgetMessagesText, values: [limit] });
  }
}

function columnsOf(keys: readonly ScopedKey[]): readonly (readonly string[])[] {
  return [
    keys.map(({ merchantId }) => merchantId),
    keys.map(({ mode }) => mode),
    keys.map(({ route }) => route),
    keys.map(({ idempotency }) => idempotency.keyHash),
  ];
}

/** A refusal as its column holds it. */
export function storedRefusal(text: string | null): Refusal | undefined {
  return text === null ? undefined : (JSON.parse(text) as Refusal);
}
