import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '../time/clock.js';
import { Database } from '../database/database.js';
import type { CappedSources } from '../limits/source-uses.repository.js';
import { SourceUsesRepository } from '../limits/source-uses.repository.js';
import { Logger } from '../telemetry/logger.js';
import type { FreshDatabase } from './fresh-database.js';
import { freshDatabase } from './fresh-database.js';

/** A window so long that practically none ends during a test. */
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
      PRIMARY KEY (source, action, window_start))`);
});
afterAll(() => fresh.drop());
beforeEach(async () => {
  await fresh.admin.query('TRUNCATE source_use');
  database = await Database.open({
    url: fresh.url,
    poolSize: 8,
    applicationName: 'suite',
    clock: new Clock(),
    logger: new Logger({ service: 'suite', instance: 'one', level: 'silent' }),
  });
  await database.ready;
  uses = new SourceUsesRepository(database, { table: 'source_use', windowSeconds: WINDOW_SECONDS });
});
afterEach(() => database.close());

/** An address that may ask often, and an API key that may not. */
const sources: CappedSources = [
  { source: 'address', limit: 1_000 },
  { source: 'key', limit: LIMIT },
];
const isGranted = async (): Promise<boolean> => (await uses.count('sign-in', sources)) === undefined;
const used = async (): Promise<Record<string, number>> => {
  const { rows } = await fresh.admin.query<{ source: string; used: number }>('SELECT source, used FROM source_use');
  return Object.fromEntries(rows.map(({ source, used: count }) => [source, count]));
};

describe('requests of capped sources', () => {
  it('are granted up to the limit, however many come at one time', async () => {
    const granted = await Promise.all(Array.from({ length: 40 }, isGranted));
    expect(granted.filter(Boolean)).toHaveLength(LIMIT);
    expect(await used()).toEqual({ address: 40, key: LIMIT });
  });

  it('are not counted for a key when their address is over its limit', async () => {
    const one: CappedSources = [
      { source: 'address', limit: 1 },
      { source: 'key', limit: LIMIT },
    ];
    expect(await uses.count('sign-in', one)).toBeUndefined();
    expect(await uses.count('sign-in', one)).toBeGreaterThan(0);
    expect(await used()).toEqual({ address: 1, key: 1 });
  });
});

describe('windows that have ended', () => {
  beforeEach(async () => {
    await fresh.admin.query(
      `INSERT INTO source_use SELECT n::text, 'sign-in', '1970-01-01', 1 FROM generate_series(1, $1) AS n`,
      [TOO_MANY_FOR_ONE_STATEMENT],
    );
  });

  it('are deleted, however many there are, and nothing else', async () => {
    expect(await isGranted()).toBe(true);
    await uses.deleteExpired();
    expect(await used()).toEqual({ address: 1, key: 1 });
  });

  it('are deleted without waiting for rows that another transaction has locked', async () => {
    await fresh.admin.query('BEGIN');
    await fresh.admin.query('SELECT FROM source_use LIMIT 1 FOR UPDATE');
    await uses.deleteExpired();
    expect(Object.keys(await used())).toHaveLength(1);
    await fresh.admin.query('ROLLBACK');
  });
});
