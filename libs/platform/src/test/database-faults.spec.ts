import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout } from 'node:timers/promises';
import { inParallel } from '@paygate/testing';
import { Clock } from '../time/clock.js';
import { Database } from '../database/database.js';
import {
  DatabaseUnavailable,
  LockTimedOut,
  OutcomeUnknown,
  PoolExhausted,
  StatementTimedOut,
  TransactionConflict,
} from '../database/errors.js';
import { Logger } from '../telemetry/logger.js';
import { CuttingProxy } from './cutting-proxy.js';
import type { FreshDatabase } from './fresh-database.js';
import { freshDatabase } from './fresh-database.js';

let fresh: FreshDatabase;
let proxy: CuttingProxy;
let proxiedUrl: string;
let database: Database;
let lines: string[];

const open = (url: string, poolSize = 3): Promise<Database> => {
  const sink = { write: (line: string) => void lines.push((JSON.parse(line) as { message: string }).message) };
  const logger = new Logger({ service: 'suite', instance: 'one', sink });
  return Database.open({ url, poolSize, applicationName: 'suite', entities: [], clock: new Clock(), logger });
};
const insert = (id: string) => ({ text: 'INSERT INTO item VALUES ($1)', values: [id] });
const count = async (): Promise<number> => (await fresh.admin.query('SELECT 1 FROM item')).rows.length;
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const terminate = async (): Promise<void> => {
  await fresh.admin.query(
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'suite' AND datname = current_database()",
  );
};
const isRunning = async (text: string): Promise<boolean> => {
  const { rows } = await fresh.admin.query(
    "SELECT 1 FROM pg_stat_activity WHERE application_name = 'suite' AND state = 'active' AND query = $1",
    [text],
  );
  return rows.length > 0;
};
const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await condition())) await setTimeout(10);
};

beforeAll(async () => {
  fresh = await freshDatabase();
  await fresh.admin.query('CREATE TABLE item (id text PRIMARY KEY)');
});
afterAll(async () => {
  await fresh.drop();
});
beforeEach(async () => {
  await fresh.admin.query('TRUNCATE item');
  lines = [];
  const proxied = await CuttingProxy.before(fresh.url);
  proxy = proxied.proxy;
  proxiedUrl = proxied.url;
  database = await open(proxied.url);
  await database.ready;
});
afterEach(async () => {
  await database.close();
  await proxy.close();
});

