import { Injectable } from '@nestjs/common';
import type { PayoutFrequency } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { LedgerNumber } from '../../../books/ledger/domain/ledger.js';

/** A schedule as its row has it. Amounts in minor units. */
export interface StoredSchedule {
  readonly frequency: PayoutFrequency;
  readonly weekday: number;
  readonly destinationId: string | null;
  readonly minimum: bigint;
  readonly reserve: bigint;
}

/** A schedule that is due, with its day of Africa/Douala: `2026-11-26`. */
export interface DueSchedule extends StoredSchedule {
  readonly merchantId: string;
  readonly ledger: LedgerNumber;
  readonly destinationId: string;
  readonly day: string;
}

/** The place of a schedule in the order in which they are worked off. */
export type SchedulePlace = Pick<DueSchedule, 'merchantId' | 'ledger'>;

export const NO_SCHEDULE: StoredSchedule = {
  ...{ frequency: 'off', weekday: 1, destinationId: null },
  ...{ minimum: 0n, reserve: 0n },
};

const columns = `frequency, payout_schedule.weekday::integer AS weekday, destination_id AS "destinationId", minimum, reserve`;

/** The schedules by which the balances of merchants are paid out. */
@Injectable()
export class SchedulesRepository {
  constructor(private readonly database: Database) {}

  async of(merchantId: string, ledger: LedgerNumber, on: Queryable = this.database): Promise<StoredSchedule> {
    const [schedule] = await on.query<StoredSchedule>({
      name: 'payout-schedule-of',
      text: `SELECT ${columns} FROM payout_schedule WHERE merchant_id = $1 AND ledger = $2`,
      values: [merchantId, ledger],
    });
    return schedule ?? NO_SCHEDULE;
  }

  async set(tx: Queryable, { merchantId, ledger }: SchedulePlace, schedule: StoredSchedule): Promise<void> {
    const { frequency, weekday, destinationId, minimum, reserve } = schedule;
    await tx.query({
      name: 'payout-schedule-set',
      text: `INSERT INTO payout_schedule (merchant_id, ledger, frequency, weekday, destination_id, minimum, reserve)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (merchant_id, ledger) DO UPDATE SET frequency = $3, weekday = $4, destination_id = $5, minimum = $6, reserve = $7,
          updated_at = clock_timestamp()`,
      values: [merchantId, ledger, frequency, weekday, destinationId, minimum, reserve],
    });
  }

  /** Turns a schedule off and forgets its destination; false when it is off. */
  async turnOff(tx: Queryable, { merchantId, ledger }: SchedulePlace): Promise<boolean> {
    const rows = await tx.query({
      name: 'payout-schedule-turn-off',
      text: `UPDATE payout_schedule SET frequency = 'off', destination_id = NULL, updated_at = clock_timestamp()
        WHERE (merchant_id, ledger) = ($1, $2) AND frequency <> 'off' RETURNING merchant_id`,
      values: [merchantId, ledger],
    });
    return rows.length > 0;
  }

  /** Schedules that are due and not done for the day, in the order of their places, after one of them. */
  due(limit: number, after: SchedulePlace | undefined): Promise<readonly DueSchedule[]> {
    return this.database.query<DueSchedule>({
      name: 'payout-schedules-due',
      text: dueSql,
      values: [limit, after?.merchantId ?? null, after?.ledger ?? null],
    });
  }

  /** True while the schedule is due and pays to the destination. Until the transaction ends it does not change. */
  async stands(tx: Queryable, { merchantId, ledger }: SchedulePlace, destinationId: string): Promise<boolean> {
    const rows = await tx.query({
      name: 'payout-schedule-stands',
      text: `SELECT merchant_id ${DUE} AND (merchant_id, ledger, destination_id) = ($1, $2, $3) FOR SHARE OF payout_schedule`,
      values: [merchantId, ledger, destinationId],
    });
    return rows.length > 0;
  }

  /** The schedule has nothing more to do that day. */
  async done({ merchantId, ledger, day }: SchedulePlace & Pick<DueSchedule, 'day'>): Promise<void> {
    await this.database.query({
      name: 'payout-schedule-done',
      text: `UPDATE payout_schedule SET done_for = $3::date WHERE merchant_id = $1 AND ledger = $2 AND (done_for IS NULL OR done_for < $3::date)`,
      values: [merchantId, ledger, day],
    });
  }
}

/** From six in the morning on, a day after a rail settles by its schedule at midnight. */
const DUE = `
  FROM payout_schedule, (SELECT now::date AS day, extract(hour FROM now) AS hour, extract(isodow FROM now) AS weekday
    FROM (SELECT clock_timestamp() AT TIME ZONE 'Africa/Douala' AS now) AS douala) AS clock
  WHERE frequency <> 'off' AND (done_for IS NULL OR done_for < clock.day)
    AND (frequency = 'amount' OR clock.hour >= 6 AND (frequency = 'daily' OR payout_schedule.weekday = clock.weekday))`;

const dueSql = `
  SELECT merchant_id AS "merchantId", ledger, ${columns}, clock.day::text AS day
  ${DUE}
    AND ($2::text IS NULL OR (merchant_id, ledger) > ($2, $3::smallint))
  ORDER BY merchant_id, ledger LIMIT $1`;
