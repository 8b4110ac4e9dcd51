import { Injectable } from '@nestjs/common';
import type { ListIntents } from '@paygate/contracts';
import { intentStatuses } from '@paygate/contracts';
import { Database } from '@paygate/platform';
import type { Read, Row } from './intents.repository.js';
import { readOf } from './intents.repository.js';
import { intentColumns } from './intents.schema.js';

type Direction = 'newest' | 'older' | 'newer';

/** Merchant and mode, limit, statuses, times of creation, cursor, reference: what every form of the statement is given. */
const [from, to] = ['$5::timestamptz', '$6::timestamptz'];
const cursor = '((SELECT created_at FROM position), (SELECT id FROM position))';

/**
 * The times between which a page lies, where it begins, and its order. The cursor's time is one bound with that of the
 * query, none beside it: of two an index scan may begin at the wrong one and skip rows one by one up to the cursor.
 */
const steps: Readonly<Record<Direction, readonly [created: string, order: string]>> = {
  newest: [`created_at >= ${from} AND created_at < ${to}`, 'created_at DESC, id DESC'],
  older: [
    `created_at >= ${from}
     AND created_at < (SELECT least(${to}, created_at + interval '1 microsecond') FROM position)
     AND (created_at, id) < ${cursor}`,
    'created_at DESC, id DESC',
  ],
  newer: [
    `created_at >= (SELECT greatest(${from}, created_at) FROM position) AND created_at < ${to}
     AND (created_at, id) > ${cursor}`,
    'created_at, id',
  ],
};

/**
 * One page. Each status is a stretch of one index, in the order of the page: of each the first rows are read and merged, so
 * that a page costs the same whatever a merchant has. Of one reference there are few.
 */
function pageText(direction: Direction, ofReference: boolean): string {
  const [created, order] = steps[direction];
  const owned = `merchant_id = $1 AND mode = $2 AND ${created}`;
  const merged = `
    SELECT found.* FROM unnest($4::text[]) AS wanted (status)
     CROSS JOIN LATERAL (SELECT * FROM intent WHERE ${owned} AND status = wanted.status ORDER BY ${order} LIMIT $3) AS found`;
  const named = `SELECT * FROM intent WHERE ${owned} AND status = ANY ($4::text[]) AND reference = $8`;
  return `
WITH position AS (SELECT created_at, id FROM intent WHERE id = $7 AND merchant_id = $1 AND mode = $2),
page AS (SELECT * FROM (${ofReference ? named : merged}) AS candidate ORDER BY ${order} LIMIT $3)
SELECT ${intentColumns}, clock_timestamp() AS "readAt" FROM page ORDER BY ${order}`;
}

/** Pages of a merchant's intents. */
@Injectable()
export class IntentListsRepository {
  constructor(private readonly database: Database) {}

  /**
   * The first `limit` intents in the direction of the cursor: from the newest, or the first older ones, downward; the first
   * newer ones upward. None when the cursor is no intent of the merchant.
   */
  async first(query: ListIntents, limit: number): Promise<readonly Read[]> {
    const { text, values } = pageStatement(query, limit);
    // without a name it is planned for the values at hand: merchants differ by many orders of magnitude
    const rows = await this.database.query<Row>({ text, values });
    return rows.map((row) => readOf(row));
  }
}

/** The statement of a page. */
export function pageStatement(query: ListIntents, limit: number): { text: string; values: unknown[] } {
  const { merchantId, mode, status, reference, createdFrom, createdTo, startingAfter, endingBefore } = query;
  const direction = startingAfter === undefined ? (endingBefore === undefined ? 'newest' : 'newer') : 'older';
  return {
    text: pageText(direction, reference !== undefined),
    values: [
      ...[merchantId, mode, limit],
      status === undefined ? intentStatuses : [status],
      ...[createdFrom ?? '-infinity', createdTo ?? 'infinity'],
      startingAfter ?? endingBefore ?? null,
      ...(reference === undefined ? [] : [reference]),
    ],
  };
}
