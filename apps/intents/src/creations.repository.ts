import { Injectable } from '@nestjs/common';
import type { Idempotency, PaymentIntent, Refusal } from '@paygate/contracts';
import { intentCreated } from '@paygate/contracts';
import type { MessageOrigin } from '@paygate/messaging';
import { Outbox, outboxInsertSql, outboxValues, pickOutboxRows } from '@paygate/messaging';
import { Database, newId, textArray } from '@paygate/platform';
import type { Intent, Order } from './domain/intent.js';
import { initialStatus } from './domain/intent-status.js';
import type { IdempotentRoute } from './idempotency-keys.repository.js';
import { IdempotencyKeysRepository, storedRefusal } from './idempotency-keys.repository.js';
import { columnValues, intentColumns, orderColumns } from './intents.schema.js';
import { intentChanged } from './intents.view.js';
import { pairHashes } from './metadata-pairs.js';

/** A new intent, what its answer is found by, and where it comes from. */
export interface Creation {
  readonly intent: Intent;
  /** The key it came with, or else that of its message where it may be refused for its reference. */
  readonly idempotency: Idempotency | undefined;
  /** Whether it takes its key; where not, its intent is placed only while nobody has the key. */
  readonly takesKey: boolean;
  readonly origin: MessageOrigin;
}

/** What the database knew of a creation that placed no intent: who holds its key, and the intent of that holder. */
export interface Earlier {
  /** Null for a creation without a key, and for one whose key nobody has taken. */
  readonly keyHolderId: string | null;
  readonly bodyHash: string | null;
  /** What the holder was refused with, if it was. */
  readonly refusal: Refusal | undefined;
  /** Id of the intent that has the reference of the creation now. */
  readonly referenceHolderId: string | null;
  /** The holder's intent, or the creation's own; undefined when there is none. */
  readonly intent: Intent | undefined;
}

const ROUTE: IdempotentRoute = 'create-intent';

const orderProperties = Object.keys(orderColumns) as (keyof Order)[];
const order = Object.values(orderColumns);
const orderNames = order.map(([name]) => name).join(', ');
const keyHashParameter = order.length + 1;
const bodyHashParameter = order.length + 2;
const pairIntentParameter = order.length + 3;
const pairHashParameter = order.length + 4;
const outboxParameter = order.length + 5;

/**
 * A whole batch in one statement, one round trip and one commit. A creation takes its key, or owns it since an earlier
 * attempt that was not refused, or has none to take; it places its intent unless the id or the reference is taken, with
 * what it is found by; and tells of it. A key that was taken before is locked: its refusal cannot be remembered meanwhile.
 * The key of a message costs no row but where the reference was in use: without a body, it is only looked for. No conflict
 * is an error, so one creation never spoils another. Keys are taken before references and both in one order, so that two
 * batches never wait for each other.
 */
const placeText = `
WITH creation AS (
  SELECT * FROM unnest(${order.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ')},
                       $${keyHashParameter}::text[], $${bodyHashParameter}::text[])
             AS creation (${orderNames}, key_hash, body_hash)
), taken AS (
  INSERT INTO idempotency (merchant_id, mode, route, key_hash, body_hash, intent_id, created_at)
  SELECT merchant_id, mode, '${ROUTE}', key_hash, body_hash, id, created_at
    FROM creation WHERE body_hash IS NOT NULL ORDER BY merchant_id, mode, key_hash
  ON CONFLICT DO NOTHING
  RETURNING intent_id
), placed AS (
  INSERT INTO intent (${orderNames}, status, amount_refunded, event_sequence, version, updated_at)
  SELECT ${orderNames}, '${initialStatus}', 0, 1, 1, created_at
    FROM creation
   WHERE key_hash IS NULL
      OR id IN (SELECT intent_id FROM taken)
      OR CASE WHEN body_hash IS NULL
         THEN (SELECT holder.intent_id FROM idempotency holder
                WHERE (holder.merchant_id, holder.mode, holder.route, holder.key_hash)
                    = (creation.merchant_id, creation.mode, '${ROUTE}', creation.key_hash)) IS NULL
         ELSE EXISTS (SELECT FROM idempotency own
                       WHERE (own.merchant_id, own.mode, own.route, own.key_hash, own.intent_id)
                           = (creation.merchant_id, creation.mode, '${ROUTE}', creation.key_hash, creation.id)
                         AND own.refusal IS NULL
                         FOR SHARE)
         END
   ORDER BY merchant_id, mode, reference, id
  ON CONFLICT DO NOTHING
  RETURNING id, created_at
), findable AS (
  INSERT INTO intent_metadata_pair (pair_hash, created_at, intent_id)
  SELECT pair.hash, placed.created_at, placed.id
    FROM placed JOIN unnest($${pairIntentParameter}::text[], $${pairHashParameter}::bigint[]) AS pair (intent_id, hash)
      ON pair.intent_id = placed.id
), told AS (
  ${outboxInsertSql(outboxParameter)} AS entry (id, topic, key, headers, payload)
   WHERE entry.key IN (SELECT id FROM placed)
)
SELECT id FROM placed`;

