import type { PaymentMetric } from '@paygate/api-types';
import { dayAt, startOfDay } from '@paygate/paper';

const HOUR_MS = 3_600_000;

/** A period of the overview: the hours of today, or days until today. */
export interface Period {
  readonly granularity: 'hour' | 'day';
  readonly days: number;
}
export const periods = {
  today: { granularity: 'hour', days: 1 },
  week: { granularity: 'day', days: 7 },
  month: { granularity: 'day', days: 30 },
} as const satisfies Readonly<Record<string, Period>>;
export type PeriodName = keyof typeof periods;

interface Range {
  readonly from: Date;
  /** Exclusive. */
  readonly until: Date;
}

/** The range of a period that ends with the day of `now`, or of the period before it. Days are those of Africa/Douala. */
export function rangeOf({ days }: Period, now: Date, periodsBefore: 0 | 1): Range {
  const until = dayAfter(now, 1 - days * periodsBefore);
  return { from: dayAfter(until, -days), until };
}

/** The counts of each place of a period, in order; undefined where nothing happened. */
export function placesOf(
  { granularity, days }: Period,
  { from, until }: Range,
  metrics: readonly PaymentMetric[],
): readonly { readonly at: Date; readonly metric: PaymentMetric | undefined }[] {
  const hours = Math.round((until.getTime() - from.getTime()) / HOUR_MS);
  const places =
    granularity === 'hour'
      ? Array.from({ length: hours }, (_none, place) => new Date(from.getTime() + place * HOUR_MS))
      : Array.from({ length: days }, (_none, place) => dayAfter(from, place));
  return places.map((at, place) => {
    const end = places[place + 1] ?? until;
    return { at, metric: metrics.find((metric) => isWithin(new Date(metric.from), at, end)) };
  });
}

function isWithin(time: Date, from: Date, until: Date): boolean {
  return time >= from && time < until;
}

/** The midnight of Africa/Douala some days after the one that a time follows. */
function dayAfter(time: Date, days: number): Date {
  return new Date(startOfDay(dayAt(time), days));
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
