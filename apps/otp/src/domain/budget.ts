import type { BudgetLane } from './lane.js';

/** What was used of one budget within its window, oldest first. */
export interface Uses {
  readonly all: readonly Date[];
  /** Of these the caller's address; null where no reserve is kept for it: {@link keepsReserve}. */
  readonly own: readonly Date[] | null;
}

/** How many times the limit all strangers get together: what is beyond the limit is the reserve. */
export const WITH_RESERVE = 2;

/**
 * Whether a lane keeps a reserve. In the lane of strangers nobody can be told from the user, but for the address: so who
 * spends the limit leaves another limit's worth to addresses that have used little.
 */
export function keepsReserve(lane: BudgetLane): boolean {
  return lane === 'open';
}

/** What one address may have used when it draws on the reserve: it takes four addresses and more to spend that. */
export function shareOf(limit: number): number {
  return Math.ceil(limit / 4);
}

/** When a sliding window has room again; undefined when it has now. */
export function opensAt({ all, own }: Uses, limit: number, windowSeconds: number): Date | undefined {
  const first = roomAt(all, limit, windowSeconds);
  if (first === undefined || own === null) return first;
  const reserve = latest([
    roomAt(all, WITH_RESERVE * limit, windowSeconds),
    roomAt(own, shareOf(limit), windowSeconds),
  ]);
  return reserve === undefined || reserve < first ? reserve : first;
}

/** How many uses a window has room for. */
export function remaining({ all, own }: Uses, limit: number): number {
  const reserve = own === null ? 0 : Math.min(WITH_RESERVE * limit - all.length, shareOf(limit) - own.length);
  return Math.max(0, limit - all.length, reserve);
}

/** The uses with one more, made now by the same caller. */
export function withUse({ all, own }: Uses, now: Date): Uses {
  return { all: [...all, now], own: own && [...own, now] };
}

/** The latest of some moments; undefined when there is none. */
export function latest(moments: readonly (Date | undefined)[]): Date | undefined {
  return moments.filter((moment) => moment !== undefined).sort((a, b) => b.getTime() - a.getTime())[0];
}

/** When the oldest of the entries that fill a window has left it; undefined while there is room. */
function roomAt(entries: readonly Date[], limit: number, windowSeconds: number): Date | undefined {
  const filling = entries[entries.length - limit];
  return filling && new Date(filling.getTime() + windowSeconds * 1_000);
}
