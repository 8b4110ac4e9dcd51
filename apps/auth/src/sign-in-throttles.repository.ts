import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';

/** How often wrong passwords made a number wait at a merchant within an hour. */
export interface ThrottledHour {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly hour: Date;
  readonly count: number;
}

/** Counts what strangers can bring about as often as they like, until it goes on record. */
@Injectable()
export class SignInThrottlesRepository {
  constructor(private readonly database: Database) {}

  async count(merchantId: string, mode: Mode): Promise<void> {
    await this.database.execute({
      name: 'sign-in-throttle-count',
      text: `INSERT INTO sign_in_throttle AS t (merchant_id, mode, hour, count)
        VALUES ($1, $2, date_trunc('hour', clock_timestamp(), 'UTC'), 1)
        ON CONFLICT (merchant_id, mode, hour) DO UPDATE SET count = t.count + 1`,
      values: [merchantId, mode],
    });
  }

  /** Takes out an hour that has ended, of which no other transaction is taking care. */
  async takeEnded(tx: DatabaseTransaction): Promise<ThrottledHour | undefined> {
    const [ended] = await tx.query<ThrottledHour>({
      name: 'sign-in-throttle-take',
      // a subquery in the DELETE may run again for each row, and finds the next hour when it has taken one out
      text: `WITH ended AS MATERIALIZED (
          SELECT merchant_id, mode, hour FROM sign_in_throttle
          WHERE hour < date_trunc('hour', clock_timestamp(), 'UTC') ORDER BY hour LIMIT 1 FOR UPDATE SKIP LOCKED)
        DELETE FROM sign_in_throttle AS t USING ended
        WHERE (t.merchant_id, t.mode, t.hour) = (ended.merchant_id, ended.mode, ended.hour)
        RETURNING t.merchant_id AS "merchantId", t.mode, t.hour, t.count`,
    });
    return ended;
  }
}
