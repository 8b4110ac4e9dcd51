import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EntitySchema } from 'typeorm';
import { Clock } from '../time/clock.js';
import { violatedConstraint } from '../database/classify.js';
import { Database, OpenTransaction } from '../database/database.js';
import { Logger } from '../telemetry/logger.js';
import type { FreshDatabase } from './fresh-database.js';
import { freshDatabase } from './fresh-database.js';

interface Item {
  id: string;
  amount: bigint;
}
const ItemSchema = new EntitySchema<Item>({
  name: 'Item',
  tableName: 'item',
  columns: { id: { type: 'text', primary: true }, amount: { type: 'bigint' } },
});

let fresh: FreshDatabase;
let database: Database;

const insert = (id: string, amount = 1n) => ({ text: 'INSERT INTO item VALUES ($1, $2)', values: [id, amount] });
const stored = async (): Promise<string[]> => {
  const { rows } = await fresh.admin.query<{ id: string }>('SELECT id FROM item ORDER BY id');
  return rows.map(({ id }) => id);
};
const backends = async (): Promise<number[]> => {
  const { rows } = await fresh.admin.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE application_name = 'suite' AND datname = current_database()",
  );
  return rows.map(({ pid }) => pid);
};

beforeAll(async () => {
  fresh = await freshDatabase();
  await fresh.admin.query('CREATE TABLE item (id text COLLATE "C" PRIMARY KEY, amount bigint NOT NULL)');
});
afterAll(async () => {
  await fresh.drop();
});
beforeEach(async () => {
  await fresh.admin.query('TRUNCATE item');
  database = await Database.open({
    url: fresh.url,
    poolSize: 3,
    applicationName: 'suite',
    entities: [ItemSchema],
    clock: new Clock(),
    logger: new Logger({ service: 'suite', instance: 'one', level: 'silent' }),
  });
  await database.ready;
});
afterEach(async () => {
  await database.close();
});

describe('values', () => {
  it('guarantees that an int8 is a bigint, exact beyond 2^53, and a timestamptz a Date', async () => {
    const text =
      "SELECT 9007199254740993::int8 AS big, ARRAY[1, NULL]::int8[] AS list, '2026-01-01T00:00:00.123Z'::timestamptz AS at";
    const [row] = await database.query({ text });
    expect(row).toEqual({ big: 9007199254740993n, list: [1n, null], at: new Date('2026-01-01T00:00:00.123Z') });
  });

  it("leaves pg's process-wide parsers alone", async () => {
    const { rows } = await fresh.admin.query<{ big: unknown }>('SELECT 1::int8 AS big');
    expect(rows).toEqual([{ big: '1' }]);
  });

  it('prepares a named statement once per connection', async () => {
    const statement = { name: 'one', text: 'SELECT $1::int AS one', values: [1] };
    await database.transaction(async (tx) => {
      await tx.query(statement);
      await tx.query(statement);
      const rows = await tx.query({ text: "SELECT 1 FROM pg_prepared_statements WHERE name = 'one'" });
      expect(rows).toHaveLength(1);
    });
  });
});

describe('reads', () => {
  it('go through TypeORM without a transaction', async () => {
    await database.execute(insert('a', 7n));
    const found = await database.read((manager) => manager.findBy(ItemSchema, { id: 'a' }));
    expect(found).toHaveLength(1);
    const text = 'SELECT now() = statement_timestamp() AS alone';
    expect(await database.read((manager) => manager.query(text))).toEqual([{ alone: true }]);
  });
});

describe('transactions', () => {
  it('commit what was done, by SQL and by TypeORM alike, on one connection', async () => {
    const pids = await database.transaction(async (tx) => {
      await tx.execute(insert('a'));
      await tx.manager.insert(ItemSchema, { id: 'b', amount: 9007199254740993n });
      expect(await tx.manager.findOneByOrFail(ItemSchema, { id: 'a' })).toMatchObject({ id: 'a' });
      const raw: unknown = await tx.manager.query('SELECT pg_backend_pid() AS pid');
      return [raw, await tx.query({ text: 'SELECT pg_backend_pid() AS pid' })];
    });
    expect(pids[0]).toEqual(pids[1]);
    expect(await stored()).toEqual(['a', 'b']);
  });

  it('roll back when the work throws, and throw its error', async () => {
    const fault = new Error('no');
    const work = database.transaction(async (tx) => {
      await tx.execute(insert('a'));
      throw fault;
    });
    await expect(work).rejects.toBe(fault);
    expect(await stored()).toEqual([]);
    expect(await backends()).toHaveLength(1);
  });

  it.each(['live:usr_1', `it's \\ "quoted"; SELECT 'é'`, ''])(
    'hold the lock of a text from their beginning: %j',
    async (lock) => {
      const isFree = async (text: string) => {
        const { rows } = await fresh.admin.query<{ free: boolean }>(
          'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS free',
          [text],
        );
        return rows[0]?.free;
      };
      const seen = await database.transaction(
        async (tx) => {
          await tx.execute(insert('a'));
          return [await isFree(lock), await isFree(`${lock}.`)];
        },
        (connection) => new OpenTransaction(connection),
        lock,
      );
      expect([...seen, await isFree(lock)]).toEqual([false, true, true]);
      expect(await stored()).toEqual(['a']);
    },
  );

  it('never report success for a transaction that PostgreSQL rolled back', async () => {
    const work = database.transaction(async (tx) => {
      await tx.execute(insert('a'));
      await tx.execute(insert('a')).catch(() => undefined);
    });
    await expect(work).rejects.toThrow('was ignored');
    expect(await stored()).toEqual([]);
  });

  it('take no statement after their end', async () => {
    const tx = await database.transaction((open) => Promise.resolve(open));
    await expect(async () => tx.query({ text: 'SELECT 1' })).rejects.toThrow('has ended');
  });

  it('name the violated constraint and keep the connection', async () => {
    await database.execute(insert('a'));
    const again: unknown = await database.execute(insert('a')).catch((error: unknown) => error);
    expect(violatedConstraint(again)).toBe('item_pkey');
    const orm: unknown = await database
      .transaction((tx) => tx.manager.insert(ItemSchema, { id: 'a', amount: 1n }))
      .catch((error: unknown) => error);
    expect(violatedConstraint(orm)).toBe('item_pkey');
    expect(await backends()).toHaveLength(1);
  });
});
