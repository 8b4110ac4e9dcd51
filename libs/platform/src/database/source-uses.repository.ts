import type { Database } from './database.js';
import { inBites } from './in-bites.js';

/** Who asks, and how often it may within a window. */
export interface CappedSource {
  /** The id of an API key, or an HMAC of an address: no dump tells who asked. */
  readonly source: string;
  readonly limit: number;
}

/** Different ones. Each is counted only when those before it were within their limits. */
export type CappedSources = readonly [first: CappedSource, second?: CappedSource | undefined, third?: CappedSource];

export interface SourceUsesOptions {
  /** It has the columns `source`, `action`, `window_start` and `used`; the first three are its primary key. Best unlogged. */
  readonly table: string;
  /** Which messages were counted: as {@link countedMessageTableSql} makes it. */
  readonly messages: string;
  readonly windowSeconds: number;
}

/** What is counted, and the message that asks for it: delivered again, it is the same request. */
export interface CountedRequest<Action extends string> {
  readonly action: Action;
  readonly messageId: string;
}

/** The verdict on a request, as the statement that counts it sees it. */
interface Verdict {
  /** Whether the request was counted, of any source. */
  readonly isNew: boolean;
  /** Whether it is remembered as refused since then. */
  readonly isKnownRefusal: boolean;
  /** So many of its sources were within their limits. */
  readonly counted: number;
  /** Whether the first of its sources had nothing left: then nothing was written. */
  readonly isSpent: boolean;
  /** Whether its message was refused when it came before; null when it was not counted before. */
  readonly refusedBefore: boolean | null;
  readonly secondsLeft: number;
}

/** How often each address and each API key has asked for an action, in windows that follow each other. */
export class SourceUsesRepository<Action extends string> {
  constructor(
    private readonly database: Database,
    private readonly options: SourceUsesOptions,
  ) {}

  /**
   * Counts one request of each source in turn, in one statement, as long as they are within their limits. Answers the
   * seconds until the next window when one of them was not: of that source nothing more is written, and what it is refused
   * costs those after it nothing. A message that comes again is not counted again, and is answered as before. Two exceptions:
   * when its first source had nothing left, it may be let through in the next window; and when others took the last of a source
   * while it was counted, if it comes again before that is written, which a crash may prevent.
   */
  async count(request: CountedRequest<Action>, capped: CappedSources): Promise<number | undefined> {
    const sources = capped.filter((source) => source !== undefined);
    const verdict = await this.#verdict(request, sources);
    const isRefused = verdict.isNew ? verdict.counted < sources.length : await this.#wasRefused(request, verdict);
    if (verdict.isNew && isRefused && !verdict.isKnownRefusal) await this.#rememberRefusal(request);
    return isRefused ? Math.max(1, verdict.secondsLeft) : undefined;
  }

