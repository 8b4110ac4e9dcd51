import type { Database } from '../database/database.js';
import { inBatches } from '../database/in-batches.js';

/** A source of requests, and how many of them it may make within a window. */
export interface CappedSource {
  /** The id of an API key, or an HMAC of an address: the table names no address in the clear. */
  readonly source: string;
  readonly limit: number;
}

/** Distinct sources. Each is counted only when those before it were within their limits. */
export type CappedSources = readonly [first: CappedSource, second?: CappedSource | undefined, third?: CappedSource];

export interface SourceUsesOptions {
  /** It has the columns `source`, `action`, `window_start` and `used`; the first three are its primary key. Best unlogged. */
  readonly table: string;
  readonly windowSeconds: number;
}

/** How often each address and each API key has requested an action, in windows that follow each other. */
export class SourceUsesRepository<Action extends string> {
  constructor(
    private readonly database: Database,
    private readonly options: SourceUsesOptions,
  ) {}

  /**
   * Counts one request of each source in turn, in one statement, as long as they are within their limits. Returns the seconds
   * until the next window when a source was not; the sources after it are not counted.
   */
  async count(action: Action, capped: CappedSources): Promise<number | undefined> {
    const sources = capped.filter((source) => source !== undefined);
    const { table, windowSeconds } = this.options;
    const [row] = await this.database.query<{ counted: number; secondsLeft: number }>({
      name: 'source-use-count',
      text: `WITH clock AS (SELECT extract(epoch FROM clock_timestamp()) AS now),
        given AS (SELECT * FROM unnest($2::text[], $3::integer[]) WITH ORDINALITY AS g (source, most, turn)),
        first AS (${counted(table, 'turn = 1')}),
        second AS (${counted(table, 'turn = 2 AND EXISTS (SELECT FROM first)')}),
        third AS (${counted(table, 'turn = 3 AND EXISTS (SELECT FROM second)')})
        SELECT (SELECT count(*) FROM (TABLE first UNION ALL TABLE second UNION ALL TABLE third) AS uses)::integer AS counted,
          ceil($4::integer - mod(now, $4::integer))::integer AS "secondsLeft" FROM clock`,
      values: [action, sources.map(({ source }) => source), sources.map(({ limit }) => limit), windowSeconds],
    });
    if (row === undefined) throw new Error('this statement always returns a row');
    return row.counted === sources.length ? undefined : Math.max(1, row.secondsLeft);
  }

  /** Deletes windows that have ended, in batches. */
  async deleteExpired(): Promise<void> {
    const { table, windowSeconds } = this.options;
    await inBatches(BATCH, (most) =>
      this.database.execute({
        name: `${table}-forget`,
        text: `DELETE FROM ${table} WHERE ctid = ANY (ARRAY (
          SELECT ctid FROM ${table} WHERE window_start < clock_timestamp() - make_interval(secs => $1)
          LIMIT $2 FOR UPDATE SKIP LOCKED))`,
        values: [windowSeconds, most],
      }),
    );
  }
}

/** A hundred of these a minute are more than an instance counts. */
const BATCH = 10_000;

const counted = (table: string, condition: string): string => `
  INSERT INTO ${table} AS s (source, action, window_start, used)
  SELECT source, $1, to_timestamp(floor(now / $4::integer) * $4::integer), 1 FROM given, clock WHERE ${condition}
  ON CONFLICT (source, action, window_start) DO UPDATE SET used = s.used + 1
  WHERE s.used < (SELECT most FROM given WHERE given.source = s.source)
  RETURNING source`;
