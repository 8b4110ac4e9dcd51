import { Injectable } from '@nestjs/common';
import type { Statement } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { Read, Row } from '../intents.repository.js';
import { readOf } from '../intents.repository.js';
import { intentColumns } from '../intents.schema.js';
import type { Direction } from './page-sql.js';
import { directionOf, ofIntent, orderOf, pageValues, position, within } from './page-sql.js';
import type { Search } from './search-statement.js';
import { isSearch, searchStatement } from './search-statement.js';

/**
 * A page without a search. Each status is a range of one index in the order of the page: the first rows of each range are read
 * and merged, so a page costs the same however many intents a merchant has.
 */
function pageText(direction: Direction): string {
  const order = orderOf(direction, ofIntent);
  return `
WITH ${position},
page AS (
  SELECT found.* FROM unnest($4::text[]) AS wanted (status)
   CROSS JOIN LATERAL (SELECT * FROM intent
                        WHERE merchant_id = $1 AND mode = $2 AND ${within[direction](ofIntent)} AND status = wanted.status
                        ORDER BY ${order} LIMIT $3) AS found
   ORDER BY ${order} LIMIT $3)
SELECT NULL AS "walkedTo", ${intentColumns}, clock_timestamp() AS "readAt" FROM page ORDER BY ${order}`;
}

/** The intents of a page, and the last one that was looked at when that was not the last of all. */
export interface Found {
  readonly intents: readonly Read[];
  readonly walkedTo: string | null;
}

type FoundRow = { readonly walkedTo: string | null } & (Row | { readonly id: null });

/** Pages of a merchant's intents. */
@Injectable()
export class IntentListsRepository {
  constructor(private readonly database: Database) {}

  /**
   * The first `limit` intents in the direction of the cursor: from the newest, or the first older ones, downward; the first
   * newer ones upward. None when the cursor is no intent of the merchant.
   */
  async first(search: Search, limit: number): Promise<Found> {
    const rows = await this.database.query<FoundRow>(pageStatement(search, limit));
    const found = rows.map(foundOf);
    return { intents: found.flatMap(({ read }) => read ?? []), walkedTo: found[0]?.walkedTo ?? null };
  }
}

function foundOf({ walkedTo, ...row }: FoundRow): { readonly read?: Read; readonly walkedTo: string | null } {
  return { walkedTo, ...(row.id === null ? {} : { read: readOf(row) }) };
}

/** The statement of a page. */
export function pageStatement(query: Search, limit: number): Required<Statement> {
  if (isSearch(query)) return searchStatement(query, limit);
  const direction = directionOf(query);
  return { name: `intents.${direction}`, text: pageText(direction), values: pageValues(query, limit) };
}
