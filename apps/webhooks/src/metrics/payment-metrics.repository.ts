import { Injectable } from '@nestjs/common';
import type { DeclineCode, MetricGranularity, PaymentMetricsCommand } from '@paygate/contracts';
import { Database } from '@paygate/platform';

/** How often one thing happened to payments in one hour or day. */
export interface MetricRow {
  readonly from: Date;
  readonly outcome: 'created' | 'completed' | 'failed' | 'expired' | 'canceled';
  readonly code: DeclineCode | '';
  readonly payments: bigint;
  readonly volume: bigint;
}

type Counted = Pick<PaymentMetricsCommand, 'merchantId' | 'mode' | 'currency' | 'granularity' | 'utcOffset'>;

/** Counts of payments by hour. */
@Injectable()
export class PaymentMetricsRepository {
  constructor(private readonly database: Database) {}

  /** The counts of hours that begin in a range; its first hour or day is counted whole. */
  within(counted: Counted, from: Date, to: Date): Promise<readonly MetricRow[]> {
    const { merchantId, mode, currency, granularity, utcOffset } = counted;
    const values = [merchantId, mode, currency, from.toISOString(), to.toISOString(), utcOffset];
    return this.database.query<MetricRow>({
      name: `payment-metrics-${granularity}`,
      text: textOf(granularity),
      values,
    });
  }
}

function textOf(granularity: MetricGranularity): string {
  const begin = (time: string): string =>
    `(date_trunc('${granularity}', ${time} AT TIME ZONE 'UTC' + make_interval(hours => $6::int)) - make_interval(hours => $6::int)) AT TIME ZONE 'UTC'`;
  return `SELECT ${begin('hour')} AS "from", outcome, code, sum(payments)::bigint AS payments, sum(volume)::bigint AS volume
    FROM payment_metric WHERE (merchant_id, mode, currency) = ($1, $2, $3)
      AND hour >= ${begin('$4::timestamptz')} AND hour < $5::timestamptz
    GROUP BY 1, 2, 3 ORDER BY 1, payments DESC, code`;
}
