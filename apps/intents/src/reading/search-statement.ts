import type { ListIntentsCommand } from '@paygate/contracts';
import { referenceKey } from '@paygate/contracts';
import type { Statement } from '@paygate/platform';
import { referenceKeySql } from '@paygate/platform';
import { intentColumns } from '../intents.schema.js';
import { soughtOf } from '../search/search-text.js';
import { SEARCH_SEGMENT_SECONDS, soughtTokens } from '../search/search-tokens.js';
import { pairHash, valueHash } from '../search/metadata-pairs.js';
import type { Direction } from './page-sql.js';
import {
  byId,
  directionOf,
  ofIntent,
  orderOf,
  PAGE_PARAMETERS,
  pageValues,
  position,
  userOfIntent,
  within,
} from './page-sql.js';

/** The number of intents, in the order of the list, that one page examines for those that match its filters. */
export const LOOKED_THROUGH_MAX = 5_000;
/** The same of a text, whose intents have been found one by one. */
const TEXT_LOOKED_THROUGH_MAX = 1_000;

/** The largest amount that the wire carries. */
const AMOUNT_MAX = '999999999999';
/** The rarest pair is the one with the fewest rows among this many. */
const RARITY_ROWS = 1_000;
const [lookedThrough, amountFrom, amountTo] = [1, 2, 3].map((n) => `$${PAGE_PARAMETERS + n}`);
const ofPair = { created: 'pair.created_at', id: 'pair.intent_id' };

/** A search: the filters of a list beside status and time. */
export interface Search extends ListIntentsCommand {
  /** The indexes of the phone that pays. Beside a text: of the phone that this may be. */
  readonly phoneIndexes?: readonly string[];
  /** The indexes of the last digits of a phone that the text may be. */
  readonly phoneEnds?: readonly string[];
}

/** True when a page needs a search: without one, the ranges of the statuses are its rows. */
export function isSearch({
  reference,
  providerReference,
  userId,
  customerId,
  tillId,
  metadata,
  text,
  phoneIndexes,
  ...query
}: Search): boolean {
  const named = [reference, providerReference, userId, customerId, tillId, metadata, text, phoneIndexes];
  const filters = [...named, query.amountFrom, query.amountTo];
  return filters.some((filter) => filter !== undefined);
}

/**
 * A page of a search. It reads a bounded number of rows of one index, in the order of the list, and returns those that pass the
 * other filters. `walkedTo` of each row is the place at which reading stopped; a page without intents has one row with that alone. Each
 * combination of direction and filters has one text, which is planned once for all merchants.
 */
export function searchStatement(search: Search, limit: number): Required<Statement> {
  const direction = directionOf(search);
  const walked = search.text === undefined ? LOOKED_THROUGH_MAX : TEXT_LOOKED_THROUGH_MAX;
  const values: unknown[] = [
    ...pageValues(search, limit),
    ...[walked, search.amountFrom ?? '1', search.amountTo ?? AMOUNT_MAX],
  ];
  const bind = (value: unknown, type: string): string => `$${values.push(value)}::${type}`;
  const { name, source, conditions } = filtersOf(search, direction, bind);
  const order = orderOf(direction, ofIntent);
  const text = `
WITH ${position},
walked AS MATERIALIZED (SELECT created_at, id FROM (${source}) AS candidate ORDER BY ${order} LIMIT ${lookedThrough}),
page AS (
  SELECT found.* FROM (SELECT created_at AS walked_at, id AS walked_id FROM walked ORDER BY ${order} OFFSET 0) AS walked
   CROSS JOIN LATERAL (${byId('walked_id')}) AS found
   WHERE merchant_id = $1 AND mode = $2 AND status = ANY ($4::text[]) AND amount BETWEEN ${amountFrom} AND ${amountTo}
     ${conditions.map((condition) => `AND ${condition}`).join(' ')}
   ORDER BY ${orderOf(direction, { created: 'walked_at', id: 'walked_id' })} LIMIT $3)
SELECT "walkedTo", ${intentColumns}, clock_timestamp() AS "readAt"
  FROM (SELECT (SELECT id FROM walked ORDER BY ${order} OFFSET ${lookedThrough} - 1 LIMIT 1)) AS walk ("walkedTo")
  LEFT JOIN page ON true ORDER BY ${order}`;
  return { name: `intents.${direction}.${name}`, text, values };
}

type Bind = (value: unknown, type: string) => string;

interface Filters {
  readonly name: string;
  /** The rows that are looked through. */
  readonly source: string;
  readonly conditions: readonly string[];
}