const earlierText = `
SELECT creation.id AS "creationId", key.intent_id AS "keyHolderId", key.body_hash AS "bodyHash", key.refusal,
       (SELECT holder.id FROM intent holder
         WHERE (holder.merchant_id, holder.mode, holder.reference)
             = (creation.merchant_id, creation.mode, creation.reference)
           AND holder.status IN ('PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'COMPLETED')) AS "referenceHolderId",
       found.*
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
       AS creation (id, merchant_id, mode, key_hash, reference)
  LEFT JOIN idempotency key
    ON (key.merchant_id, key.mode, key.route, key.key_hash)
     = (creation.merchant_id, creation.mode, '${ROUTE}', creation.key_hash)
  LEFT JOIN LATERAL (
    SELECT ${intentColumns} FROM intent WHERE intent.id = coalesce(key.intent_id, creation.id)) AS found ON true`;

/** New intents with their idempotency keys: no transaction around them, one statement is all. */
@Injectable()
export class CreationsRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly keys: IdempotencyKeysRepository,
  ) {}

  /** Places what can be placed, and tells of it. Gives what was placed, by the intent's id. */
  async place(creations: readonly Creation[]): Promise<Map<string, PaymentIntent>> {
    const told = creations.map(({ intent, origin }) => ({
      ...origin,
      contract: intentCreated,
      payload: intentChanged({ intent, moment: { at: intent.createdAt, eventId: newId('event') } }),
    }));
    const rows = this.outbox.rows(told);
    const intents = creations.map(({ intent }) => intent);
    const pairs = intents.flatMap((intent) => pairHashes(intent).map((hash) => ({ intentId: intent.id, hash })));
    const values = [
      ...orderProperties.map((property) => columnValues(intents, property)),
      textArray(creations.map(({ idempotency }) => idempotency?.keyHash ?? null)),
      textArray(creations.map(({ idempotency, takesKey }) => (takesKey ? (idempotency?.bodyHash ?? null) : null))),
      textArray(pairs.map(({ intentId }) => intentId)),
      pairs.map(({ hash }) => hash),
      ...outboxValues(rows),
    ];
    const placed = await this.database.query<{ id: string }>({ name: 'creation.place', text: placeText, values });
    const ids = new Set(placed.map(({ id }) => id));
    const isPlaced = (index: number): boolean => ids.has(rows.keys[index] ?? '');
    this.outbox.publish(ids.size === creations.length ? rows : pickOutboxRows(rows, isPlaced));
    return new Map(
      told
        .filter(({ payload }) => ids.has(payload.intent.id))
        .map(({ payload }) => [payload.intent.id, payload.intent]),
    );
  }

  /** For each creation, by its intent's id, what stood in its way. */
  async earlier(creations: readonly Creation[]): Promise<ReadonlyMap<string, Earlier>> {
    const values = [
      creations.map(({ intent }) => intent.id),
      creations.map(({ intent }) => intent.merchantId),
      creations.map(({ intent }) => intent.mode),
      creations.map(({ idempotency }) => idempotency?.keyHash ?? null),
      creations.map(({ intent }) => intent.reference),
    ];
    const rows = await this.database.query<EarlierRow>({ name: 'creation.earlier', text: earlierText, values });
    return new Map(
      rows.map(({ creationId, keyHolderId, bodyHash, refusal, referenceHolderId, ...found }) => [
        creationId,
        {
          ...{ keyHolderId, bodyHash, referenceHolderId },
          refusal: storedRefusal(refusal),
          intent: isFound(found) ? found : undefined,
        },
      ]),
    );
  }

  /** Keeps what creations were refused with as the answers to their keys, unless their intents have been placed since. */
  async rememberRefusals(refused: readonly (Creation & { readonly refusal: Refusal })[]): Promise<void> {
    const underKeys = refused.flatMap(({ intent: { merchantId, mode }, idempotency, refusal }) =>
      idempotency === undefined ? [] : [{ merchantId, mode, route: ROUTE, idempotency, refusal }],
    );
    if (underKeys.length === 0) return;
    await this.database.transaction(async (tx) => {
      // a statement of its own: the next one sees what those did who held the keys
      await this.keys.hold(tx, underKeys);
      await this.keys.remember(tx, underKeys);
    });
  }
}

interface EarlierRow extends Omit<Intent, 'id'> {
  readonly id: string | null;
  readonly creationId: string;
  readonly keyHolderId: string | null;
  readonly bodyHash: string | null;
  readonly refusal: string | null;
  readonly referenceHolderId: string | null;
}

function isFound(row: Omit<Intent, 'id'> & { readonly id: string | null }): row is Intent {
  return row.id !== null;
}
