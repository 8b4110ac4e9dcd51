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

/**
 * The number of requests of each address and each API key for an action within a sliding window: of the fixed window before, as much
 * counts as is still within it. So no more than the limit is granted around the edge of two windows.
 */
export class SourceUsesRepository<Action extends string> {
  constructor(
    private readonly database: Database,
    private readonly options: SourceUsesOptions,
  ) {}

  /**
   * Counts one request of each source in turn, in one statement, as long as they are within their limits. Returns the seconds
   * until there is room when a source was not; the sources after it are not counted.
   */
  async count(action: Action, capped: CappedSources): Promise<number | undefined> {
    const sources = capped.filter((source) => source !== undefined);
    const { table, windowSeconds } = this.options;
    const [row] = await this.database.query<{ counted: number; waitSeconds: number | null }>({
      name: 'source-use-count',
      text: countText(table),
      values: [action, sources.map(({ source }) => source), sources.map(({ limit }) => limit), windowSeconds],
    });
    if (row === undefined) throw new Error('this statement always returns a row');
    return row.counted === sources.length ? undefined : Math.max(1, row.waitSeconds ?? 1);
  }

  /** Deletes windows that count no more, in batches. */
  async deleteExpired(): Promise<void> {
    const { table, windowSeconds } = this.options;
    await inBatches(BATCH, (most) =>
      this.database.execute({
        name: `${table}-forget`,
        text: `DELETE FROM ${table} WHERE ctid = ANY (ARRAY (
          SELECT ctid FROM ${table} WHERE window_start < clock_timestamp() - make_interval(secs => $1)
          LIMIT $2 FOR UPDATE SKIP LOCKED))`,
        values: [2 * windowSeconds, most],
      }),
    );
  }
}

/** A hundred of these a minute are more than an instance counts. */
const BATCH = 10_000;

/**
 * The seconds until a counter over a sliding window has room for one more: an expression over the uses of the present fixed window and
 * of the one before, the most that are allowed, and the seconds that are left of the present one.
 */
export function secondsUntilRoomSql(
  of: Readonly<Record<'used' | 'before' | 'most' | 'left' | 'window', string>>,
): string {
  const { used, before, most, left, window } = of;
  return `ceil(CASE WHEN ${used} < ${most} THEN ${left} - ${window} * (${most} - ${used} - 1)::numeric / nullif(${before}, 0)
    ELSE ${left} + ${window} * (1 - (${most} - 1)::numeric / nullif(${used}, 0)) END)::integer`;
}

const usedIn = (table: string, start: string): string => `coalesce((SELECT used FROM ${table} AS s
  WHERE s.source = g.source AND s.action = $1 AND s.window_start = to_timestamp(${start})), 0)`;

const countText = (table: string): string => `
  WITH clock AS (
    SELECT $4::integer AS seconds, start, start + $4::integer - now AS "left"
    FROM extract(epoch FROM clock_timestamp()) AS now, LATERAL floor(now / $4::integer) AS windows,
      LATERAL (SELECT windows * $4::integer) AS w (start)),
  given AS (
    SELECT source, turn, most, ${usedIn(table, 'start')} AS used, ${usedIn(table, 'start - seconds')} AS before
    FROM clock, unnest($2::text[], $3::integer[]) WITH ORDINALITY AS g (source, most, turn)),
  first AS (${counted(table, 'turn = 1')}),
  second AS (${counted(table, 'turn = 2 AND EXISTS (SELECT FROM first)')}),
  third AS (${counted(table, 'turn = 3 AND EXISTS (SELECT FROM second)')}),
  done AS (SELECT count(*)::integer AS counted FROM (TABLE first UNION ALL TABLE second UNION ALL TABLE third) AS uses)
  SELECT counted, (
    SELECT ${secondsUntilRoomSql({ used: 'used', before: 'before', most: 'most', left: '"left"', window: 'seconds' })}
    FROM given, clock WHERE turn = counted + 1) AS "waitSeconds" FROM done`;

const counted = (table: string, condition: string): string => `
  INSERT INTO ${table} AS s (source, action, window_start, used)
  SELECT source, $1, to_timestamp(start), 1 FROM given, clock WHERE ${condition} AND before * "left" / seconds + 1 <= most
  ON CONFLICT (source, action, window_start) DO UPDATE SET used = s.used + 1
  WHERE (SELECT s.used + before * "left" / seconds + 1 <= most FROM given, clock WHERE given.source = s.source)
  RETURNING source`;
