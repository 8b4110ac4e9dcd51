import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';
import { OtpConfig } from './config.js';
import type { OtpAction } from './domain/otp-action.js';

/** Who asks, and how often it may within a window. */
export interface CappedSource {
  readonly source: string;
  readonly limit: number;
}

/** The second is counted only when the first was within its limit. */
export type CappedSources = readonly [first: CappedSource, second: CappedSource | undefined];

/** How often each address and each API key has asked, in windows that follow each other. */
@Injectable()
export class SourcesRepository {
  readonly #windowSeconds: number;

  constructor(
    private readonly database: Database,
    config: OtpConfig,
  ) {
    this.#windowSeconds = config.OTP_SOURCE_WINDOW_SECONDS;
  }

  /**
   * Counts one request of each source in turn, in one statement, as long as they are within their limits. Answers the
   * seconds until the next window when one of them was not: of that source nothing more is written, and what it is refused
   * costs those after it nothing.
   */
  async count(action: OtpAction, [first, second]: CappedSources): Promise<number | undefined> {
    const sources = second === undefined ? [first] : [first, second];
    const [row] = await this.database.query<{ counted: number; secondsLeft: number }>({
      name: 'otp-count-source',
      text: `WITH clock AS (SELECT extract(epoch FROM clock_timestamp()) AS now),
        given AS (SELECT * FROM unnest($2::text[], $3::integer[]) WITH ORDINALITY AS g (source, most, turn)),
        first AS (${counted('turn = 1')}),
        second AS (${counted('turn = 2 AND EXISTS (SELECT FROM first)')})
        SELECT (SELECT count(*) FROM first)::integer + (SELECT count(*) FROM second)::integer AS counted,
          ceil($4::integer - mod(now, $4::integer))::integer AS "secondsLeft" FROM clock`,
      values: [action, sources.map(({ source }) => source), sources.map(({ limit }) => limit), this.#windowSeconds],
    });
    if (row === undefined) throw new Error('this statement always returns a row');
    return row.counted < sources.length ? Math.max(1, row.secondsLeft) : undefined;
  }

  /** Deletes windows that have ended. */
  async forget(): Promise<void> {
    await this.database.execute({
      name: 'otp-forget-sources',
      text: `DELETE FROM otp_source_use WHERE ctid = ANY (ARRAY (
        SELECT ctid FROM otp_source_use
        WHERE window_start < clock_timestamp() - make_interval(secs => $1) LIMIT ${FORGOTTEN_AT_ONCE}))`,
      values: [this.#windowSeconds],
    });
  }
}

const FORGOTTEN_AT_ONCE = 10_000;

const counted = (whose: string): string => `
  INSERT INTO otp_source_use AS s (source, action, window_start, used)
  SELECT source, $1, to_timestamp(floor(now / $4::integer) * $4::integer), 1 FROM given, clock WHERE ${whose}
  ON CONFLICT (source, action, window_start) DO UPDATE SET used = s.used + 1
  WHERE s.used < (SELECT most FROM given WHERE given.source = s.source)
  RETURNING source`;
