import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IntentPage, ListIntentsCommand, PaymentIntent } from '@paygate/contracts';
import { intentExpired } from '@paygate/contracts';
import type { Database } from '@paygate/platform';
import { newId } from '@paygate/platform';
import { openDatabase, withClient } from '@paygate/testing';
import pg from 'pg';
import { pageStatement } from '../../reading/intent-lists.repository.js';
import { pairHash, valueHash } from '../../search/metadata-pairs.js';
import type { Search } from '../../reading/search-statement.js';
import { LOOKED_THROUGH_MAX } from '../../reading/search-statement.js';
import { accepted, IntentsUnderTest } from '../intents-under-test.js';

let intents: IntentsUnderTest;
/** Oldest first. */
const created: PaymentIntent[] = [];
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
  for (let index = 0; index < 9; index++)
    created.push(await intents.created({ metadata: `{"n" : ${index}.0}`, reference: `order-${index}` }));
});
afterAll(() => intents.stop());

const idsOf = (page: IntentPage): readonly string[] => page.intents.map(({ id }) => id);
const newestFirst = (from: number, to: number): readonly string[] =>
  created
    .slice(from, to)
    .map(({ id }) => id)
    .reverse();
const page = async (query: Partial<ListIntentsCommand> = {}): Promise<IntentPage> =>
  accepted(await intents.list(query));

describe('a list is cursor pages, newest first', () => {
  it('of whole intents, as they are read one by one', async () => {
    const { intents: listed, hasMore, nextCursor } = await page();
    expect(listed).toEqual([...created].reverse());
    expect({ hasMore, nextCursor }).toEqual({ hasMore: false, nextCursor: null });
  });

  it('[2.5] goes on after the cursor, to the end, without a gap or a repetition', async () => {
    const seen: string[] = [];
    let startingAfter: string | undefined;
    for (let pages = 1; ; pages++) {
      const part = await page({ limit: 4, ...(startingAfter === undefined ? {} : { startingAfter }) });
      seen.push(...idsOf(part));
      expect(part.hasMore).toBe(pages < 3);
      if (part.nextCursor === null) break;
      startingAfter = part.nextCursor;
      await intents.created({ merchantId: newId('merchant') });
    }
    expect(seen).toEqual(newestFirst(0, 9));
  });

  it('an intent that is created meanwhile moves no page', async () => {
    const owner = newId('merchant');
    const first = await intents.created({ merchantId: owner });
    const second = await intents.created({ merchantId: owner });
    const top = await page({ merchantId: owner, limit: 1 });
    expect(idsOf(top)).toEqual([second.id]);
    await intents.created({ merchantId: owner });
    expect(idsOf(await page({ merchantId: owner, startingAfter: second.id }))).toEqual([first.id]);
  });

  it('goes upward before the other cursor: the next newer ones, newest first', async () => {
    const before = await page({ limit: 3, endingBefore: created[2]?.id ?? '' });
    expect(idsOf(before)).toEqual(newestFirst(3, 6));
    expect(before).toMatchObject({ hasMore: true, nextCursor: created[5]?.id });
    const last = await page({ limit: 3, endingBefore: created[5]?.id ?? '' });
    expect(idsOf(last)).toEqual(newestFirst(6, 9));
    expect(last).toMatchObject({ hasMore: false, nextCursor: null });
  });

  it('ends with an empty page after the oldest and before the newest', async () => {
    const nothing = { intents: [], hasMore: false, nextCursor: null };
    expect(await page({ startingAfter: created[0]?.id ?? '' })).toEqual(nothing);
    expect(await page({ endingBefore: created[8]?.id ?? '' })).toEqual(nothing);
    expect(await page({ merchantId: newId('merchant') })).toEqual(nothing);
  });

  it.each(['startingAfter', 'endingBefore'])('%s is an intent of the merchant, or no cursor', async (param) => {
    const cursors = [newId('intent'), (await intents.created({ mode: 'live' })).id];
    cursors.push((await intents.created({ merchantId: newId('merchant') })).id);
    for (const cursor of cursors)
      expect(await intents.list({ [param]: cursor })).toEqual({ ok: false, code: 'cursor_invalid', param });
  });

  it('a page that one message cannot carry is a shorter one, and nothing is left out', async () => {
    const owner = newId('merchant');
    const metadata = JSON.stringify({ text: '"'.repeat(8_000) });
    const large: string[] = [];
    for (let index = 0; index < 15; index++) large.unshift((await intents.created({ merchantId: owner, metadata })).id);
    const first = await page({ merchantId: owner });
    expect(first.hasMore).toBe(true);
    expect(first.intents.length).toBeLessThan(15);
    const rest = await page({ merchantId: owner, startingAfter: first.nextCursor ?? '' });
    expect([...idsOf(first), ...idsOf(rest)].slice(0, 10)).toEqual(large.slice(0, 10));
    expect(first.intents[0]?.metadata).toBe(metadata);
  });
});

