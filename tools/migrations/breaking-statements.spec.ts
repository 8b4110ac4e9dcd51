import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { blockingStatements, breakingStatements } from './breaking-statements.js';

const root = resolve(import.meta.dirname, '../..');
const services = readdirSync(join(root, 'apps')).filter((name) =>
  existsSync(join(root, 'apps', name, 'src/migrations')),
);

/** The time of the first migration that finds tables with rows: earlier ones run at an installation only. */
const NOT_BLOCKING_FROM = 1_795_640_000_000;

interface Migration {
  readonly name: string;
  new (): { up(runner: { query(sql: string): Promise<unknown> }): Promise<void> };
}

async function migrationsOf(service: string): Promise<readonly Migration[]> {
  const file = join(root, 'apps', service, 'src/migrations/migrations.ts');
  const { migrations } = (await import(file)) as { readonly migrations: readonly Migration[] };
  return migrations;
}

async function sqlOf(migration: Migration): Promise<string> {
  const statements: string[] = [];
  await new migration().up({
    query: (sql) => {
      statements.push(sql);
      return Promise.resolve([]);
    },
  });
  return statements.join(';\n');
}

describe('the migrations of', () => {
  it.each(services)('%s leave a schema that the version before works with', async (service) => {
    const sql = await Promise.all((await migrationsOf(service)).map(sqlOf));
    expect(sql.every((text) => /CREATE|ALTER/.test(text))).toBe(true);
    expect(sql.flatMap(breakingStatements)).toEqual([]);
  });

  it.each(services)('%s build no index that holds back writes', async (service) => {
    const later = (await migrationsOf(service)).filter(({ name }) => Number(name.slice(-13)) >= NOT_BLOCKING_FROM);
    expect((await Promise.all(later.map(sqlOf))).flatMap(blockingStatements)).toEqual([]);
  });
});

describe('an index', () => {
  it.each([
    ['CREATE INDEX charge_rail ON charge (rail)'],
    ['create index if not exists charge_rail on charge (rail)'],
    ['CREATE UNIQUE INDEX charge_rail ON "charge" (rail)'],
    ['CREATE INDEX ON charge (rail)'],
    ['CREATE TABLE refund (id text); CREATE INDEX charge_rail ON charge (rail)'],
  ])('holds back writes when it is built by %s', (sql) => {
    expect(blockingStatements(sql)).toEqual([
      { statement: expect.any(String), reason: 'holds back writes of a table until the index is built' },
    ]);
  });

  it.each([
    ['CREATE INDEX CONCURRENTLY charge_rail ON charge (rail)'],
    ['CREATE INDEX IF NOT EXISTS charge_rail ON ONLY charge (rail)'],
    ['CREATE TABLE refund (id text); CREATE INDEX refund_id ON refund (id)'],
    ['-- small: one row for each merchant\nCREATE INDEX merchant_name ON merchant (name)'],
  ])('holds none back when it is built by %s', (sql) => {
    expect(blockingStatements(sql)).toEqual([]);
  });
});

describe('refuses', () => {
  it.each([
    ['DROP TABLE charge', 'drops what'],
    ['DROP TABLE IF EXISTS charge', 'drops what'],
    ['drop view ledger_sum', 'drops what'],
    ['TRUNCATE charge', 'deletes rows'],
    ['ALTER TABLE charge DROP COLUMN fee', 'drops a column'],
    ['ALTER TABLE charge DROP fee', 'drops a column'],
    ['ALTER TABLE charge ADD note text, DROP COLUMN fee', 'drops a column'],
    ['ALTER TABLE "charge" RENAME COLUMN fee TO cost', 'renames'],
    ['ALTER TABLE charge RENAME TO charges', 'renames'],
    ['ALTER TABLE charge ALTER COLUMN amount TYPE numeric', 'changes the type'],
    ['ALTER TABLE charge ALTER amount SET DATA TYPE text', 'changes the type'],
    ['ALTER TABLE charge ALTER COLUMN fee SET NOT NULL', 'may write NULL'],
    ['ALTER TABLE charge ADD COLUMN rail text NOT NULL', 'without a default'],
    ["ALTER TABLE charge ADD note text NOT NULL DEFAULT '', ADD rail text NOT NULL", 'without a default'],
    ['ALTER TABLE charge ADD CONSTRAINT positive CHECK (amount > 0)', 'a constraint'],
    ['ALTER TABLE charge ADD UNIQUE (intent_id)', 'a constraint'],
    ['CREATE UNIQUE INDEX charge_intent ON charge (intent_id)', 'a constraint'],
    ['CREATE UNIQUE INDEX CONCURRENTLY charge_intent ON charge (intent_id)', 'a constraint'],
    ['CREATE TABLE other (id text); DROP TABLE charge', 'drops what'],
    ['-- no longer needed\nDROP TABLE charge', 'drops what'],
    ["-- a merchant's; it's old\nDROP TABLE charge", 'drops what'],
    ['-- unused: since 1.4\nALTER TABLE charge DROP fee; DROP TABLE charge', 'drops what'],
  ])('%s', (sql, reason) => {
    expect(breakingStatements(sql)).toEqual([
      { statement: expect.any(String), reason: expect.stringContaining(reason) as unknown },
    ]);
  });
});

describe('lets pass', () => {
  it.each([
    ['-- wider: it allows more\nALTER TABLE charge ADD CONSTRAINT positive CHECK (amount > 0)'],
    ['CREATE TABLE refund (id text PRIMARY KEY, amount bigint NOT NULL)'],
    [
      'CREATE TABLE refund (id text); CREATE UNIQUE INDEX one ON refund (id); ALTER TABLE refund ADD CHECK (id <> $$;$$)',
    ],
    ['ALTER TABLE charge ADD COLUMN note text'],
    ["ALTER TABLE charge ADD COLUMN note text NOT NULL DEFAULT ''"],
    ["ALTER TABLE charge ADD COLUMN note text DEFAULT '' NOT NULL"],
    ['ALTER TABLE charge ALTER COLUMN fee DROP NOT NULL'],
    ['ALTER TABLE charge DROP CONSTRAINT charge_fee_check'],
    ['CREATE INDEX charge_rail ON charge (rail)'],
    ['-- unused: since 1.4 the fee is in the ledger\nALTER TABLE charge DROP COLUMN fee'],
    ['CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DROP TABLE charge; $$'],
  ])('%s', (sql) => {
    expect(breakingStatements(sql)).toEqual([]);
  });
});
