import type { QueryRunner } from 'typeorm';

/** An index of a table that exists. */
export interface IndexToBuild {
  readonly name: string;
  readonly table: string;
  /** The end of `CREATE INDEX`, after the table: columns, and the predicate of a partial index. */
  readonly definition: string;
  /** The reason for which the version before does not violate a unique index, as a comment for the check of migrations. */
  readonly unique?: `wider: ${string}`;
}

type Runner = Pick<QueryRunner, 'query'>;

/**
 * Builds an index while rows are written; of a partitioned table, which is locked for a moment only, for one partition after the other.
 * It is for a migration with `transaction = false`, and can be repeated: what an interrupted build has left, which no query uses, is
 * built anew.
 */
export async function buildIndex(runner: Runner, index: IndexToBuild): Promise<void> {
  const { name, table, definition, unique } = index;
  if (await isPartitioned(runner, table)) {
    if (unique !== undefined) throw new Error(`${name} cannot be unique: ${table} is partitioned`);
    await runner.query(`CREATE INDEX IF NOT EXISTS ${name} ON ONLY ${table} ${definition}`);
    // a partition that is made from now on has the index from its beginning
    for (const partition of await partitionsWithout(runner, name, table)) {
      const part = `${partition}_${name}`;
      await buildConcurrently(runner, { name: part, table: partition, definition });
      await runner.query(`ALTER INDEX ${name} ATTACH PARTITION ${part}`);
    }
  } else await buildConcurrently(runner, index);
}

async function buildConcurrently(runner: Runner, { name, table, definition, unique }: IndexToBuild): Promise<void> {
  const create = unique === undefined ? 'CREATE INDEX' : `-- ${unique}\nCREATE UNIQUE INDEX`;
  // it waits for transactions that are under way, and no writer waits for it meanwhile
  await runner.query('SET lock_timeout = 0');
  await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  await runner.query(`${create} CONCURRENTLY ${name} ON ${table} ${definition}`);
  await runner.query('RESET lock_timeout');
}

async function isPartitioned(runner: Runner, table: string): Promise<boolean> {
  const rows = (await runner.query(
    `SELECT FROM pg_partitioned_table WHERE partrelid = '${table}'::regclass`,
  )) as unknown[];
  return rows.length > 0;
}

async function partitionsWithout(runner: Runner, index: string, table: string): Promise<readonly string[]> {
  const rows = (await runner.query(`
    SELECT part.inhrelid::regclass::text AS name FROM pg_inherits part
    WHERE part.inhparent = '${table}'::regclass AND NOT EXISTS (
      SELECT FROM pg_index i JOIN pg_inherits attached ON attached.inhrelid = i.indexrelid
      WHERE i.indrelid = part.inhrelid AND attached.inhparent = '${index}'::regclass)
    ORDER BY name`)) as { name: string }[];
  return rows.map(({ name }) => name);
}
