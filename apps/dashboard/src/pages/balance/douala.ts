/** Africa/Douala is an hour ahead of UTC all year. The accounts of merchants have its days. */
const DOUALA_MS = 3_600_000;
const DAY_MS = 24 * DOUALA_MS;

/** The month, as `2026-11`, that a time is in. */
export function monthAt(time: Date): string {
  return new Date(time.getTime() + DOUALA_MS).toISOString().slice(0, 7);
}

/** The day, as `2026-11-21`, that a time is in. */
export function dayAt(time: Date): string {
  return new Date(time.getTime() + DOUALA_MS).toISOString().slice(0, 10);
}

interface Span {
  readonly from: string;
  readonly to: string;
}

/** From the beginning of a day to that of the next one. */
export function spanOfDay(day: string): Span {
  const begin = Date.parse(`${day}T00:00:00Z`) - DOUALA_MS;
  return { from: new Date(begin).toISOString(), to: new Date(begin + DAY_MS).toISOString() };
}

/** From the beginning of a month to that of the next one. */
export function spanOfMonth(month: string): Span {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const begin = (index: number): string => new Date(Date.UTC(year, index) - DOUALA_MS).toISOString();
  return { from: begin(number - 1), to: begin(number) };
}

/** The months up to the one that a time is in, that one first. */
export function lastMonths(time: Date, count: number): readonly string[] {
  const [year = 0, number = 1] = monthAt(time).split('-').map(Number);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, number - 1 - index)).toISOString().slice(0, 7),
  );
}
