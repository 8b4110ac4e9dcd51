import { Injectable } from '@nestjs/common';
import type { Idempotency, PaymentIntent } from '@paygate/contracts';
import { intentCreated } from '@paygate/contracts';
import type { MessageOrigin, Transaction } from '@paygate/messaging';
import { Outbox, outboxInsertSql, outboxValues, pickOutboxRows } from '@paygate/messaging';
import type { Queryable } from '@paygate/platform';
import { Database, newId, textArray } from '@paygate/platform';
import type { Intent, Order } from '../domain/intent.js';
import { initialStatus } from '../domain/intent-status.js';
import { IntentMetrics } from '../intent-metrics.js';
import { columnValues, intentColumns, orderColumns } from '../intents.schema.js';
import { intentChanged } from '../intents.view.js';
import { metadataHashes } from '../search/metadata-pairs.js';

/** A new intent, the idempotency key it was requested with, and the message that requested it. */
export interface Creation {
  readonly intent: Intent;
  readonly idempotency: Idempotency | undefined;
  readonly origin: MessageOrigin;
}

/** The part of a creation with which other rows may conflict. */
export interface Sought extends Pick<Creation, 'idempotency'> {
  readonly intent: Pick<Order, 'id' | 'merchantId' | 'mode' | 'reference'>;
}

/** The rows that keep an intent from being created. */
export interface Conflict {
  /** The intent that was created with the same idempotency key, or else the intent with the same id. */
  readonly intent: Intent | undefined;
  /** Digests of the request that the idempotency key came with; null when no intent was created with the key. */
  readonly bodyHash: string | null;
  readonly contentHash: string | null;
  /** The intent that holds the reference now. */
  readonly referenceHolderId: string | null;
}

/** The constraint that a statement violates when another one has used the same idempotency key at the same time. */
export const IDEMPOTENCY_KEY_CONSTRAINT = 'idempotency_pkey';

const orderProperties = Object.keys(orderColumns) as (keyof Order)[];
const order = Object.values(orderColumns);
const orderNames = order.map(([name]) => name).join(', ');
const keyHashParameter = order.length + 1;
const bodyHashParameter = order.length + 2;
const contentHashParameter = order.length + 3;
const pairIntentParameter = order.length + 4;
const pairHashParameter = order.length + 5;
const outboxParameter = order.length + 6;

/**
 * Creates a batch of intents in one statement, each with its idempotency key, the pairs of its metadata and its event. An
 * intent whose key, id or reference is taken is left out with all of these. Two statements that use one key
 * at the same time violate the key's constraint, which undoes the later one: the caller tries each request alone.
 *
 * Two batches never deadlock: all intents are inserted before the first key (the sort of the keys reads them all), and both
 * are inserted in the order of their unique indexes.
 */
const insertText = `
WITH creation AS (
  SELECT * FROM unnest(${order.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ')},
                       $${keyHashParameter}::text[], $${bodyHashParameter}::text[],
                       $${contentHashParameter}::text[])
             AS creation (${orderNames}, key_hash, body_hash, content_hash)
), created AS (
  INSERT INTO intent (${orderNames}, status, amount_refunded, event_sequence, version, updated_at)
  SELECT ${orderNames}, '${initialStatus}', 0, 1, 1, created_at
    FROM creation
   -- a scalar subquery looks each key up in the index, whatever size of the table the planner estimates
   WHERE key_hash IS NULL OR (SELECT known.intent_id FROM idempotency known
                               WHERE (known.merchant_id, known.mode, known.key_hash)
                                   = (creation.merchant_id, creation.mode, creation.key_hash)) IS NULL
   ORDER BY merchant_id, mode, reference, id
  ON CONFLICT DO NOTHING
  RETURNING id, created_at
), keyed AS (
  INSERT INTO idempotency (merchant_id, mode, key_hash, body_hash, content_hash, intent_id, created_at)
  SELECT merchant_id, mode, key_hash, body_hash, content_hash, id, created_at
    FROM creation WHERE key_hash IS NOT NULL AND id IN (SELECT id FROM created)
   ORDER BY merchant_id, mode, key_hash
), paired AS (
  INSERT INTO intent_metadata_pair (pair_hash, created_at, intent_id)
  SELECT pair.hash, created.created_at, created.id
    FROM created JOIN unnest($${pairIntentParameter}::text[], $${pairHashParameter}::bigint[]) AS pair (intent_id, hash)
      ON pair.intent_id = created.id
), published AS (
  ${outboxInsertSql(outboxParameter)} AS entry (id, topic, key, headers, payload)
   WHERE entry.key IN (SELECT id FROM created)
)
SELECT id FROM created`;