describe('nothing was executed, and the error says so, when', () => {
  it('no server listens', async () => {
    proxy.goAway();
    await until(() => !database.available);
    expect(await failureOf(database.execute(insert('a')))).toBeInstanceOf(DatabaseUnavailable);
    expect(await failureOf(database.transaction((tx) => tx.execute(insert('a'))))).toBeInstanceOf(DatabaseUnavailable);
  });

  it('the pool is exhausted', async () => {
    const release = Promise.withResolvers<undefined>();
    const holders = [1, 2, 3].map(() => database.transaction(() => release.promise));
    const failure = await failureOf(database.execute(insert('a')));
    expect(failure).toBeInstanceOf(PoolExhausted);
    expect(failure).toBeInstanceOf(DatabaseUnavailable);
    // a service under load must not call its database away
    expect(database.available).toBe(true);
    release.resolve(undefined);
    await Promise.all(holders);
    expect(lines).toEqual(['the database answers']);
    expect(await database.execute(insert('a'))).toBe(1);
  });

  it('the server takes no more connections', async () => {
    await fresh.admin.query("CREATE ROLE nobody_enters LOGIN PASSWORD 'x' CONNECTION LIMIT 0");
    const url = new URL(fresh.url);
    url.username = 'nobody_enters';
    url.password = 'x';
    const closed = await open(url.href);
    try {
      const failure = await failureOf(closed.query({ text: 'SELECT 1' }));
      expect(failure).toBeInstanceOf(DatabaseUnavailable);
      expect(failure).toHaveProperty('cause.code', '53300');
    } finally {
      await closed.close();
      await fresh.admin.query('DROP ROLE nobody_enters');
    }
  });

  it('an administrator ends the backend during an autocommitted statement', async () => {
    const text = "INSERT INTO item SELECT 'a' FROM pg_sleep(30)";
    const running = failureOf(database.execute({ text }));
    await until(() => isRunning(text));
    await terminate();
    const failure = await running;
    expect(failure).toBeInstanceOf(DatabaseUnavailable);
    expect(failure).toHaveProperty('cause.code', '57P01');
    expect(await count()).toBe(0);
  });

  it('an administrator ends the backend between the statements of a transaction', async () => {
    const failure = await failureOf(
      database.transaction(async (tx) => {
        await tx.execute(insert('a'));
        await terminate();
        await tx.execute(insert('b'));
      }),
    );
    expect(failure).toBeInstanceOf(DatabaseUnavailable);
    expect(await count()).toBe(0);
  });

  it('the connection is gone before the COMMIT is sent', async () => {
    const failure = await failureOf(
      database.transaction(async (tx) => {
        await tx.execute(insert('a'));
        await terminate();
        // the client has seen the end of its connection once a statement fails
        await tx.query({ text: 'SELECT 1' }).catch(() => undefined);
      }),
    );
    expect(failure).toBeInstanceOf(DatabaseUnavailable);
    expect(await count()).toBe(0);
  });

  it('the connection is cut during a statement of a transaction, even one that was executed', async () => {
    proxy.cut('after', 'INSERT INTO item');
    const failure = await failureOf(database.transaction((tx) => tx.execute(insert('a'))));
    expect(failure).toBeInstanceOf(DatabaseUnavailable);
    expect(await count()).toBe(0);
  });

  it('the connection is cut at BEGIN', async () => {
    proxy.cut('after', 'BEGIN');
    expect(await failureOf(database.transaction((tx) => tx.execute(insert('a'))))).toBeInstanceOf(DatabaseUnavailable);
  });
});

describe('the outcome is unknown, and the error says so, when', () => {
  it('the answer to the COMMIT is lost after it was executed', async () => {
    proxy.cut('after', 'COMMIT');
    expect(await failureOf(database.transaction((tx) => tx.execute(insert('a'))))).toBeInstanceOf(OutcomeUnknown);
    expect(await count()).toBe(1);
  });

  it('the COMMIT is lost before it was executed', async () => {
    proxy.cut('before', 'COMMIT');
    expect(await failureOf(database.transaction((tx) => tx.execute(insert('a'))))).toBeInstanceOf(OutcomeUnknown);
    expect(await count()).toBe(0);
  });

  it('the answer to an autocommitted statement is lost', async () => {
    proxy.cut('after', 'INSERT INTO item');
    expect(await failureOf(database.execute(insert('a')))).toBeInstanceOf(OutcomeUnknown);
    expect(await count()).toBe(1);
  });

  it('the server freezes: the call still ends', async () => {
    proxy.cut('frozen', 'INSERT INTO item');
    expect(await failureOf(database.execute(insert('a')))).toBeInstanceOf(OutcomeUnknown);
  });
});

describe('TypeORM', () => {
  it('reports the same faults', async () => {
    const text = 'SELECT 1 AS typeorm_asks';
    proxy.cut('after', text);
    expect(await failureOf(database.read((manager) => manager.query(text)))).toBeInstanceOf(DatabaseUnavailable);
    proxy.cut('after', text);
    const work = database.transaction((tx) => tx.manager.query(text));
    expect(await failureOf(work)).toBeInstanceOf(DatabaseUnavailable);
    const slow = database.transaction(async (tx) => {
      await tx.execute({ text: 'SET LOCAL statement_timeout = 20' });
      await tx.manager.query('SELECT pg_sleep(30)');
    });
    expect(await failureOf(slow)).toBeInstanceOf(StatementTimedOut);
  });
});

