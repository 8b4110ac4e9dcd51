import { Injectable } from '@nestjs/common';
import type { FeeMethod } from '@paygate/contracts';
import { FEE_NOTICE_SECONDS, FEE_SCHEDULES_MAX } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { AgreedSchedule } from './domain/agreed-fees.js';

const columns = 'merchant_id AS "merchantId", method, effective_from AS "effectiveFrom", bps::bigint AS bps, fixed';

/** The fee schedules that were agreed with merchants. */
@Injectable()
export class FeeSchedulesRepository {
  constructor(private readonly database: Database) {}

  all(): Promise<readonly AgreedSchedule[]> {
    return this.database.query<AgreedSchedule>({ name: 'fees-all', text: `SELECT ${columns} FROM fee_schedule` });
  }

  /** The latest ones of a merchant, in the order of methods and times. */
  async of(merchantId: string): Promise<readonly AgreedSchedule[]> {
    const latest = await this.database.query<AgreedSchedule>({
      name: 'fees-of',
      text: `SELECT * FROM (
          SELECT ${columns} FROM fee_schedule WHERE merchant_id = $1 ORDER BY effective_from DESC LIMIT $2) AS latest
        ORDER BY method, "effectiveFrom"`,
      values: [merchantId, FEE_SCHEDULES_MAX],
    });
    return latest;
  }

  /** False when it would be in force too soon, or there is one of the same time. */
  async insert(tx: Queryable, { merchantId, method, effectiveFrom, bps, fixed }: AgreedSchedule): Promise<boolean> {
    const inserted = await tx.execute({
      name: 'fee-insert',
      text: `INSERT INTO fee_schedule (merchant_id, method, effective_from, bps, fixed)
        SELECT $1, $2, $3::timestamptz, $4, $5
        WHERE $3::timestamptz >= clock_timestamp() + make_interval(secs => $6)
        ON CONFLICT DO NOTHING`,
      values: [merchantId, method, effectiveFrom, bps, fixed, FEE_NOTICE_SECONDS],
    });
    return inserted === 1;
  }

  async find(
    tx: Queryable,
    { merchantId, method, effectiveFrom }: { merchantId: string; method: FeeMethod; effectiveFrom: Date },
  ): Promise<AgreedSchedule | undefined> {
    const [schedule] = await tx.query<AgreedSchedule>({
      name: 'fee-find',
      text: `SELECT ${columns} FROM fee_schedule WHERE (merchant_id, method, effective_from) = ($1, $2, $3)`,
      values: [merchantId, method, effectiveFrom],
    });
    return schedule;
  }
}