describe('a list is filtered', () => {
  it('[2.5] by status, and by reference: every try of one order', async () => {
    const owner = newId('merchant');
    const reference = 'order-7';
    const tries: string[] = [];
    for (let index = 0; index < 3; index++) {
      const { id } = await intents.created({ merchantId: owner, reference });
      if (index < 2) accepted(await intents.cancel(id, { merchantId: owner }));
      tries.unshift(id);
    }
    const other = await intents.created({ merchantId: owner });
    const [open, ...canceled] = tries;
    expect(idsOf(await page({ merchantId: owner, reference }))).toEqual(tries);
    expect(idsOf(await page({ merchantId: owner, status: 'CANCELED' }))).toEqual(canceled);
    expect(idsOf(await page({ merchantId: owner, status: 'PENDING' }))).toEqual([other.id, open]);
    expect(idsOf(await page({ merchantId: owner, status: 'PENDING', reference }))).toEqual([open]);
    const second = await page({ merchantId: owner, reference, limit: 1, startingAfter: open ?? '' });
    expect(second).toMatchObject({ intents: [{ id: canceled[0] }], hasMore: true, nextCursor: canceled[0] });
    const upward = await page({ merchantId: owner, reference, limit: 1, endingBefore: canceled[1] ?? '' });
    expect(idsOf(upward)).toEqual([canceled[0]]);
    expect(await page({ merchantId: owner, reference: 'none' })).toMatchObject({ intents: [] });
  });

  it('[2.5] by time of creation: from, inclusive, to, exclusive', async () => {
    const at = (index: number): string => created[index]?.createdAt ?? '';
    const expected = created.filter(({ createdAt }) => createdAt >= at(3) && createdAt < at(6)).map(({ id }) => id);
    expect(idsOf(await page({ createdFrom: at(3), createdTo: at(6) }))).toEqual(expected.reverse());
    expect(idsOf(await page({ createdFrom: at(8) }))).toContain(created[8]?.id);
  });

  it('to one merchant and mode', async () => {
    const owner = newId('merchant');
    const live = await intents.created({ merchantId: owner, mode: 'live' });
    expect(idsOf(await page({ merchantId: owner }))).toEqual([]);
    expect(idsOf(await page({ merchantId: owner, mode: 'live' }))).toEqual([live.id]);
  });
});

describe('nobody ever sees a stale PENDING in a list', () => {
  it('a lapsed intent is EXPIRED as when it is read, under every filter, and one event is published', async () => {
    const owner = newId('merchant');
    const lapsing = await Promise.all(Array.from({ length: 12 }, () => intents.created({ merchantId: owner })));
    await intents.lapse(...lapsing.map(({ id }) => id));
    const queries = [{}, { status: 'PENDING' }, { status: 'EXPIRED' }] as const;
    const pages = await Promise.all(
      Array.from({ length: 30 }, (_, index) => page({ merchantId: owner, ...queries[index % 3] })),
    );
    for (const [index, { intents: listed }] of pages.entries()) {
      expect(listed).toHaveLength(index % 3 === 1 ? 0 : 12);
      for (const { status } of listed) expect(status).toBe('EXPIRED');
    }
    for (const { id } of lapsing) {
      await intents.event(id, intentExpired.type);
      expect(intents.distinctEventsOf(id, intentExpired.type)).toHaveLength(1);
    }
  });
});

