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

describe('around the edge of two windows', () => {
  /** A window of which this test is in the last instants, or in the first. */
  const usesAt = async (share: number) => {
    const { rows } = await fresh.admin.query<{ now: number }>(
      'SELECT extract(epoch FROM clock_timestamp())::float8 AS now',
    );
    const windowSeconds = Math.floor((rows[0]?.now ?? 0) / (1 + share));
    return {
      windowSeconds,
      counter: new SourceUsesRepository<'sign-in'>(database, { table: 'source_use', windowSeconds }),
    };
  };
  const key: CappedSources = [{ source: 'key', limit: 100 }];
  /** The key was used so often in the window before, which began with the epoch. */
  const usedBefore = (times: number) =>
    fresh.admin.query(`INSERT INTO source_use VALUES ('key', 'sign-in', to_timestamp(0), $1)`, [times]);

  it.each([
    ['at its beginning nothing', 0.000_001, 100, 0],
    ['at its beginning what was left', 0.000_001, 40, 60],
    ['in its middle half as much', 0.5, 100, 50],
    ['at its end nearly all', 0.99, 100, 99],
  ])('a window that was used up grants %s', async (_, share, before, granted) => {
    await usedBefore(before);
    const { counter } = await usesAt(share);
    const answers = [];
    for (let asked = 0; asked < 101; asked += 1) answers.push(await counter.count('sign-in', key));
    expect(answers.filter((answer) => answer === undefined).length).toBeGreaterThanOrEqual(granted - 1);
    expect(answers.filter((answer) => answer === undefined).length).toBeLessThanOrEqual(granted + 1);
  });

  it('the wait is until there is room', async () => {
    await usedBefore(100);
    const { counter, windowSeconds } = await usesAt(0.5);
    for (let asked = 0; asked < 52; asked += 1) await counter.count('sign-in', key);
    const wait = (await counter.count('sign-in', key)) ?? 0;
    // one of the hundred uses of the window before leaves it in the hundredth part of a window
    expect(wait / windowSeconds).toBeGreaterThan(0);
    expect(wait / windowSeconds).toBeLessThanOrEqual(0.02);
  });
});

describe('windows that have ended', () => {
  beforeEach(async () => {
    await fresh.admin.query(
      `INSERT INTO source_use SELECT n::text, 'sign-in', '1900-01-01', 1 FROM generate_series(1, $1) AS n`,
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
