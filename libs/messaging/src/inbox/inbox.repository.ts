import type { Queryable } from '@paygate/platform';
import { INBOX_PRUNE_ROWS, INBOX_RETENTION_DAYS } from '../limits.js';

const INSERT = `
  INSERT INTO inbox (message_id) SELECT unnest($1::uuid[]) ON CONFLICT (message_id) DO NOTHING RETURNING message_id`;

const PRUNE = `
  DELETE FROM inbox WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM inbox WHERE received_at < clock_timestamp() - $1 * interval '1 day' LIMIT $2
    FOR UPDATE SKIP LOCKED
  ))`;

/** Records messages as handled; returns the ids that were not recorded before. Waits for a transaction with the same ids. */
export async function recordInInbox(database: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  // in one order, so that two batches never wait for each other
  const values = [[...ids].sort()];
  const rows = await database.query<{ message_id: string }>({ name: 'inbox-record', text: INSERT, values });
  return new Set(rows.map((row) => row.message_id));
}

/** Removes the entries that no topic can bring back. */
export async function pruneInbox(database: Queryable): Promise<void> {
  const statement = { name: 'inbox-prune', text: PRUNE, values: [INBOX_RETENTION_DAYS, INBOX_PRUNE_ROWS] };
  while ((await database.execute(statement)) === INBOX_PRUNE_ROWS);
}