describe('a page is one statement on an index', () => {
  const ROWS = 100_000;
  let owner: string;
  let middle: string;
  let database: Database;
  const shop = { key: 'shop', value: 'one' };
  const campaign = { key: 'campaign', value: 'winter' };
  afterAll(() => database.close());
  beforeAll(async () => {
    database = await openDatabase(intents.databaseUrl, 1);
    owner = newId('merchant');
    await withClient(intents.databaseUrl, async (client) => {
      await client.query(
        `INSERT INTO intent (id, merchant_id, mode, amount, currency, metadata, reference, created_at, expires_at, status,
         terminal_event_id, amount_refunded, event_sequence, version, updated_at)
       SELECT 'pi_' || lpad(n::text, 26, '0'), CASE WHEN n % 10 = 0 THEN 'mer_' || n ELSE $1 END, 'test', 500, 'XAF', '{}',
         'many-' || n, moment, moment + interval '1 day', CASE WHEN n % 1000 = 1 THEN 'EXPIRED' ELSE 'CANCELED' END,
         'evt_' || n, 0, 1, 1, moment
       FROM generate_series(1, $2::integer) AS n,
         LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1 second') AS t (moment)`,
        [owner, ROWS],
      );
      // most merchants are small and most pairs frequent: the plan for all of them must also suit the owner, which is large. Each of its
      // intents is of its shop, one in two hundred of a campaign; one has a number
      const asked = { merchantId: owner, mode: 'test' } as const;
      const pairs = Array.from({ length: ROWS }, (_, index) => index + 1)
        .filter((n) => n % 10 !== 0)
        .flatMap((n) => [
          { n, ...shop },
          ...(n === 77 ? [{ n, key: 'number', value: '77' }] : []),
          ...(n % 200 === 1 ? [{ n, ...campaign }] : []),
        ]);
      await client.query(
        `INSERT INTO intent_metadata_pair (pair_hash, created_at, intent_id)
       SELECT hash, created_at, id FROM unnest($1::bigint[], $2::integer[]) AS pair (hash, n)
         JOIN intent ON intent.id = 'pi_' || lpad(n::text, 26, '0')`,
        [
          pairs.flatMap((pair) => [pairHash(asked, pair), valueHash(asked, pair.value)]),
          pairs.flatMap(({ n }) => [n, n]),
        ],
      );
      // by itself, so that the job that makes entries is not waited for while entries are held
      await client.query('DELETE FROM intent_search_due');
      await client.query(`
        INSERT INTO intent_search (intent_id, created_at, tokens)
        SELECT id, created_at, ARRAY(SELECT hashint4(part + 8 * right(id, 6)::integer) FROM generate_series(1, 8) AS part)
          FROM intent WHERE merchant_id = '${owner}' ON CONFLICT DO NOTHING`);
      await client.query('VACUUM ANALYZE intent, intent_metadata_pair, intent_search');
    });
    middle = `pi_${String(ROWS / 2 + 1).padStart(26, '0')}`;
  });

  const queries: readonly (readonly [string, () => Partial<ListIntentsCommand>])[] = [
    ['the newest', () => ({})],
    ['older ones', () => ({ startingAfter: middle })],
    ['newer ones', () => ({ endingBefore: middle })],
    ['nothing, for the cursor is unknown', () => ({ startingAfter: newId('intent') })],
    ['nothing upward', () => ({ endingBefore: newId('intent') })],
    ['older ones of a time', () => ({ startingAfter: middle, createdTo: '2026-01-01T04:00:00.000Z' })],
    ['newer ones of a time', () => ({ endingBefore: middle, createdFrom: '2026-01-01T10:00:00.000Z' })],
    ['a rare status', () => ({ status: 'EXPIRED', startingAfter: middle })],
    ['a status that none has', () => ({ status: 'FAILED' })],
    ['a stretch of time', () => ({ createdFrom: '2026-01-01T02:00:00.000Z', createdTo: '2026-01-01T03:00:00.000Z' })],
  ];
  it.each(queries)('%s: no table is scanned, and few blocks are read', async (_, query) => {
    expect(await blocksOf(query())).toBeLessThan(250);
  });

  const metadataQueries: readonly (readonly [string, () => Partial<ListIntentsCommand>])[] = [
    ['of all', () => ({ metadata: [shop] })],
    ['of all, older ones', () => ({ metadata: [shop], startingAfter: middle })],
    ['of all, newer ones', () => ({ metadata: [shop], endingBefore: middle })],
    ['of all, a stretch of time', () => ({ metadata: [shop], createdTo: '2026-01-01T04:00:00.000Z' })],
    ['of some', () => ({ metadata: [campaign], startingAfter: middle })],
    ['of all and of some', () => ({ metadata: [shop, campaign] })],
    ['of one', () => ({ metadata: [{ key: 'number', value: '77' }] })],
    ['of one and of all', () => ({ metadata: [shop, { key: 'number', value: '77' }], endingBefore: middle })],
    ['of none', () => ({ metadata: [{ key: 'shop', value: 'two' }] })],
    ['of all, of a reference', () => ({ metadata: [shop], reference: 'many-77' })],
  ];
  const searches: readonly (readonly [string, () => Partial<Search>])[] = [
    ['a reference', () => ({ reference: 'many-77' })],
    ['a reference of none', () => ({ reference: 'none', startingAfter: middle })],
    ['a text that is a reference', () => ({ text: 'many-77' })],
    ['a text that is an id', () => ({ text: middle })],
    ['a text that is a value of metadata', () => ({ text: 'winter', endingBefore: middle })],
    ['a text that is nothing', () => ({ text: 'none' })],
    ['a phone', () => ({ phoneIndexes: ['i'.repeat(43), 'j'.repeat(43)] })],
    ['a phone of a status', () => ({ phoneIndexes: ['i'.repeat(43)], statuses: ['FAILED'], startingAfter: middle })],
  ];
  it.each(searches)('%s: no table is scanned, and few blocks are read', async (_, query) => {
    expect(await blocksOf(query())).toBeLessThan(1_500);
  });

  it.each<readonly [string, Partial<Search>]>([
    ['an amount that none has', { amountFrom: '501' }],
    ['an amount that all have, of a status that few have', { amountTo: '500', statuses: ['EXPIRED', 'FAILED'] }],
    ['a text that all have, with an amount that none has', { text: 'one', amountFrom: '501' }],
    ['metadata that all have, with an amount that none has', { metadata: [shop], amountFrom: '501' }],
  ])('[2.25] %s: no table is scanned, and the rows that are looked through are bounded', async (_, query) => {
    const { plan, blocks } = await explain(query);
    expect(plan).not.toContain('Seq Scan');
    // a row costs an entry of an index and the intent by its id
    expect(blocks).toBeLessThan(LOOKED_THROUGH_MAX * 8);
    const [, walked = '0'] = /CTE Scan on walked [^\n]*rows=([0-9]+)/.exec(plan) ?? [];
    expect(Number(walked)).toBeLessThanOrEqual(LOOKED_THROUGH_MAX);
  });

  // an intent is found by its id in the order of another index: some blocks for each
  it.each(metadataQueries)('metadata %s: no table is scanned, and few blocks are read', async (_, query) => {
    expect(await blocksOf(query())).toBeLessThan(4_000);
  });

  /** The number of blocks that a page reads when every row matches. */
  async function blocksOf(query: Partial<Search>): Promise<number> {
    const { plan, blocks } = await explain(query);
    expect(plan).not.toContain('Seq Scan');
    expect(plan).not.toContain('Rows Removed by Filter');
    return blocks;
  }

  /** The plan of a page that the service uses for all values. */
  async function explain(query: Partial<Search>): Promise<{ readonly plan: string; readonly blocks: number }> {
    const { text, values } = pageStatement({ merchantId: owner, mode: 'test', limit: 100, ...query }, 101);
    await database.query({ text: `PREPARE page AS ${text}` });
    const rows = await database.query<{ 'QUERY PLAN': string }>({
      text: `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) EXECUTE page (${values.map(literalOf).join(', ')})`,
    });
    await database.query({ text: 'DEALLOCATE page' });
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    // the blocks of the whole statement stand first
    const [, hit, read] = /Buffers: shared(?: hit=([0-9]+))?(?: read=([0-9]+))?/.exec(plan) ?? [];
    return { plan, blocks: Number(hit ?? 0) + Number(read ?? 0) };
  }
});

function literalOf(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'bigint') return String(value);
  const text = Array.isArray(value) ? `{${value.join(',')}}` : value;
  if (typeof text !== 'string') throw new TypeError('a value of another kind');
  return pg.escapeLiteral(text);
}
