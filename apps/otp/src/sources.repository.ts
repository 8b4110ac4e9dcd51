import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';
import { OtpConfig } from './config.js';
import type { OtpAction } from './domain/otp-action.js';

/** Who asks, and how often it may within a window. */
export interface CappedSource {
  readonly source: string;
  readonly limit: number;
}

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
   * Counts one request of each source that is still within its limit, in one statement. Answers the seconds until the next
   * window when one of them was not; of a source beyond its limit nothing more is written.
   */
  async count(action: OtpAction, sources: readonly CappedSource[]): Promise<number | undefined> {
    const [row] = await this.database.query<{ counted: number; secondsLeft: number }>({
      name: 'otp-count-source',
      text: `WITH clock AS (SELECT extract(epoch FROM clock_timestamp()) AS now),
        counted AS (
          INSERT INTO otp_source_use AS s (source, action, window_start, used)
          SELECT source, $1, to_timestamp(floor(now / $4::integer) * $4::integer), 1
          FROM unnest($2::text[], $3::integer[]) AS given (source, most), clock ORDER BY source
          ON CONFLICT (source, action, window_start) DO UPDATE SET used = s.used + 1
          WHERE s.used < (SELECT most FROM unnest($2::text[], $3::integer[]) AS given (source, most)
            WHERE given.source = s.source)
          RETURNING source)
        SELECT (SELECT count(*)::integer FROM counted) AS counted,
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
