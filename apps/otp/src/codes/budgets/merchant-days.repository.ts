import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { secondsUntilRoomSql } from '@paygate/platform';
import { DAY_SECONDS } from './limits.js';

/** The merchant at which a code is sent. */
export interface MerchantInMode {
  readonly merchantId: string;
  readonly mode: Mode;
}

const usedOn = (day: string): string =>
  `coalesce((SELECT codes FROM otp_guest_day d WHERE merchant_id = $1 AND mode = $2 AND d.day = ${day}), 0)`;
const WAIT = secondsUntilRoomSql({
  ...{ used: 'codes', before: 'before', most: '$3::integer', left: 'seconds_left', window: String(DAY_SECONDS) },
});

/** The number of codes to typed numbers that each merchant caused, by calendar day (UTC). */
@Injectable()
export class MerchantDaysRepository {
  /**
   * Counts a code; the seconds until there is room again when the merchant has caused `most` in the last 24 hours. The day before
   * counts as far as it is within these, so that no midnight doubles the bound.
   */
  async count(
    tx: DatabaseTransaction,
    { merchantId, mode }: MerchantInMode,
    most: number,
  ): Promise<number | undefined> {
    const [row] = await tx.query<{ counted: boolean; waitSeconds: number | null }>({
      name: 'otp-merchant-day',
      text: `WITH clock AS (SELECT clock_timestamp() AT TIME ZONE 'UTC' AS now),
        today AS (SELECT now::date AS day, extract(epoch FROM now::date + 1 - now) AS seconds_left FROM clock),
        used AS (SELECT ${usedOn('today.day')} AS codes, ${usedOn('today.day - 1')} AS before FROM today),
        counted AS (
          INSERT INTO otp_guest_day AS d (merchant_id, mode, day, codes)
          SELECT $1, $2, day, 1 FROM today, used WHERE before * seconds_left / ${DAY_SECONDS} + 1 <= $3::integer
          ON CONFLICT (merchant_id, mode, day) DO UPDATE SET codes = d.codes + 1
          WHERE (SELECT d.codes + before * seconds_left / ${DAY_SECONDS} + 1 <= $3::integer FROM today, used)
          RETURNING codes)
        SELECT EXISTS (SELECT FROM counted) AS counted, ${WAIT} AS "waitSeconds" FROM today, used`,
      values: [merchantId, mode, most],
    });
    return row?.counted === true ? undefined : Math.max(1, row?.waitSeconds ?? 1);
  }
}
