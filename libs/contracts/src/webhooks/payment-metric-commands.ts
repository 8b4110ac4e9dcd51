import { IsIn, IsInt, IsOptional, Min } from 'class-validator';
import { defineCommand } from '../kernel/message.js';
import type { DeclineCode } from '../payments/payment-intent.js';
import { declineCodes } from '../payments/payment-intent.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsAmountOrZero, IsCurrency, IsIntBetween, IsListOf, IsTimeZone, IsTimestamp } from '../schema/fields.js';
import type { Currency } from '../vocabulary/money.js';
import { OfMerchant } from '../kernel/of-merchant.js';

export const metricGranularities = ['hour', 'day'] as const;
export type MetricGranularity = (typeof metricGranularities)[number];

/** The longest range of metrics, in days, by granularity. */
export const METRIC_RANGE_MAX_DAYS: Readonly<Record<MetricGranularity, number>> = { hour: 14, day: 366 };
/** The bounds of the end of a range: the first moment, and days after now, so that it may be the end of today in any time zone. */
export const METRIC_RANGE_END = { earliest: '2020-01-01T00:00:00.000Z', maxDaysAhead: 2 } as const;
const METRIC_MAX_BUCKETS = 368;

export class PaymentMetricsCommand extends OfMerchant {
  @IsCurrency() currency!: Currency;
  @IsIn(metricGranularities) granularity!: MetricGranularity;
  /** The zone whose days are counted; `utcOffset` says it when absent. */
  @IsOptional() @IsTimeZone() timeZone?: string;
  /** The beginning of days, in hours after UTC. */
  @IsIntBetween(-12, 14) utcOffset!: number;
  @IsOptional() @IsTimestamp() from?: string;
  /** Exclusive. */
  @IsOptional() @IsTimestamp() to?: string;
}

const IsCount = (): PropertyDecorator => (target, property) => {
  Min(0)(target, property);
  IsInt()(target, property);
};

/** The number of payments that failed for one reason. */
export class FailureCount {
  @Note({ example: 'insufficient_funds' })
  @IsIn(declineCodes)
  code!: DeclineCode;

  @Note({ example: 2 })
  @IsCount()
  payments!: number;
}

/** The payments of one hour or day, each counted when it happened. */
export class PaymentMetric {
  @Note({ description: 'The beginning of the hour or day.', example: '2026-11-20T00:00:00.000Z' })
  @IsTimestamp()
  from!: string;

  @Note({ description: 'The number of intents that were created.', example: 30 })
  @IsCount()
  created!: number;

  @Note({ example: 18 })
  @IsCount()
  completed!: number;

  @Note({ example: 2 })
  @IsCount()
  failed!: number;

  @Note({ example: 8 })
  @IsCount()
  expired!: number;

  @Note({ example: 1 })
  @IsCount()
  canceled!: number;

  @Note({ description: "The amounts of completed payments, in the currency's minor unit.", example: '90000' })
  @IsAmountOrZero()
  volume!: string;

  @Note({
    description:
      'The share of completed payments among those that completed or failed, in hundredths of a percent; null when there are none.',
    example: 9_000,
  })
  @IsNullable()
  @IsIntBetween(0, 10_000)
  successRate!: number | null;

  @Note({ description: 'The reasons for which payments failed, the most frequent first.' })
  @IsListOf(() => FailureCount, declineCodes.length)
  failures!: FailureCount[];
}

export class PaymentMetrics {
  @IsTimestamp() from!: string;
  @IsTimestamp() to!: string;
  /** Oldest first, without those in which nothing happened. */
  @IsListOf(() => PaymentMetric, METRIC_MAX_BUCKETS) metrics!: PaymentMetric[];
}
/** Counts of a merchant's payments by hour or day. */
export const getPaymentMetrics = defineCommand({
  name: 'get-payment-metrics',
  owner: 'webhooks',
  request: PaymentMetricsCommand,
  answer: PaymentMetrics,
  unordered: true,
  refusals: ['parameter_invalid'],
});