describe('the kinds of refusals', () => {
  it('bound statements by 5 s, locks by 2 s, idle transactions by 10 s', async () => {
    const text = `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
      current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('TimeZone') AS zone`;
    expect(await database.query({ text })).toEqual([{ statement: '5s', lock: '2s', idle: '10s', zone: 'UTC' }]);
  });

  it('identify a statement that took too long', async () => {
    const work = database.transaction(async (tx) => {
      await tx.execute({ text: 'SET LOCAL statement_timeout = 20' });
      await tx.query({ text: 'SELECT pg_sleep(30)' });
    });
    const failure = await failureOf(work);
    expect(failure).toBeInstanceOf(StatementTimedOut);
    expect(failure).toBeInstanceOf(DatabaseUnavailable);
  });

  it('identify a lock that was not granted', async () => {
    await database.execute(insert('a'));
    await fresh.admin.query('BEGIN; SELECT 1 FROM item FOR UPDATE');
    const work = database.transaction((tx) => tx.query({ text: 'SELECT 1 FROM item FOR UPDATE NOWAIT' }));
    expect(await failureOf(work)).toBeInstanceOf(LockTimedOut);
    const waiting = database.transaction(async (tx) => {
      await tx.execute({ text: 'SET LOCAL lock_timeout = 20' });
      await tx.query({ text: 'SELECT 1 FROM item FOR UPDATE' });
    });
    expect(await failureOf(waiting)).toBeInstanceOf(LockTimedOut);
    await fresh.admin.query('ROLLBACK');
  });

  it('identify a transaction that was rolled back in favour of another', async () => {
    await database.execute(insert('a'));
    const both = Promise.withResolvers<undefined>();
    let arrived = 0;
    const work = (): Promise<unknown> =>
      database.transaction(async (tx) => {
        await tx.execute({ text: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ' });
        await tx.query({ text: 'SELECT 1 FROM item' });
        if (++arrived === 2) both.resolve(undefined);
        await both.promise;
        await tx.execute({ text: "UPDATE item SET id = id || 'x'" });
      });
    const failures = await Promise.all([failureOf(work()), failureOf(work())]);
    expect(failures.filter((failure) => failure instanceof TransactionConflict)).toHaveLength(1);
    expect(failures.filter((failure) => failure === undefined)).toHaveLength(1);
  });
});

describe('recovery', () => {
  it('needs nobody: readiness goes when the server goes and comes when it returns, each logged once', async () => {
    expect(database.available).toBe(true);
    proxy.goAway();
    await until(() => !database.available);
    const attempts = proxy.connections;
    await until(() => proxy.connections > attempts + 2);
    proxy.restore();
    await until(() => database.available);
    expect(await database.execute(insert('a'))).toBe(1);
    expect(lines).toEqual(['the database answers', 'the database does not answer', 'the database answers']);
  });

  it('keeps readiness when one backend is ended', async () => {
    await terminate();
    // a statement that goes out before its end has come in fails with it
    await until(async () => (await failureOf(database.execute(insert('a')))) === undefined);
    expect(database.available).toBe(true);
    expect(lines).toEqual(['the database answers']);
  });

  it('works from a start before the server', async () => {
    proxy.goAway();
    const early = await open(proxiedUrl);
    expect(await failureOf(early.query({ text: 'SELECT 1' }))).toBeInstanceOf(DatabaseUnavailable);
    proxy.restore();
    await early.ready;
    expect(await early.query({ text: 'SELECT 1 AS one' })).toEqual([{ one: 1 }]);
    await early.transaction((tx) => tx.manager.query('SELECT 1'));
    await early.close();
  });

  it('leaves no connection behind after faults', async () => {
    for (const text of ['COMMIT', 'INSERT INTO item', 'BEGIN']) {
      proxy.cut('after', text);
      await failureOf(database.transaction((tx) => tx.execute(insert(text))));
    }
    await inParallel(Array(30).keys(), (id) => database.execute(insert(String(id))), 3);
    const { rows } = await fresh.admin.query(
      "SELECT 1 FROM pg_stat_activity WHERE application_name = 'suite' AND datname = current_database()",
    );
    expect(rows.length).toBeLessThanOrEqual(3);
  });
});