const conflictsText = `
SELECT creation.id AS "creationId", key.body_hash AS "bodyHash", key.content_hash AS "contentHash",
       (SELECT holder.id FROM intent holder
         WHERE (holder.merchant_id, holder.mode, holder.reference)
             = (creation.merchant_id, creation.mode, creation.reference)
           AND holder.status IN ('PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'COMPLETED')) AS "referenceHolderId",
       found.*
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
       AS creation (id, merchant_id, mode, key_hash, reference)
  LEFT JOIN idempotency key
    ON (key.merchant_id, key.mode, key.key_hash) = (creation.merchant_id, creation.mode, creation.key_hash)
  LEFT JOIN LATERAL (
    SELECT ${intentColumns} FROM intent WHERE intent.id = coalesce(key.intent_id, creation.id)) AS found ON true`;

const deleteKeysText = `
DELETE FROM idempotency WHERE ctid = ANY (ARRAY (
  SELECT ctid FROM idempotency WHERE created_at < (SELECT clock_timestamp()) - make_interval(days => $1) LIMIT $2
  FOR UPDATE SKIP LOCKED))`;

/** New intents with their idempotency keys. */
@Injectable()
export class CreationsRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly metrics: IntentMetrics,
  ) {}

  /**
   * Inserts the intents that conflict with no row, and publishes their events. Returns what was inserted, by the intent's id.
   * Waits for a request under way with the same key, id or reference: throws LockTimedOut when that takes too long. In a
   * transaction they are published when it has committed.
   */
  async insert(creations: readonly Creation[], tx?: Transaction): Promise<ReadonlyMap<string, PaymentIntent>> {
    const entries = creations.map(({ intent, origin }) => ({
      ...origin,
      contract: intentCreated,
      payload: intentChanged({ intent, moment: { at: intent.createdAt, eventId: newId('event') } }),
    }));
    const rows = this.outbox.rows(entries);
    const intents = creations.map(({ intent }) => intent);
    const pairs = intents.flatMap((intent) => metadataHashes(intent).map((hash) => ({ intentId: intent.id, hash })));
    const values = [
      ...orderProperties.map((property) => columnValues(intents, property)),
      textArray(creations.map(({ idempotency }) => idempotency?.keyHash ?? null)),
      textArray(creations.map(({ idempotency }) => idempotency?.bodyHash ?? null)),
      textArray(creations.map(({ idempotency }) => idempotency?.contentHash ?? null)),
      textArray(pairs.map(({ intentId }) => intentId)),
      pairs.map(({ hash }) => hash),
      ...outboxValues(rows),
    ];
    const statement = { name: 'creation.insert', text: insertText, values };
    const ids = new Set((await (tx ?? this.database).query<{ id: string }>(statement)).map(({ id }) => id));
    const isCreated = (index: number): boolean => ids.has(rows.keys[index] ?? '');
    const publish = (): void => {
      this.metrics.created(ids.size);
      this.outbox.publish(ids.size === creations.length ? rows : pickOutboxRows(rows, isCreated));
    };
    if (tx === undefined) publish();
    else tx.afterCommit(publish);
    const inserted = entries.map(({ payload }) => payload.intent).filter(({ id }) => ids.has(id));
    return new Map(inserted.map((intent) => [intent.id, intent]));
  }

  /** The rows that kept creations from being inserted, by the id of the creation's intent. */
  async conflicts(creations: readonly Sought[], on: Queryable = this.database): Promise<ReadonlyMap<string, Conflict>> {
    const values = [
      creations.map(({ intent }) => intent.id),
      creations.map(({ intent }) => intent.merchantId),
      creations.map(({ intent }) => intent.mode),
      creations.map(({ idempotency }) => idempotency?.keyHash ?? null),
      creations.map(({ intent }) => intent.reference),
    ];
    const rows = await on.query<ConflictRow>({ name: 'creation.conflicts', text: conflictsText, values });
    return new Map(
      rows.map(({ creationId, bodyHash, contentHash, referenceHolderId, ...found }) => [
        creationId,
        { bodyHash, contentHash, referenceHolderId, intent: isFound(found) ? found : undefined },
      ]),
    );
  }

  /** Deletes at most `limit` idempotency keys that are older than `retentionDays`; returns how many. */
  deleteOldKeys(retentionDays: number, limit: number): Promise<number> {
    return this.database.execute({
      name: 'creation.delete-old-keys',
      text: deleteKeysText,
      values: [retentionDays, limit],
    });
  }
}

type MaybeIntent = Omit<Intent, 'id'> & { readonly id: string | null };
type ConflictRow = MaybeIntent & { readonly creationId: string } & Omit<Conflict, 'intent'>;

function isFound(row: MaybeIntent): row is Intent {
  return row.id !== null;
}
