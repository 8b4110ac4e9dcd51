import type { Queryable } from '@paygate/platform';
import { INBOX_PRUNE_ROWS, INBOX_RETENTION_DAYS } from '../limits.js';

/**
 * `INSERT INTO inbox … RETURNING message_id` for a CTE: takes the uuid[] of parameter `first`, gives the ids that were not
 * there before. Sort the array, so that two batches never wait for each other.
 */
export function inboxInsertSql(first: number): string {
  return `INSERT INTO inbox (message_id) SELECT unnest($${first}::uuid[]) ON CONFLICT (message_id) DO NOTHING RETURNING message_id`;
}

const TAKE = inboxInsertSql(1);

const PRUNE = `
  DELETE FROM inbox WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM inbox WHERE received_at < clock_timestamp() - $1 * interval '1 day' LIMIT $2
    FOR UPDATE SKIP LOCKED
  ))`;

/** Takes messages in: gives the ids of those that nobody took before. Waits for a transaction that takes the same. */
export async function takeIn(database: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const values = [[...ids].sort()];
  const rows = await database.query<{ message_id: string }>({ name: 'inbox-take', text: TAKE, values });
  return new Set(rows.map((row) => row.message_id));
}

/** Removes entries that no topic can bring back; gives how many. */
export async function pruneInbox(database: Queryable): Promise<number> {
  return database.execute({ name: 'inbox-prune', text: PRUNE, values: [INBOX_RETENTION_DAYS, INBOX_PRUNE_ROWS] });
}