/** The filter that fewest intents meet gives the rows, the others are conditions. */
function filtersOf(search: Search, direction: Direction, bind: Bind): Filters {
  const { reference, providerReference, userId, customerId, tillId, text, phoneIndexes, metadata = [] } = search;
  const range = rangesOf(direction);
  const hashes = [...new Set(metadata.map((pair) => pairHash(search, pair)))];
  const named = reference === undefined ? undefined : bind(reference, 'text');
  const numbered = providerReference === undefined ? [] : [isNumbered(bind(referenceKey(providerReference), 'text'))];
  const user = userId === undefined ? undefined : bind(userId, 'text');
  const customer = customerId === undefined ? [] : [`customer_id = ${bind(customerId, 'text')}`];
  const till = tillId === undefined ? [] : [`till_id = ${bind(tillId, 'text')}`];
  const pairs = hashes.length === 0 ? undefined : bind(hashes, 'bigint[]');
  const ofReference = named === undefined ? [] : [`reference = ${named}`];
  const ofUser = user === undefined ? [] : [`${userOfIntent} = ${user}`];
  const ofPairs = pairs === undefined ? [] : [hasAllPairs(pairs)];
  const rest = [
    ...[numbered.length > 0 ? '-numbered' : '', customer.length > 0 ? '-customer' : ''],
    till.length > 0 ? '-till' : '',
    ...[named && '-reference', user && '-user', pairs && '-pairs'],
  ].join('');
  const others = [...customer, ...till, ...ofReference, ...ofUser, ...ofPairs];
  const conditions = [...numbered, ...others];
  if (text !== undefined) return textFilters(search, direction, { bind, text, rest, conditions });
  if (phoneIndexes !== undefined) {
    const indexes = bind(phoneIndexes, 'text[]');
    return { name: `phone${rest}`, source: range.ofEach(indexes, 'payer_phone_index'), conditions };
  }
  const [number] = numbered;
  if (number !== undefined) return { name: rest, source: range.ofIntents(number), conditions: others };
  const [phone] = customer;
  if (phone !== undefined)
    return { name: rest, source: range.ofIntents(phone), conditions: [...till, ...ofReference, ...ofUser, ...ofPairs] };
  const [place] = till;
  if (place !== undefined)
    return { name: rest, source: range.ofIntents(place), conditions: [...ofReference, ...ofUser, ...ofPairs] };
  if (named !== undefined)
    return { name: rest, source: range.ofIntents(`reference = ${named}`), conditions: [...ofUser, ...ofPairs] };
  if (user !== undefined || pairs === undefined) {
    const source = range.ofEach('$4::text[]', 'status', ofUser);
    return { name: user === undefined ? 'amount' : rest, source, conditions: ofPairs };
  }
  const walked = hashes.length === 1 ? `(${pairs})[1]` : rarestOf(pairs);
  const single = hashes.length === 1;
  return { name: single ? 'pair' : rest, source: range.ofPairs(walked), conditions: single ? [] : ofPairs };
}

/** A text may be part of what is stored with an intent, or a phone. */
function textFilters(
  search: Search,
  direction: Direction,
  { bind, text, rest, conditions }: Pick<Filters, 'conditions'> & Record<'text' | 'rest', string> & { bind: Bind },
): Filters {
  const { phoneIndexes, phoneEnds } = search;
  const { ofWords, ofWhole, single } = soughtTokens(search, soughtOf(text));
  const parameters = {
    ...{ text: bind(text, 'text'), hash: bind(valueHash(search, text), 'bigint') },
    ...{ key: bind(referenceKey(text), 'text'), ofWords: bind(ofWords, 'integer[]') },
    ...{ ofWhole: bind(ofWhole, 'integer[]'), single: bind(single, 'integer[]') },
  };
  const isPhone = (phoneIndexes ?? phoneEnds) !== undefined;
  const { ofEach } = rangesOf(direction);
  const ofPhone = isPhone
    ? [
        ofEach(bind(phoneIndexes ?? [], 'text[]'), 'payer_phone_index'),
        ofEach(bind(phoneEnds ?? [], 'text[]'), 'payer_phone_end'),
      ]
    : [];
  const source = [...textSources(direction, parameters), ...ofPhone].map((one) => `(${one})`).join(' UNION ');
  return { name: `text${isPhone ? '-phone' : ''}${rest}`, source, conditions };
}

/** The first rows of ranges of an index in the order of the list. */
function rangesOf(direction: Direction) {
  const limit = `LIMIT ${lookedThrough}`;
  const ofIntents = (condition: string): string => `
    SELECT created_at, id FROM intent WHERE merchant_id = $1 AND mode = $2 AND ${condition} AND ${within[direction](ofIntent)}
     ORDER BY ${orderOf(direction, ofIntent)} ${limit}`;
  return {
    ofIntents,
    /** A range for each value of a column, of intents that also meet these conditions. */
    ofEach: (values: string, column: string, conditions: readonly string[] = []): string => `
    SELECT found.* FROM unnest(${values}) AS wanted (value)
     CROSS JOIN LATERAL (${ofIntents([`${column} = wanted.value`, ...conditions].join(' AND '))}) AS found`,
    ofPairs: (hash: string): string => `
    SELECT created_at, intent_id AS id FROM intent_metadata_pair AS pair
     WHERE pair.pair_hash = ${hash} AND ${within[direction](ofPair)} ORDER BY ${orderOf(direction, ofPair)} ${limit}`,
  };
}