  /** Of a message that was not counted now: refused before, or now because nothing was left. */
  async #wasRefused({ action, messageId }: CountedRequest<Action>, verdict: Verdict): Promise<boolean> {
    if (verdict.refusedBefore !== null || verdict.isSpent) return verdict.refusedBefore ?? true;
    // it was taken at the same time, by another transaction, which has ended
    const [taken] = await this.database.query<{ refused: boolean }>({
      name: 'source-use-was-refused',
      text: `SELECT refused FROM ${this.options.messages} WHERE message_id = $1 AND action = $2`,
      values: [messageId, action],
    });
    return taken?.refused ?? true;
  }

  async #verdict({ action, messageId }: CountedRequest<Action>, sources: readonly CappedSource[]): Promise<Verdict> {
    const { table, messages, windowSeconds } = this.options;
    const [row] = await this.database.query<Verdict>({
      name: 'source-use-count',
      text: `WITH clock AS (SELECT extract(epoch FROM clock_timestamp()) AS now),
        given AS (SELECT * FROM unnest($2::text[], $3::integer[]) WITH ORDINALITY AS g (source, most, turn)),
        known AS (SELECT refused FROM ${messages} WHERE message_id = $5 AND action = $1),
        spent AS (
          SELECT turn FROM given JOIN ${table} s USING (source), clock
          WHERE s.action = $1 AND s.window_start = ${WINDOW_START} AND s.used >= most),
        taken AS (
          INSERT INTO ${messages} (message_id, action, refused) SELECT $5, $1, EXISTS (SELECT FROM spent)
          WHERE NOT EXISTS (SELECT FROM spent WHERE turn = 1)
          ON CONFLICT DO NOTHING RETURNING refused),
        first AS (${counted(table, 'turn = 1 AND EXISTS (SELECT FROM taken)')}),
        second AS (${counted(table, 'turn = 2 AND EXISTS (SELECT FROM first)')}),
        third AS (${counted(table, 'turn = 3 AND EXISTS (SELECT FROM second)')})
        SELECT (SELECT count(*) FROM (TABLE first UNION ALL TABLE second UNION ALL TABLE third) AS uses)::integer AS counted,
          EXISTS (SELECT FROM taken) AS "isNew", coalesce((SELECT refused FROM taken), false) AS "isKnownRefusal",
          EXISTS (SELECT FROM spent WHERE turn = 1) AS "isSpent",
          (SELECT refused FROM known) AS "refusedBefore",
          ceil($4::integer - mod(now, $4::integer))::integer AS "secondsLeft" FROM clock`,
      values: [
        action,
        sources.map(({ source }) => source),
        sources.map(({ limit }) => limit),
        windowSeconds,
        messageId,
      ],
    });
    if (row === undefined) throw new Error('this statement always returns a row');
    return row;
  }

  async #rememberRefusal({ action, messageId }: CountedRequest<Action>): Promise<void> {
    await this.database.execute({
      name: 'source-use-refused',
      text: `UPDATE ${this.options.messages} SET refused = true WHERE message_id = $1 AND action = $2`,
      values: [messageId, action],
    });
  }

  /** Deletes windows that have ended, and messages that are too old to come again: a bounded number of each. */
  async forget(): Promise<void> {
    const { table, messages, windowSeconds } = this.options;
    await this.#forget(messages, 'counted_at', MESSAGES_KEPT_SECONDS);
    await this.#forget(table, 'window_start', windowSeconds);
  }

  async #forget(table: string, column: string, keptSeconds: number): Promise<void> {
    await inBites(BITE, (most) =>
      this.database.execute({
        name: `${table}-forget`,
        text: `DELETE FROM ${table} WHERE ctid = ANY (ARRAY (
          SELECT ctid FROM ${table} WHERE ${column} < clock_timestamp() - make_interval(secs => $1)
          LIMIT $2 FOR UPDATE SKIP LOCKED))`,
        values: [keptSeconds, most],
      }),
    );
  }
}

/** A hundred of these a minute are more than an instance counts. */
const BITE = 10_000;
/** A command that is older than seconds is not executed. */
const MESSAGES_KEPT_SECONDS = 300;
const WINDOW_START = 'to_timestamp(floor(now / $4::integer) * $4::integer)';

/** The table of the messages that were counted, for a migration. Not logged, as the counts themselves. */
export function countedMessageTableSql(table: string): string {
  return `
    CREATE UNLOGGED TABLE ${table} (
      message_id uuid NOT NULL,
      action text NOT NULL CHECK (action ~ '^[a-z-]{1,32}$'),
      refused boolean NOT NULL DEFAULT false,
      counted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      PRIMARY KEY (message_id, action)
    );
    CREATE INDEX ${table}_age ON ${table} USING brin (counted_at);`;
}

const counted = (table: string, whose: string): string => `
  INSERT INTO ${table} AS s (source, action, window_start, used)
  SELECT source, $1, ${WINDOW_START}, 1 FROM given, clock WHERE ${whose}
  ON CONFLICT (source, action, window_start) DO UPDATE SET used = s.used + 1
  WHERE s.used < (SELECT most FROM given WHERE given.source = s.source)
  RETURNING source`;
