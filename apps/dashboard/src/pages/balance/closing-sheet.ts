import type { BalanceSummary } from '@paygate/api-types';
import type { ColumnKind, Sheet } from '@paygate/paper';
import { decimalOf, exponentOf } from '@paygate/paper';
import type { Messages } from '../../i18n/en.js';
import type { LineSums } from './day-sums.js';
import { daySums } from './day-sums.js';
import type { LineWords } from './line-words.js';

/** What a closing has: a cashier's own has no balance. */
export type Closed = Pick<BalanceSummary, 'currency' | 'data'> & Partial<Pick<BalanceSummary, 'opening' | 'closing'>>;

/** The closing of a day: opening balance, its lines, the total of the day, that of payouts where there are any, closing balance. */
export function closingSheet(day: string, closed: Closed, words: LineWords, t: Messages): Sheet {
  const { currency, data, opening, closing } = closed;
  const { takings, payouts } = daySums(data);
  const money = (amount: string): string => decimalOf(amount, exponentOf(currency));
  const rowOf = (texts: readonly string[], sums: LineSums | undefined, balance?: string): readonly string[] => [
    ...[day, ...texts],
    ...(sums === undefined ? ['', '', '', ''] : [String(sums.count), ...[sums.gross, sums.fee, sums.net].map(money)]),
    ...[balance === undefined ? '' : money(balance), currency],
  ];
  return {
    columns: columnsOf(t),
    rows: [
      ...(opening === undefined ? [] : [rowOf([t.balance.opening, '', '', ''], undefined, opening)]),
      ...data.map((line) => rowOf([words.type(line), words.method(line), words.who(line), words.till(line)], line)),
      rowOf([t.balance.total, '', '', ''], takings),
      ...(payouts.count === 0 ? [] : [rowOf([t.balance.payouts, '', '', ''], payouts)]),
      ...(closing === undefined ? [] : [rowOf([t.balance.closing, '', '', ''], undefined, closing)]),
    ],
  };
}

function columnsOf(t: Messages): Sheet['columns'] {
  const columns: readonly (readonly [string, ColumnKind])[] = [
    [t.exporting.at(t.balance.dayOf), 'text'],
    [t.balance.type, 'text'],
    [t.balance.method, 'text'],
    [t.balance.who, 'text'],
    [t.till.menu, 'text'],
    [t.balance.count, 'number'],
    [t.balance.gross, 'money'],
    [t.balance.fee, 'money'],
    [t.balance.net, 'money'],
    [t.balance.balance, 'money'],
    [t.exporting.currency, 'text'],
  ];
  return columns.map(([heading, kind]) => ({ heading, kind }));
}
