/** The uses of one budget within its window, oldest first. */
export interface Uses {
  readonly all: readonly Date[];
  /** Those of the caller's address; null where the scope keeps no reserve, or the caller has no address of its own. */
  readonly own: readonly Date[] | null;
}

/** The use of a subject in one scope. Times are the database's. */
export interface Budget {
  readonly now: Date;
  /** Within the window of sends. */
  readonly sends: Uses;
  /** The sends of the day, those of the window included. */
  readonly daySends: Uses;
  readonly wrongChecks: Uses;
}

/** The time at which a sliding window has room again; undefined when it has room now. */
export function opensAt({ all, own }: Uses, limit: number, windowSeconds: number): Date | undefined {
  const first = roomAt(all, limit, windowSeconds);
  if (first === undefined || own === null) return first;
  const reserve = latest([
    roomAt(all, WITH_RESERVE * limit, windowSeconds),
    roomAt(own, shareOf(limit), windowSeconds),
  ]);
  return reserve === undefined || reserve < first ? reserve : first;
}

/** The number of uses that a window has room for. */
export function remaining({ all, own }: Uses, limit: number): number {
  const reserve = own === null ? 0 : Math.min(WITH_RESERVE * limit - all.length, shareOf(limit) - own.length);
  return Math.max(0, limit - all.length, reserve);
}

/** The uses that are later than a moment. */
export function since({ all, own }: Uses, moment: Date): Uses {
  const isLater = (use: Date): boolean => use > moment;
  return { all: all.filter(isLater), own: own?.filter(isLater) ?? null };
}

/** The most that one address may have used when it draws on the reserve: spending the reserve takes four addresses or more. */
export function shareOf(limit: number): number {
  return Math.ceil(limit / 4);
}

/** A budget after one more send, made now by the same caller. */
export function withSend({ now, sends, daySends, wrongChecks }: Budget): Budget {
  const withUse = ({ all, own }: Uses): Uses => ({ all: [...all, now], own: own && [...own, now] });
  return { now, sends: withUse(sends), daySends: withUse(daySends), wrongChecks };
}

/** The latest of some moments; undefined when there is none. */
export function latest(moments: readonly (Date | undefined)[]): Date | undefined {
  return moments.filter((moment) => moment !== undefined).sort((a, b) => b.getTime() - a.getTime())[0];
}

/** Limit and reserve together, as a multiple of the limit. */
const WITH_RESERVE = 2;

/** The time at which the oldest of the entries that fill a window leaves it; undefined while there is room. */
function roomAt(entries: readonly Date[], limit: number, windowSeconds: number): Date | undefined {
  const filling = entries[entries.length - limit];
  return filling && new Date(filling.getTime() + windowSeconds * 1_000);
}
