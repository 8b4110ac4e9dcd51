import type { ReactNode } from 'react';
import { useLanguage } from '../../i18n/language.js';
import type { Column } from '../../ui/data/table.js';
import { Table } from '../../ui/data/table.js';
import type { Line, LineWords } from './line-words.js';

interface LinesProps {
  /** Is read out before the table. */
  readonly name: string;
  readonly lines: readonly Line[];
  readonly currency: string;
  readonly words: LineWords;
}

/** Sums by type, method and actor, and by till where one is named: those of a day, or those that a payout pays. */
export function LinesTable({ name, lines, currency, words }: LinesProps): ReactNode {
  const { t, money, count } = useLanguage();
  const columns: readonly Column<Line>[] = [
    { title: t.balance.type, card: 'state', cell: words.type },
    { title: t.balance.method, card: 'text', cell: words.method },
    { title: t.balance.who, card: 'note', cell: words.who },
    ...(hasTills(lines) ? ([{ title: t.till.menu, card: 'note', cell: words.till }] as const) : []),
    { title: t.balance.count, numeric: true, cell: (line) => count(line.count) },
    { title: t.balance.gross, numeric: true, cell: ({ gross }) => money(gross, currency) },
    { title: t.balance.fee, numeric: true, cell: ({ fee }) => money(fee, currency) },
    { title: t.balance.net, numeric: true, card: 'lead', cell: ({ net }) => money(net, currency) },
  ];
  return <Table name={name} rows={lines} keyOf={keyOf} columns={columns} />;
}

function keyOf({ type, method, actor, tillId }: Line): string {
  return [type, method, actor, tillId].join();
}

/** True where a line names a till. */
export function hasTills(lines: readonly Line[]): boolean {
  return lines.some(({ tillId = null }) => tillId !== null);
}
