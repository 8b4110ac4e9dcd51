import { Injectable } from '@nestjs/common';
import type { DeclineCode, MetricGranularity, PaymentMetricsCommand } from '@paygate/contracts';
import { Database } from '@paygate/platform';

/** The count of one kind of outcome of payments in one hour or day. */
export interface MetricRow {
  readonly from: Date;
  readonly outcome: 'created' | 'completed' | 'failed' | 'expired' | 'canceled';
  readonly code: DeclineCode | '';
  readonly payments: bigint;
  readonly volume: bigint;
}

interface Counted extends Pick<PaymentMetricsCommand, 'merchantId' | 'mode' | 'currency' | 'granularity'> {
  /** A name that PostgreSQL knows. */
  readonly timeZone: string;
}

/** Counts of payments by quarter of an hour: the offset of every zone is a multiple of it. */
@Injectable()
export class PaymentMetricsRepository {
  constructor(private readonly database: Database) {}

  /** The counts of a range; its first hour or day is counted whole. */
  within(counted: Counted, from: Date, to: Date): Promise<readonly MetricRow[]> {
    const { merchantId, mode, currency, granularity, timeZone } = counted;
    const values = [merchantId, mode, currency, from.toISOString(), to.toISOString(), timeZone];
    return this.database.query<MetricRow>({
      name: `payment-metrics-${granularity}`,
      text: textOf(granularity),
      values,
    });
  }

  /** The name of a zone in PostgreSQL's own list, which is of another release than that of Node; case does not count. */
  async zoneNamed(name: string): Promise<string | undefined> {
    const [zone] = await this.database.query<{ name: string }>({
      name: 'payment-metrics-zone-named',
      text: 'SELECT name FROM pg_timezone_names WHERE lower(name) = lower($1)',
      values: [name],
    });
    return zone?.name;
  }
}

function textOf(granularity: MetricGranularity): string {
  const begin = (time: string): string => `date_trunc('${granularity}', ${time}, $6)`;
  return `SELECT ${begin('hour')} AS "from", outcome, code, sum(payments)::bigint AS payments, sum(volume)::bigint AS volume
    FROM payment_metric WHERE (merchant_id, mode, currency) = ($1, $2, $3)
      AND hour >= ${begin('$4::timestamptz')} AND hour < $5::timestamptz
    GROUP BY 1, 2, 3 ORDER BY 1, payments DESC, code`;
}
