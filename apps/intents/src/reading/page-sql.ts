import type { ListIntentsCommand } from '@paygate/contracts';
import { intentStatuses } from '@paygate/contracts';

/** The direction of a page: from the newest downward, or the first older or newer ones than its cursor. */
export type Direction = 'newest' | 'older' | 'newer';

/** Columns that hold the time of creation and the id of an intent. */
interface Columns {
  readonly created: string;
  readonly id: string;
}
export const ofIntent: Columns = { created: 'created_at', id: 'id' };

/** The user who pays an intent, or the only one who may; null without either. Written as in the index. */
export const userOfIntent = 'coalesce(payer_id, user_id)';

/** Parameters with which every statement of a page begins: merchant, mode, limit, statuses, created from, created to, cursor. */
export const PAGE_PARAMETERS = 7;
const [from, to] = ['$5::timestamptz', '$6::timestamptz'];
const cursor = '((SELECT created_at FROM position), (SELECT id FROM position))';

/**
 * The range of a page. The cursor's time and the query's are merged into one bound: with two bounds an index scan may start
 * at the wider one and skip rows one by one up to the cursor.
 */
export const within: Readonly<Record<Direction, (columns: Columns) => string>> = {
  newest: ({ created }) => `${created} >= ${from} AND ${created} < ${to}`,
  older: ({ created, id }) => `${created} >= ${from}
     AND ${created} < (SELECT least(${to}, created_at + interval '1 microsecond') FROM position)
     AND (${created}, ${id}) < ${cursor}`,
  newer: ({ created, id }) => `${created} >= (SELECT greatest(${from}, created_at) FROM position) AND ${created} < ${to}
     AND (${created}, ${id}) > ${cursor}`,
};

/** The order in which a page is read. */
export function orderOf(direction: Direction, { created, id }: Columns): string {
  return direction === 'newer' ? `${created}, ${id}` : `${created} DESC, ${id} DESC`;
}

/**
 * An intent by its id alone: `OFFSET 0` keeps the planner from pushing other conditions in. One plan serves all merchants; it
 * assumes a small one, and would search all intents of a large merchant for one row.
 */
export function byId(id: string): string {
  return `SELECT * FROM intent WHERE intent.id = ${id} OFFSET 0`;
}

/** The place of the cursor: no row unless it is an intent of the merchant. */
export const position = `position AS (SELECT created_at, id FROM (${byId('$7')}) AS own WHERE merchant_id = $1 AND mode = $2)`;

export function directionOf({ startingAfter, endingBefore }: ListIntentsCommand): Direction {
  if (startingAfter !== undefined) return 'older';
  return endingBefore === undefined ? 'newest' : 'newer';
}

/** The statuses that a query asks for, all of them when it names none. */
export function statusesOf({ status, statuses }: ListIntentsCommand): readonly string[] {
  return statuses ?? (status === undefined ? intentStatuses : [status]);
}

/** The values of the parameters with which every statement of a page begins. */
export function pageValues(query: ListIntentsCommand, limit: number): readonly unknown[] {
  const { merchantId, mode, createdFrom, createdTo, startingAfter, endingBefore } = query;
  return [
    ...[merchantId, mode, limit, [...new Set(statusesOf(query))]],
    ...[createdFrom ?? '-infinity', createdTo ?? 'infinity', startingAfter ?? endingBefore ?? null],
  ];
}
