import type { SummaryLine } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useLanguage } from '../../i18n/language.js';
import type { Column } from '../../ui/data/table.js';
import { Table } from '../../ui/data/table.js';
import type { LineWords } from './line-words.js';

interface LinesProps {
  /** Is read out before the table. */
  readonly name: string;
  readonly lines: readonly SummaryLine[];
  readonly currency: string;
  readonly words: LineWords;
}

/** Sums by type, method and actor: those of a day, or those that a payout pays. */
export function LinesTable({ name, lines, currency, words }: LinesProps): ReactNode {
  const { t, money, count } = useLanguage();
  const columns: readonly Column<SummaryLine>[] = [
    { title: t.balance.type, card: 'state', cell: words.type },
    { title: t.balance.method, card: 'text', cell: words.method },
    { title: t.balance.who, card: 'note', cell: words.who },
    { title: t.balance.count, numeric: true, cell: (line) => count(line.count) },
    { title: t.balance.gross, numeric: true, cell: ({ gross }) => money(gross, currency) },
    { title: t.balance.fee, numeric: true, cell: ({ fee }) => money(fee, currency) },
    { title: t.balance.net, numeric: true, card: 'lead', cell: ({ net }) => money(net, currency) },
  ];
  return <Table name={name} rows={lines} keyOf={keyOf} columns={columns} />;
}

function keyOf({ type, method, actor }: SummaryLine): string {
  return [type, method, actor].join();
}
