import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '../clock.js';
import { Database } from '../database/database.js';
import type { CappedSources } from '../database/source-uses.repository.js';
import { countedMessageTableSql, SourceUsesRepository } from '../database/source-uses.repository.js';
import { uuidV7 } from '../ids.js';
import { Logger } from '../logging/logger.js';
import type { FreshDatabase } from './fresh-database.js';
import { freshDatabase } from './fresh-database.js';

/** No window of this length ends during a test, but one in so many years. */
const WINDOW_SECONDS = 1_000_000_000;
const LIMIT = 5;
const TOO_MANY_FOR_ONE_STATEMENT = 25_000;

let fresh: FreshDatabase;
let database: Database;
let uses: SourceUsesRepository<'sign-in'>;

beforeAll(async () => {
  fresh = await freshDatabase();
  await fresh.admin.query(`
    CREATE UNLOGGED TABLE source_use (source text COLLATE "C", action text, window_start timestamptz, used integer NOT NULL,
      PRIMARY KEY (source, action, window_start));
    ${countedMessageTableSql('counted_message')}`);
});
afterAll(() => fresh.drop());
beforeEach(async () => {
  await fresh.admin.query('TRUNCATE source_use, counted_message');
  database = await Database.open({
    url: fresh.url,
    poolSize: 8,
    applicationName: 'suite',
    clock: new Clock(),
    logger: new Logger({ service: 'suite', instance: 'one', level: 'silent' }),
  });
  await database.ready;
  const tables = { table: 'source_use', messages: 'counted_message' };
  uses = new SourceUsesRepository(database, { ...tables, windowSeconds: WINDOW_SECONDS });
});
afterEach(() => database.close());

/** An address that may ask often, and an API key that may not. */
const sources: CappedSources = [
  { source: 'address', limit: 1_000 },
  { source: 'key', limit: LIMIT },
];
const isGranted = async (messageId: string): Promise<boolean> =>
  (await uses.count({ action: 'sign-in', messageId }, sources)) === undefined;
const countIn = async (table: string): Promise<number> => {
  const { rows } = await fresh.admin.query<{ count: string }>(`SELECT count(*) FROM ${table}`);
  return Number(rows[0]?.count);
};

describe('requests of capped sources', () => {
  it('are granted up to the limit, however many come at one time, and answered as before when they come again', async () => {
    const messages = Array.from({ length: 40 }, () => uuidV7());
    const granted = await Promise.all(messages.map(isGranted));
    expect(granted.filter(Boolean)).toHaveLength(LIMIT);
    const { rows } = await fresh.admin.query('SELECT * FROM source_use ORDER BY source');
    expect(await Promise.all(messages.map(isGranted))).toEqual(granted);
    expect((await fresh.admin.query('SELECT * FROM source_use ORDER BY source')).rows).toEqual(rows);
  });

  it('that find nothing left are refused for good by the statement that counts them', async () => {
    for (let count = 0; count < LIMIT; count += 1) expect(await isGranted(uuidV7())).toBe(true);
    await fresh.admin.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'a second statement'; END $$;
      CREATE TRIGGER refused BEFORE UPDATE ON counted_message FOR EACH STATEMENT EXECUTE FUNCTION refuse()`);
    const late = uuidV7();
    expect(await isGranted(late)).toBe(false);
    await fresh.admin.query('TRUNCATE source_use; DROP FUNCTION refuse CASCADE');
    expect(await isGranted(late)).toBe(false);
    expect(await isGranted(uuidV7())).toBe(true);
  });
});

describe('what is too old', () => {
  beforeEach(async () => {
    await fresh.admin.query(
      `INSERT INTO counted_message (message_id, action, counted_at)
        SELECT gen_random_uuid(), 'sign-in', clock_timestamp() - interval '1 h' FROM generate_series(1, $1)`,
      [TOO_MANY_FOR_ONE_STATEMENT],
    );
    await fresh.admin.query(
      `INSERT INTO source_use SELECT n::text, 'sign-in', '1970-01-01', 1 FROM generate_series(1, $1) AS n`,
      [TOO_MANY_FOR_ONE_STATEMENT],
    );
  });

  it('is forgotten, however much it is, and nothing else', async () => {
    const messageId = uuidV7();
    expect(await isGranted(messageId)).toBe(true);
    await uses.forget();
    expect([await countIn('counted_message'), await countIn('source_use')]).toEqual([1, sources.length]);
  });

  it('is forgotten but for what another holds, for whom nothing waits', async () => {
    await fresh.admin.query('BEGIN');
    for (const table of ['counted_message', 'source_use'])
      await fresh.admin.query(`SELECT FROM ${table} LIMIT 1 FOR UPDATE`);
    await uses.forget();
    expect([await countIn('counted_message'), await countIn('source_use')]).toEqual([1, 1]);
    await fresh.admin.query('ROLLBACK');
  });
});
