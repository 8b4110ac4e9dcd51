import { Injectable } from '@nestjs/common';
import type { ListIntents } from '@paygate/contracts';
import { intentStatuses } from '@paygate/contracts';
import type { Statement } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { Read, Row } from '../intents.repository.js';
import { readOf } from '../intents.repository.js';
import { intentColumns } from '../intents.schema.js';
import { pairHash } from './metadata-pairs.js';

type Direction = 'newest' | 'older' | 'newer';

/** Merchant and mode, limit, statuses, times of creation, cursor: what every form of the statement is given. */
const [from, to] = ['$5::timestamptz', '$6::timestamptz'];
const cursor = '((SELECT created_at FROM position), (SELECT id FROM position))';
const FILTER_PARAMETER = 8;
/** Of how many rows it is looked which pair has the fewest. */
const RARITY_ROWS = 1_000;

/** Columns that hold the time of creation and the id of an intent. */
interface Columns {
  readonly created: string;
  readonly id: string;
}
const ofIntent: Columns = { created: 'created_at', id: 'id' };

/**
 * The times between which a page lies, and where it begins. The cursor's time is one bound with that of the
 * query, none beside it: of two an index scan may begin at the wrong one and skip rows one by one up to the cursor.
 */
const within: Readonly<Record<Direction, (columns: Columns) => string>> = {
  newest: ({ created }) => `${created} >= ${from} AND ${created} < ${to}`,
  older: ({ created, id }) => `${created} >= ${from}
     AND ${created} < (SELECT least(${to}, created_at + interval '1 microsecond') FROM position)
     AND (${created}, ${id}) < ${cursor}`,
  newer: ({ created, id }) => `${created} >= (SELECT greatest(${from}, created_at) FROM position) AND ${created} < ${to}
     AND (${created}, ${id}) > ${cursor}`,
};

function orderOf(direction: Direction, { created, id }: Columns): string {
  return direction === 'newer' ? `${created}, ${id}` : `${created} DESC, ${id} DESC`;
}

/** By what a list is filtered besides status and time; by a reference, perhaps by pairs of metadata as well. */
type Filter = 'none' | 'reference' | 'pair' | 'pairs';

function filterOf(ofReference: boolean, pairs: number): Filter {
  if (ofReference) return 'reference';
  if (pairs > 1) return 'pairs';
  return pairs === 1 ? 'pair' : 'none';
}

/**
 * One page. Each status is a stretch of one index, in the order of the page: of each the first rows are read and merged, so
 * that a page costs the same whatever a merchant has. Of one reference there are few. A pair of metadata is a stretch of an
 * index in the order of the page, too.
 */
function pageText(direction: Direction, filter: Filter): string {
  const order = orderOf(direction, ofIntent);
  return `
WITH position AS (SELECT created_at, id FROM (${byId('$7')}) AS own WHERE merchant_id = $1 AND mode = $2),
page AS (SELECT * FROM (${candidatesText(direction, filter)}) AS candidate ORDER BY ${order} LIMIT $3)
SELECT ${intentColumns}, clock_timestamp() AS "readAt" FROM page ORDER BY ${order}`;
}

function candidatesText(direction: Direction, filter: Filter): string {
  const owned = `merchant_id = $1 AND mode = $2 AND ${within[direction](ofIntent)}`;
  if (filter === 'reference')
    return `
    SELECT * FROM intent WHERE ${owned} AND status = ANY ($4::text[]) AND reference = $${FILTER_PARAMETER + 1}
       AND ${hasAllPairs({ created: 'intent.created_at', id: 'intent.id' })}`;
  if (filter !== 'none') return pairedText(direction, filter);
  return `
    SELECT found.* FROM unnest($4::text[]) AS wanted (status)
     CROSS JOIN LATERAL (SELECT * FROM intent WHERE ${owned} AND status = wanted.status
                          ORDER BY ${orderOf(direction, ofIntent)} LIMIT $3) AS found`;
}

/**
 * Walks the rows of the pair that has the fewest, and looks the others and the intent up. Left to itself the planner takes
 * what several pairs have in common, or what a merchant has, for next to nothing, and sorts all of it.
 */
function pairedText(direction: Direction, filter: 'pair' | 'pairs'): string {
  const columns = { created: 'pair.created_at', id: 'pair.intent_id' };
  const walked = filter === 'pair' ? `(${hashes})[1]` : rarest;
  return `
    SELECT found.* FROM (SELECT created_at, intent_id FROM intent_metadata_pair AS pair
                          WHERE pair.pair_hash = ${walked} AND ${within[direction](columns)}
                            ${filter === 'pair' ? '' : `AND ${hasAllPairs(columns)}`}
                          ORDER BY ${orderOf(direction, columns)} OFFSET 0) AS pair
     CROSS JOIN LATERAL (${byId(columns.id)}) AS found
     WHERE merchant_id = $1 AND mode = $2 AND status = ANY ($4::text[])
     ORDER BY ${orderOf(direction, columns)} LIMIT $3`;
}

/**
 * An intent by its id, and by that alone: `OFFSET 0` keeps other conditions out. A plan for all merchants takes them for as
 * small as most are, and would find one row of a large one among all that it has.
 */
function byId(id: string): string {
  return `SELECT * FROM intent WHERE intent.id = ${id} OFFSET 0`;
}

const hashes = `$${FILTER_PARAMETER}::bigint[]`;

const rarest = `(
  SELECT hash FROM unnest(${hashes}) AS wanted (hash)
   ORDER BY (SELECT count(*) FROM (SELECT FROM intent_metadata_pair AS counted WHERE counted.pair_hash = wanted.hash
                                    LIMIT ${RARITY_ROWS}) AS first)
   LIMIT 1)`;

/** No join: it is asked of each candidate. */
function hasAllPairs({ created, id }: Columns): string {
  return `cardinality(${hashes}) = (
         SELECT count(*) FROM unnest(${hashes}) AS wanted (hash)
           JOIN intent_metadata_pair AS other
             ON (other.pair_hash, other.created_at, other.intent_id) = (wanted.hash, ${created}, ${id}))`;
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
    const rows = await this.database.query<Row>(pageStatement(query, limit));
    return rows.map((row) => readOf(row));
  }
}

/** The statement of a page: one for each direction and kind of filter, which is planned once, for merchants of any size. */
export function pageStatement(query: ListIntents, limit: number): Required<Statement> {
  const { merchantId, mode, status, reference, createdFrom, createdTo, startingAfter, endingBefore } = query;
  const direction = startingAfter === undefined ? (endingBefore === undefined ? 'newest' : 'newer') : 'older';
  const pairs = new Set(query.metadata?.map((pair) => pairHash(query, pair)));
  const filter = filterOf(reference !== undefined, pairs.size);
  return {
    name: `intents.${direction}.${filter}`,
    text: pageText(direction, filter),
    values: [
      ...[merchantId, mode, limit],
      status === undefined ? intentStatuses : [status],
      ...[createdFrom ?? '-infinity', createdTo ?? 'infinity'],
      startingAfter ?? endingBefore ?? null,
      ...(reference === undefined && pairs.size === 0 ? [] : [[...pairs]]),
      ...(reference === undefined ? [] : [reference]),
    ],
  };
}
