import { Injectable } from '@nestjs/common';
import type { ListIntentsCommand } from '@paygate/contracts';
import { intentStatuses } from '@paygate/contracts';
import type { Statement } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { Read, Row } from '../intents.repository.js';
import { readOf } from '../intents.repository.js';
import { intentColumns } from '../intents.schema.js';
import { pairHash } from './metadata-pairs.js';

type Direction = 'newest' | 'older' | 'newer';

/** Parameters of every statement, in order: merchant, mode, limit, statuses, created from, created to, cursor. */
const [from, to] = ['$5::timestamptz', '$6::timestamptz'];
const cursor = '((SELECT created_at FROM position), (SELECT id FROM position))';
const FILTER_PARAMETER = 8;
/** The rarest pair is the one with the fewest rows among this many. */
const RARITY_ROWS = 1_000;

/** Columns that hold the time of creation and the id of an intent. */
interface Columns {
  readonly created: string;
  readonly id: string;
}
const ofIntent: Columns = { created: 'created_at', id: 'id' };

/**
 * The range of a page. The cursor's time and the query's are merged into one bound: with two bounds an index scan may start
 * at the wider one and skip rows one by one up to the cursor.
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

/** The filter besides status and time. A reference may be combined with pairs of metadata. */
type Filter = 'none' | 'reference' | 'pair' | 'pairs';

function filterOf(ofReference: boolean, pairs: number): Filter {
  if (ofReference) return 'reference';
  if (pairs > 1) return 'pairs';
  return pairs === 1 ? 'pair' : 'none';
}

/**
 * One page. Each status is a range of one index in the order of the page: the first rows of each range are read and merged,
 * so a page costs the same however many intents a merchant has. A reference has few intents. A pair of metadata is a range of
 * an index in the order of the page, too.
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
 * Reads the rows of the rarest pair, and looks up the other pairs and the intent of each. Without this order the planner
 * expects several pairs, or one merchant, to match almost nothing, and sorts all matches.
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
 * An intent by its id alone: `OFFSET 0` keeps the planner from pushing other conditions in. One plan serves all merchants; it
 * assumes a small one, and would search all intents of a large merchant for one row.
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

/** Evaluated for each candidate, not joined. */
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
  async first(query: ListIntentsCommand, limit: number): Promise<readonly Read[]> {
    const rows = await this.database.query<Row>(pageStatement(query, limit));
    return rows.map((row) => readOf(row));
  }
}

/** The statement of a page. Each direction and kind of filter has one text, which is planned once for all merchants. */
export function pageStatement(query: ListIntentsCommand, limit: number): Required<Statement> {
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
