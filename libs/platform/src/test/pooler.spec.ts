import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Clock } from '../time/clock.js';
import { Database } from '../database/database.js';
import { Logger } from '../telemetry/logger.js';
import type { FreshDatabase } from './fresh-database.js';
import { freshDatabase } from './fresh-database.js';
import { TransactionPooler } from './transaction-pooler.js';

const TRANSFERS = 60;

let fresh: FreshDatabase;
let pooler: TransactionPooler;
let instances: readonly Database[];

const open = async (): Promise<Database> => {
  const logger = new Logger({ service: 'suite', instance: 'one', level: 'silent' });
  const options = { url: pooler.url, poolSize: 3, applicationName: 'suite', clock: new Clock(), logger };
  const database = await Database.open(options);
  await database.ready;
  return database;
};
const instance = (index: number): Database => {
  const database = instances[index % instances.length];
  if (database === undefined) throw new Error('no instance');
  return database;
};

beforeAll(async () => {
  fresh = await freshDatabase();
  await fresh.admin.query(`CREATE TABLE account (id int PRIMARY KEY, amount int NOT NULL);
    INSERT INTO account VALUES (1, 0), (2, 0)`);
  pooler = await TransactionPooler.before(fresh.url, { carriesStatements: true });
  instances = [await open(), await open()];
});
afterAll(async () => {
  await Promise.all(instances.map((database) => database.close()));
  await pooler.close();
  await fresh.drop();
});

describe('behind a pooler in transaction mode that carries named statements', () => {
  it('two instances execute named statements and transactions on one session', async () => {
    const add = (id: number, amount: number) => ({
      name: 'add',
      text: 'UPDATE account SET amount = amount + $2 WHERE id = $1 RETURNING pg_backend_pid() AS pid',
      values: [id, amount],
    });
    const pids = await Promise.all(
      Array.from({ length: TRANSFERS }, (_, index) =>
        instance(index).transaction(async (tx) => {
          const [row] = await tx.query<{ pid: number }>(add(1, -1));
          await tx.execute(add(2, 1));
          return row?.pid;
        }),
      ),
    );
    expect(new Set(pids).size).toBe(1);
    const sum = { name: 'sum', text: 'SELECT amount FROM account ORDER BY id' };
    for (const database of instances)
      expect(await database.query(sum)).toEqual([{ amount: -TRANSFERS }, { amount: TRANSFERS }]);
  });

  it('the settings of the database hold, because no connection asks for them', async () => {
    const text = `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
      current_setting('TimeZone') AS zone, current_setting('plan_cache_mode') AS plans`;
    expect(await instance(0).query({ text })).toEqual([
      { statement: '5s', lock: '2s', zone: 'UTC', plans: 'force_generic_plan' },
    ]);
  });
});
