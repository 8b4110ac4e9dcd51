import type { SummaryLine } from '@paygate/api-types';

/** Sums of lines. Minor units. */
export interface LineSums {
  readonly count: number;
  readonly gross: string;
  readonly fee: string;
  readonly net: string;
}

/** The sums of a span, by what they mean to the person who closes the day. */
export interface DaySums {
  /** Payments. */
  readonly received: LineSums;
  /** What went back to customers. */
  readonly refunded: LineSums;
  /** What operators have taken back, less what they have given back after that. */
  readonly reversed: LineSums;
  /** Payments, refunds and reversals: what the span has earned. */
  readonly takings: LineSums;
  /** Corrections of the balance, which nobody has earned. */
  readonly adjusted: LineSums;
  /** Payouts with their fees: the account's own money on its way to its own phone. */
  readonly payouts: LineSums;
}

const RECEIVED: readonly SummaryLine['type'][] = ['charge', 'late_payment'];
const PAYOUTS: readonly SummaryLine['type'][] = ['payout', 'fee'];
const NOT_EARNED: readonly SummaryLine['type'][] = [...PAYOUTS, 'adjustment'];

/** Payouts are apart: they take nothing from what was earned. */
export function daySums(lines: readonly SummaryLine[]): DaySums {
  return {
    received: sumsOf(lines.filter(({ type }) => RECEIVED.includes(type))),
    refunded: sumsOf(lines.filter(({ type }) => type === 'refund')),
    reversed: sumsOf(lines.filter(({ type }) => type === 'reversal')),
    takings: sumsOf(lines.filter(({ type }) => !NOT_EARNED.includes(type))),
    adjusted: sumsOf(lines.filter(({ type }) => type === 'adjustment')),
    payouts: sumsOf(lines.filter(({ type }) => PAYOUTS.includes(type))),
  };
}

export function sumsOf(lines: readonly Pick<SummaryLine, 'count' | 'gross' | 'fee' | 'net'>[]): LineSums {
  const sum = (part: 'gross' | 'fee' | 'net'): string =>
    lines.reduce((total, line) => total + BigInt(line[part]), 0n).toString();
  return {
    count: lines.reduce((total, { count }) => total + count, 0),
    ...{ gross: sum('gross'), fee: sum('fee'), net: sum('net') },
  };
}
