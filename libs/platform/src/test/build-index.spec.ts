import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, withClient } from '@paygate/testing';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from '../database/build-index.js';
import { runMigrations } from '../database/migrations.js';
import type { FreshDatabase } from './fresh-database.js';
import { freshDatabase } from './fresh-database.js';

class Tables1000000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE item (id integer, size integer);
      CREATE TABLE part (id integer, size integer) PARTITION BY RANGE (id);
      CREATE TABLE part_low PARTITION OF part FOR VALUES FROM (0) TO (10);
      CREATE TABLE part_default PARTITION OF part DEFAULT`);
  }

  async down(): Promise<void> {
    // nobody goes back
  }
}

class Indexes1000000000001 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const definition = '(size) WHERE size > 0';
    await buildIndex(runner, { name: 'item_size', table: 'item', definition });
    await buildIndex(runner, { name: 'part_size', table: 'part', definition });
  }

  async down(): Promise<void> {
    // nobody goes back
  }
}

describe('an index of a table that exists', () => {
  let fresh: FreshDatabase;
  const migrate = () => runMigrations({ url: fresh.url, migrations: [Tables1000000000000, Indexes1000000000001] });
  const query = async (text: string): Promise<readonly object[]> => {
    let rows: readonly object[] = [];
    await withClient(fresh.url, async (client) => {
      await client.query(`SET lock_timeout = '5s'`);
      ({ rows } = await client.query<object>(text));
    });
    return rows;
  };
  const indexes = () =>
    query(`SELECT indrelid::regclass::text AS table, indisvalid AS valid, pg_get_expr(indpred, indrelid) AS predicate
      FROM pg_index JOIN pg_class ON oid = indexrelid WHERE relname LIKE '%\\_size%' ORDER BY 1`);
  const valid = (...tables: readonly string[]) =>
    tables.map((table) => ({ table, valid: true, predicate: '(size > 0)' }));

  beforeEach(async () => {
    fresh = await freshDatabase();
    await runMigrations({ url: fresh.url, migrations: [Tables1000000000000] });
  });
  afterEach(() => fresh.drop());

  it.each([
    ['item', 'item'],
    ['part', 'part_low'],
  ])('of %s is built while rows are written, also by two runs at once', async (table, written) => {
    let runs: Promise<unknown> | undefined;
    await withClient(fresh.url, async (writer) => {
      await writer.query('BEGIN');
      await writer.query(`INSERT INTO ${written} VALUES (1, 1)`);
      runs = Promise.all([migrate(), migrate()]);
      await eventually(async () => {
        const waiting = await query(
          `SELECT FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX CONCURRENTLY%' AND datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return waiting.length > 0;
      });
      await query(`INSERT INTO ${table} VALUES (2, 2)`);
      await writer.query('COMMIT');
    });
    await runs;
    expect(await indexes()).toEqual(valid('item', 'part', 'part_default', 'part_low'));
    expect(await query(`SELECT id FROM ${table} ORDER BY id`)).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('is built anew when its build was interrupted', async () => {
    await query(`CREATE INDEX item_size ON item (id);
      CREATE INDEX part_size ON ONLY part (size) WHERE size > 0;
      CREATE INDEX part_low_part_size ON part_low (id);
      UPDATE pg_index SET indisvalid = false WHERE indexrelid IN ('item_size'::regclass, 'part_low_part_size'::regclass)`);
    await migrate();
    expect(await indexes()).toEqual(valid('item', 'part', 'part_default', 'part_low'));
  });

  it('is one of the partitions that are made later', async () => {
    await migrate();
    await query('CREATE TABLE part_next PARTITION OF part FOR VALUES FROM (10) TO (20)');
    expect(await indexes()).toContainEqual(valid('part_next')[0]);
  });
});
