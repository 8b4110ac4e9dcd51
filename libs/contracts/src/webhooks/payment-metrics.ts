import { IsIn, IsOptional } from 'class-validator';
import type { MetricGranularity } from './payment-metric-commands.js';
import {
  getPaymentMetrics,
  METRIC_RANGE_END,
  METRIC_RANGE_MAX_DAYS,
  metricGranularities,
  PaymentMetric,
} from './payment-metric-commands.js';
import { NotedCurrency } from '../kernel/shapes/noted-fields.js';
import { Note } from '../schema/declarations.js';
import { IsCurrency, IsIntBetween, IsListOf, IsMoment, IsTimeZone, IsTimestamp } from '../schema/fields.js';
import type { Currency } from '../vocabulary/money.js';
import { operationsOf } from '../kernel/operation.js';
import { sessionHeaders } from '../kernel/request-headers.js';

const RANGES = `at most ${METRIC_RANGE_MAX_DAYS.hour} days by hour, ${METRIC_RANGE_MAX_DAYS.day} by day`;

export class PaymentMetricsQuery {
  @Note({ description: 'ISO 4217 code; XAF when absent.', example: 'XAF' })
  @IsOptional()
  @IsCurrency()
  currency?: Currency;

  @Note({ description: '`day` when absent.', example: 'day' })
  @IsOptional()
  @IsIn(metricGranularities)
  granularity?: MetricGranularity;

  @Note({
    description: `The first hour or day is the one that contains this time; 24 hours or 30 days before \`to\` when absent. The range is ${RANGES}.`,
  })
  @IsOptional()
  @IsMoment()
  from?: string;

  @Note({
    description: `Hours that begin before this time are counted; now when absent. Not before ${METRIC_RANGE_END.earliest}, and at most ${METRIC_RANGE_END.maxDaysAhead} days after now.`,
  })
  @IsOptional()
  @IsMoment()
  to?: string;

  @Note({
    description:
      'The time zone whose days are counted, by its name in the IANA database, present or former, in capital or small letters; UTC when absent. A day has 23 to 25 hours where clocks change.',
    example: 'Africa/Douala',
  })
  @IsOptional()
  @IsTimeZone()
  timeZone?: string;

  @Note({
    description:
      'The offset of the days from UTC, in whole hours, for callers that do not know the name of the time zone. Without effect beside `timeZone`.',
    example: 1,
  })
  @IsOptional()
  @IsIntBetween(-12, 14)
  utcOffset?: number;
}

/** Counts of payments by hour or day. */
export class PaymentMetricsAnswer {
  @NotedCurrency()
  currency!: Currency;

  @Note({ example: 'day' })
  @IsIn(metricGranularities)
  granularity!: MetricGranularity;

  @Note({ example: '2026-11-20T00:00:00.000Z' })
  @IsTimestamp()
  from!: string;

  @Note({ example: '2026-11-21T00:00:00.000Z' })
  @IsTimestamp()
  to!: string;

  @Note({ description: 'Oldest first, without hours or days in which nothing happened.' })
  @IsListOf(() => PaymentMetric, 368)
  data!: PaymentMetric[];
}

/** Counts of payments. */
export const metricOperations = operationsOf({
  getPaymentMetrics: {
    method: 'GET',
    path: '/metrics/payments',
    summary: 'Read counts of payments by hour or day',
    description:
      'The number of payments of one currency and mode that were created, completed, failed, expired and canceled, their volume, success rate and reasons of failure. The counts come from events: each event is counted once, a moment after it happened.',
    key: 'secret',
    scope: 'intents:read',
    takesSession: true,
    headers: sessionHeaders,
    query: PaymentMetricsQuery,
    answer: PaymentMetricsAnswer,
    errors: getPaymentMetrics.refusals,
  },
});
