import type { DataSource, DataSourceOptions, EntityManager, EntitySchema } from 'typeorm';
import type pg from 'pg';

/** TypeORM on an existing pool: it never opens or closes a connection itself. */
export async function dataSourceOn(pool: pg.Pool, entities: readonly EntitySchema[]): Promise<DataSource> {
  // loaded here, so that a process without a database does not hold TypeORM in memory
  const { DataSource } = await import('typeorm');
  const options: DataSourceOptions = {
    type: 'postgres',
    driver: { Pool: borrowed(pool) },
    entities: [...entities],
    synchronize: false,
    installExtensions: false,
    logging: false,
  };
  return new DataSource(options);
}

/** The function by which TypeORM sends a statement. */
export type Ask = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

/** An entity manager whose statements go through `ask`. TypeORM neither begins nor ends a transaction, nor releases anything. */
export function managerOn(dataSource: DataSource, ask: Ask, isTransactionActive: boolean): EntityManager {
  const runner = dataSource.createQueryRunner('master');
  // the runner's own connect() would take another connection of the pool; these fields are not public, a test checks the behaviour
  const transactionDepth = isTransactionActive ? 1 : 0;
  Object.assign(runner, { databaseConnection: { query: ask }, isTransactionActive, transactionDepth });
  return runner.manager;
}

/** In the shape of a pool's constructor, as TypeORM calls it. */
function borrowed(pool: pg.Pool): new () => object {
  return class BorrowedPool {
    connect(callback: Parameters<pg.Pool['connect']>[0]): void {
      pool.connect(callback);
    }

    on(): void {
      // the owner of the pool handles its failures
    }

    end(done: () => void): void {
      done();
    }
  };
}