/** The condition that the operator has given a transaction the number with this key. Written as in the index. */
const isNumbered = (key: string): string =>
  `provider_reference IS NOT NULL AND ${referenceKeySql('provider_reference')} = ${key}`;

interface TextParameters {
  readonly text: string;
  readonly hash: string;
  /** The key of the text as the number of an operator. */
  readonly key: string;
  /** The tokens of its words, of all of it, and those of which one is enough. */
  readonly ofWords: string;
  readonly ofWhole: string;
  readonly single: string;
}

/**
 * Intents that a text names: by their id or that of their charge, by their reference, by a value of their metadata, by the operator's
 * number, and by parts of what they say.
 */
function textSources(direction: Direction, parameters: TextParameters): readonly string[] {
  const { text, hash, key } = parameters;
  const range = rangesOf(direction);
  const one = (intent: string): string => `
    SELECT created_at, id FROM (${intent}) AS one WHERE merchant_id = $1 AND mode = $2 AND ${within[direction](ofIntent)}`;
  return [
    range.ofPairs(hash),
    range.ofIntents(`reference = ${text}`),
    range.ofIntents(isNumbered(key)),
    one(byId(text)),
    one(`SELECT * FROM intent WHERE charge_id = ${text} OFFSET 0`),
    partsSource(direction, parameters),
  ];
}

const weekOf = (time: string): string => `floor(extract(epoch FROM ${time}) / ${SEARCH_SEGMENT_SECONDS})::integer`;
const endOfStatus = (order: string): string => `(
    SELECT created_at FROM intent WHERE merchant_id = $1 AND mode = $2 AND status = wanted.status ORDER BY ${order} LIMIT 1)`;
/** The first and the last intent of the merchant in one of the statuses: weeks without any are not looked into. */
const ends = `
  SELECT min(${endOfStatus('created_at')}) AS oldest, max(${endOfStatus('created_at DESC')}) AS newest
    FROM unnest($4::text[]) AS wanted (status)`;
const placed = '(SELECT created_at FROM position)';
const spans: Readonly<Record<Direction, readonly [from: string, to: string]>> = {
  newest: [`greatest($5::timestamptz, oldest)`, `least($6::timestamptz, newest)`],
  older: [`greatest($5::timestamptz, oldest)`, `least($6::timestamptz, newest, ${placed})`],
  newer: [`greatest($5::timestamptz, oldest, ${placed})`, `least($6::timestamptz, newest)`],
};

/**
 * Intents that have all tokens of a search, week by week in the order of the list, until there are enough: a text that most intents
 * of a merchant have costs as much as those of one week, a rare one a look into the index for each week.
 */
function partsSource(direction: Direction, { ofWords, ofWhole, single }: TextParameters): string {
  const [from, to] = spans[direction];
  const ofWeek = (tokens: string): string =>
    `CASE WHEN ${tokens} IS NOT NULL THEN ARRAY(SELECT token # week FROM unnest(${tokens}) AS token) END`;
  const ofEntry = { created: 'entry.created_at', id: 'entry.intent_id' };
  const limit = `LIMIT ${lookedThrough}`;
  const order = direction === 'newer' ? 'week' : 'week DESC';
  return `
    SELECT part.created_at, part.intent_id AS id
      FROM (SELECT week, ${ofWeek(ofWords)} AS of_words, ${ofWeek(ofWhole)} AS of_whole, ${ofWeek(single)} AS single
              FROM (${ends}) AS merchant CROSS JOIN LATERAL generate_series(${weekOf(from)}, ${weekOf(to)}) AS week
             WHERE oldest IS NOT NULL ORDER BY ${order} OFFSET 0) AS segment
     CROSS JOIN LATERAL (
       SELECT created_at, intent_id FROM intent_search AS entry
        WHERE (tokens @> of_words OR tokens @> of_whole OR tokens && single) AND ${within[direction](ofEntry)}
        ORDER BY ${orderOf(direction, ofEntry)} ${limit}) AS part
     ORDER BY ${order}, ${orderOf(direction, { created: 'part.created_at', id: 'part.intent_id' })} ${limit}`;
}

function rarestOf(hashes: string): string {
  return `(
  SELECT hash FROM unnest(${hashes}) AS wanted (hash)
   ORDER BY (SELECT count(*) FROM (SELECT FROM intent_metadata_pair AS counted WHERE counted.pair_hash = wanted.hash
                                    LIMIT ${RARITY_ROWS}) AS first)
   LIMIT 1)`;
}

/** Evaluated for each candidate, not joined. */
function hasAllPairs(hashes: string): string {
  return `cardinality(${hashes}) = (
         SELECT count(*) FROM unnest(${hashes}) AS wanted (hash)
           JOIN intent_metadata_pair AS other
             ON (other.pair_hash, other.created_at, other.intent_id) = (wanted.hash, walked_at, walked_id))`;
}
