import type { PaymentMetric } from '@paygate/api-types';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** A period of the overview: hours of today, or days until today. */
export interface Period {
  readonly granularity: 'hour' | 'day';
  readonly places: number;
}
export const periods = {
  today: { granularity: 'hour', places: DAY_HOURS },
  week: { granularity: 'day', places: 7 },
  month: { granularity: 'day', places: 30 },
} as const satisfies Readonly<Record<string, Period>>;
export type PeriodName = keyof typeof periods;

/** Milliseconds from one place to the next. */
function stepOf({ granularity }: Period): number {
  return granularity === 'hour' ? HOUR_MS : DAY_HOURS * HOUR_MS;
}

/** The range of a period that ends with the day of `now`, or of the period before it. `until` is exclusive. */
export function rangeOf(
  period: Period,
  now: Date,
  periodsBefore: 0 | 1,
): { readonly from: Date; readonly until: Date } {
  const length = stepOf(period) * period.places;
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime();
  const until = midnight - length * periodsBefore;
  return { from: new Date(until - length), until: new Date(until) };
}

/** The counts of each place of a period, in order; undefined where nothing happened. */
export function placesOf(
  period: Period,
  from: Date,
  metrics: readonly PaymentMetric[],
): readonly { readonly at: Date; readonly metric: PaymentMetric | undefined }[] {
  const step = stepOf(period);
  const byPlace = new Map(
    metrics.map((metric) => [Math.floor((Date.parse(metric.from) - from.getTime()) / step), metric]),
  );
  return Array.from({ length: period.places }, (_none, place) => ({
    at: new Date(from.getTime() + place * step),
    metric: byPlace.get(place),
  }));
}

/** The sum over all places. */
export interface Totals {
  readonly volume: bigint;
  readonly completed: number;
  readonly failed: number;
  /** Completed ones among those that completed or failed, from 0 to 1; null without any. */
  readonly successRate: number | null;
  /** Payments by reason, the most frequent first. */
  readonly failures: readonly (readonly [string, number])[];
}

export function totalsOf(metrics: readonly PaymentMetric[]): Totals {
  const sum = (count: (metric: PaymentMetric) => number): number =>
    metrics.reduce((total, metric) => total + count(metric), 0);
  const completed = sum((metric) => metric.completed);
  const failed = sum((metric) => metric.failed);
  const failures = new Map<string, number>();
  for (const { code, payments } of metrics.flatMap((metric) => metric.failures))
    failures.set(code, (failures.get(code) ?? 0) + payments);
  return {
    volume: metrics.reduce((total, { volume }) => total + BigInt(volume), 0n),
    completed,
    failed,
    successRate: completed + failed === 0 ? null : completed / (completed + failed),
    failures: [...failures].toSorted(([, one], [, other]) => other - one),
  };
}
