import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runMigrations } from '../database/migrations.js';
import type { FreshDatabase } from './fresh-database.js';
import { freshDatabase } from './fresh-database.js';

class MakeTables1000000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE item (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL);
      CREATE TABLE "Odd name" (name text);
      CREATE TABLE record (item_id integer, name text);
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
      CREATE TRIGGER record_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON record FOR EACH STATEMENT EXECUTE FUNCTION refuse();
      REVOKE UPDATE, DELETE, TRUNCATE ON record FROM CURRENT_USER`);
  }

  async down(): Promise<void> {
    // nobody goes back
  }
}

class CloseTable1000000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('REVOKE DELETE ON item FROM CURRENT_USER');
  }

  async down(): Promise<void> {
    // nobody goes back
  }
}

/** A migration may take long, but must not block others for long. */
class CheckTimeOuts1000000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const text = `SELECT current_setting('statement_timeout') || ' ' || current_setting('transaction_timeout') || ' '
      || current_setting('lock_timeout') AS bounds`;
    expect(await runner.query(text)).toEqual([{ bounds: '0 0 10s' }]);
  }

  async down(): Promise<void> {
    // nobody goes back
  }
}

const DENIED = { code: '42501' };

describe('the role under which a service runs', () => {
  const suffix = randomBytes(4).toString('hex');
  const [runtime, owner] = [`runtime_${suffix}`, `owner_${suffix}`];
  let fresh: FreshDatabase;
  let service: pg.Client;

  const migrate = (...migrations: (new () => MigrationInterface)[]) =>
    runMigrations({ url: urlOf(owner), migrations, runtimeRole: runtime });
  const urlOf = (role: string): string => {
    const url = new URL(fresh.url);
    url.username = url.password = role;
    return url.href;
  };

  beforeAll(async () => {
    fresh = await freshDatabase();
    for (const role of [runtime, owner]) await fresh.admin.query(`CREATE ROLE ${role} LOGIN PASSWORD '${role}'`);
    await fresh.admin.query(`ALTER DATABASE ${new URL(fresh.url).pathname.slice(1)} OWNER TO ${owner}`);
    await migrate(MakeTables1000000000000);
    service = new pg.Client({ connectionString: urlOf(runtime) });
    await service.connect();
  });
  afterAll(async () => {
    await service.end();
    await fresh.admin.query(`REASSIGN OWNED BY ${owner} TO CURRENT_USER`);
    await fresh.admin.query(`DROP OWNED BY ${runtime}; DROP ROLE ${runtime}, ${owner}`);
    await fresh.drop();
  });

  it.each([
    `INSERT INTO item (name) VALUES ('one'), ('two')`,
    `UPDATE item SET name = 'uno' WHERE id = 1`,
    'SELECT FROM item FOR UPDATE',
    'DELETE FROM item WHERE id = 2',
    'INSERT INTO "Odd name" SELECT name FROM item',
    `INSERT INTO record VALUES (1, 'kept')`,
    'SELECT FROM record',
  ])('may: %s', async (statement) => {
    await expect(service.query(statement)).resolves.toMatchObject({ rowCount: expect.any(Number) });
  });

  it.each([
    `UPDATE record SET name = 'other'`,
    'DELETE FROM record',
    'TRUNCATE item',
    'ALTER TABLE record DISABLE TRIGGER record_stays',
    'ALTER TABLE item ADD COLUMN more text',
    'DROP TABLE item',
    'DROP TRIGGER record_stays ON record',
    'CREATE TABLE mine (id integer)',
    'CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
    `SET ROLE ${owner}`,
    `SET session_replication_role = 'replica'`,
    'DELETE FROM migrations',
  ])('may not: %s', async (statement) => {
    await expect(service.query(statement)).rejects.toMatchObject(DENIED);
  });

  it('is bound by time-outs although its connection asks for none', async () => {
    const { rows } = await service.query(`
      SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
        current_setting('transaction_timeout') AS transaction,
        current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('plan_cache_mode') AS plans,
        current_setting('enable_seqscan') AS seqscan, current_setting('jit') AS jit, current_setting('TimeZone') AS zone`);
    const plans = { plans: 'force_generic_plan', seqscan: 'off', jit: 'off' };
    expect(rows).toEqual([{ statement: '5s', lock: '2s', idle: '10s', transaction: '30s', zone: 'UTC', ...plans }]);
    await expect(service.query('SELECT pg_sleep(30)')).rejects.toMatchObject({ code: '57014' });
  });

  it('ends with a transaction that stays open, whatever it does in it', async () => {
    const busy = new pg.Client(urlOf(runtime));
    const reasons: unknown[] = [];
    busy.on('error', (error) => reasons.push(error));
    await busy.connect();
    await busy.query(`SET transaction_timeout = '1s'; BEGIN; INSERT INTO item (name) VALUES ('held back')`);
    while (reasons.length === 0) await busy.query('SELECT 1').catch((error: unknown) => reasons.push(error));
    expect(reasons).toContainEqual(expect.objectContaining({ code: '25P04' }));
    await expect(service.query(`SELECT FROM item WHERE name = 'held back'`)).resolves.toMatchObject({ rowCount: 0 });
  });

  it('loses what a later migration takes from the owner, and is granted the rest again', async () => {
    await migrate(MakeTables1000000000000, CloseTable1000000000001);
    await expect(service.query('DELETE FROM item')).rejects.toMatchObject(DENIED);
    await expect(service.query(`UPDATE item SET name = 'one'`)).resolves.toMatchObject({ rowCount: 1 });
  });

  it('is not the one that migrates', async () => {
    const asOwner = runMigrations({ url: urlOf(owner), migrations: [], runtimeRole: owner });
    await expect(asOwner).rejects.toThrow('owns the tables');
    await expect(migrate(MakeTables1000000000000, CloseTable1000000000001)).resolves.toBeUndefined();
  });

  it('migrates without a time-out of statements', async () => {
    await migrate(MakeTables1000000000000, CloseTable1000000000001, CheckTimeOuts1000000000002);
  });
});
