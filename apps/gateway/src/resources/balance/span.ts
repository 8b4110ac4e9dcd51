import type { BalanceSpan, BalanceSpanQuery, Fault } from '@paygate/contracts';
import { monthAt, spanOfMonth } from '@paygate/paper';
import type { Account } from '../../credentials/account.js';
import { momentOf } from '../../requests/moment.js';

/** The span that a query names: a month, or from a time to another; this month until now when it names nothing. */
export function spanOf({ merchantId, mode }: Account, query: BalanceSpanQuery, now: Date): BalanceSpan {
  const { month, currency = 'XAF' } = query;
  const account = { merchantId, mode, currency };
  if (month !== undefined) return { ...account, ...spanOfMonth(month) };
  const [from, to] = [momentOf(query.from), momentOf(query.to)];
  const begin = from ?? spanOfMonth(monthAt(now)).from;
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
