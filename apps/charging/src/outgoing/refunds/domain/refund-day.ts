import type { Mode, RefundsPerDay } from '@paygate/contracts';

/** The refunds of a merchant in one ledger in a day of Africa/Douala. Those that FAILED are not among them. Amounts in minor units. */
export interface RefundDay {
  /** Those that count towards the limit: their number and sum. */
  readonly count: number;
  readonly amount: bigint;
  /** The sum of all, those of owners included. */
  readonly total: bigint;
  /** The balance that the day began with, available and pending. */
  readonly opening: bigint;
  readonly renewsAt: Date;
}

/** The figures of a limit that was reached, as its refusal has them. */
export type ReachedLimit = Readonly<Record<string, string | number>>;

/** The limit that a further refund would exceed; undefined when it exceeds none. */
export function reachedLimit(
  day: RefundDay,
  limit: RefundsPerDay,
  { mode, amount: wanted }: { readonly mode: Mode; readonly amount: bigint },
): ReachedLimit | undefined {
  const renewsAt = day.renewsAt.toISOString();
  if (limit.count !== null && day.count >= limit.count) return { limit: limit.count, used: day.count, renewsAt };
  const max = mostOf(day, limit, mode);
  if (max === undefined || day.amount + wanted <= max) return undefined;
  return { max: max.toString(), usedAmount: day.amount.toString(), renewsAt };
}

/** True once half of the balance that the day began with has left by refunds. */
export function isHalfRefunded({ opening, total }: RefundDay): boolean {
  return opening > 0n && total * 2n >= opening;
}

/** The largest sum of the day: the smaller of the two that are set. A day that begins without a balance has no part of it. */
function mostOf({ opening }: RefundDay, { amount, balancePercent }: RefundsPerDay, mode: Mode): bigint | undefined {
  const sums: bigint[] = [];
  if (amount !== null) sums.push(BigInt(amount));
  if (balancePercent !== null && mode === 'live' && opening > 0n) sums.push((opening * BigInt(balancePercent)) / 100n);
  return sums.reduce<bigint | undefined>((least, sum) => (least === undefined || sum < least ? sum : least), undefined);
}
