import type { Queryable } from '@paygate/platform';
import { OUTBOX_LEASE_MS, OUTBOX_ORPHANED_MS, OUTBOX_SWEEP_ROWS } from '../limits.js';
import type { OutboxRows } from './outbox-rows.js';
import { outboxInsertSql, outboxValues } from './outbox-rows.js';

/** A row of the outbox. */
export interface OutboxRow {
  readonly id: string;
  readonly topic: string;
  readonly key: string;
  readonly headers: string;
  readonly payload: string;
}

const INSERT = outboxInsertSql(1);

/** Leased rows, and the time until the oldest row, as it was before, is left behind: a UUID of version 7 is the least one of its time. */
export interface LeasedOutbox {
  readonly rows: readonly OutboxRow[];
  /** Undefined when there is none. */
  readonly dueSeconds: number | undefined;
}

/** Rows leave in the order of their ids, which is that of their making. */
const LEASE = `
  WITH leased AS (
  UPDATE outbox SET leased_until = clock_timestamp() + $1 * interval '1 ms'
  WHERE id = ANY (ARRAY (
    SELECT id FROM outbox
    WHERE created_at < clock_timestamp() - $2 * interval '1 ms'
      AND (leased_until IS NULL OR leased_until < clock_timestamp())
    ORDER BY id LIMIT $3
    FOR UPDATE SKIP LOCKED
  ))
  RETURNING id, topic, key, headers, payload)
  SELECT leased.*, (
    SELECT extract(epoch FROM created_at + $2 * interval '1 ms' - clock_timestamp())::float8 FROM outbox ORDER BY id LIMIT 1) AS "dueSeconds"
  FROM (SELECT) AS always LEFT JOIN leased ON true`;

export async function insertOutbox(database: Queryable, rows: OutboxRows): Promise<void> {
  await database.execute({ name: 'outbox-insert', text: INSERT, values: outboxValues(rows) });
}

/** Takes rows that a crash left, for a while in which no other instance takes them. */
export async function leaseOutbox(database: Queryable): Promise<LeasedOutbox> {
  const values = [OUTBOX_LEASE_MS, OUTBOX_ORPHANED_MS, OUTBOX_SWEEP_ROWS];
  const found = await database.query<(OutboxRow | { id: null }) & { readonly dueSeconds: number | null }>({
    ...{ name: 'outbox-lease', text: LEASE, values },
  });
  return { rows: found.filter((row) => row.id !== null), dueSeconds: found[0]?.dueSeconds ?? undefined };
}

/** Gives leased rows back: they could not be published now. */
export async function releaseOutbox(database: Queryable, ids: readonly string[]): Promise<void> {
  const text = 'UPDATE outbox SET leased_until = NULL WHERE id = ANY($1::uuid[])';
  await database.execute({ name: 'outbox-release', text, values: [ids] });
}

/** Removes rows that have been published. */
export async function removeOutbox(database: Queryable, ids: readonly string[]): Promise<void> {
  const text = 'DELETE FROM outbox WHERE id = ANY($1::uuid[])';
  await database.execute({ name: 'outbox-remove', text, values: [ids] });
}
