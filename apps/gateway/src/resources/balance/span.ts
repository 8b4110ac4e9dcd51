import type { BalanceSpan, BalanceSpanQuery, Fault } from '@paygate/contracts';
import type { Account } from '../../credentials/account.js';
import { momentOf } from '../../requests/moment.js';

/** Africa/Douala is an hour ahead of UTC all year. */
const DOUALA_MS = 3_600_000;

/** The beginnings of a month of Africa/Douala and of the next one. */
function monthOf(year: number, month: number): { readonly from: string; readonly to: string } {
  const begin = (index: number): string => new Date(Date.UTC(year, index) - DOUALA_MS).toISOString();
  return { from: begin(month), to: begin(month + 1) };
}

/** The span that a query names: a month, or from a time to another; this month until now when it names nothing. */
export function spanOf({ merchantId, mode }: Account, query: BalanceSpanQuery, now: Date): BalanceSpan {
  const { month, currency = 'XAF' } = query;
  const account = { merchantId, mode, currency };
  if (month !== undefined) {
    const [year = 0, number = 0] = month.split('-').map(Number);
    return { ...account, ...monthOf(year, number - 1) };
  }
  const [from, to] = [momentOf(query.from), momentOf(query.to)];
  const today = new Date(now.getTime() + DOUALA_MS);
  const begin = from ?? monthOf(today.getUTCFullYear(), today.getUTCMonth()).from;
  return { ...account, from: begin, ...(to === undefined ? {} : { to }) };
}

/** A span of a summary, whose sums are made at once, is a month and a day at most. */
export const SUMMARY_MAX_DAYS = 32;
const DAY_MS = 86_400_000;

/** A span of a summary begins at most {@link SUMMARY_MAX_DAYS} before its end. */
export function isTooLong({ from, to }: BalanceSpan, now: Date): boolean {
  const end = to === undefined ? now.getTime() : Date.parse(to);
  return end - Date.parse(from) > SUMMARY_MAX_DAYS * DAY_MS;
}

/** A month stands alone. */
export function spanFaults({ query }: { readonly query: Readonly<Record<string, unknown>> }): readonly Fault[] {
  if (query['month'] === undefined) return [];
  return ['from', 'to']
    .filter((param) => query[param] !== undefined)
    .map((param) => ({ param, code: 'parameter_invalid', detail: 'cannot be combined with month' }));
}
