import type { PayoutSheet } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import css from '../../ui/data.module.css';
import type { Column } from '../../ui/data/table.js';
import { Table } from '../../ui/data/table.js';
import { Loaded } from '../../ui/loaded.js';
import { Card, Facts } from '../../ui/page.js';
import { Time } from '../../ui/values.js';
import { useLineWords } from '../balance/line-words.js';
import { LinesTable } from '../balance/lines-table.js';
import type { PayoutOutcome } from './payout-outcome.js';

/** The most movements that a page of the API holds. Sums are of all of them. */
const MOST = 100;

type Movement = PayoutSheet['data'][number];

/** The sheet of a payout: opening balance, the sums of the movements, closing balance, and what stays after the payout. */
export function PayoutSheetCard({ id, outcome }: { readonly id: string; readonly outcome: PayoutOutcome }): ReactNode {
  const { t } = useLanguage();
  const sheet = useApi('GET /payouts/{id}/transactions', { path: { id }, query: { limit: MOST } });
  return (
    <Card title={t.payouts.sheet}>
      <p>{t.payouts.sheetLead}</p>
      <Loaded query={sheet}>{(read) => <Sheet sheet={read} outcome={outcome} />}</Loaded>
    </Card>
  );
}

interface SheetProps {
  readonly sheet: PayoutSheet;
  readonly outcome: PayoutOutcome;
}

/** What stays after the payout is a figure only while the payout takes something. */
function Sheet({ sheet, outcome }: SheetProps): ReactNode {
  const { t, money } = useLanguage();
  const words = useLineWords();
  const { currency, from, to, lines, data } = sheet;
  const amount = (of: string): string => money(of, currency);
  return (
    <>
      <Facts
        rows={[
          ...(from === null ? [] : [[t.payouts.from, <Time key="from" at={from} />] as const]),
          [t.payouts.to, <Time key="to" at={to} />],
          [t.payouts.opening, amount(sheet.opening)],
        ]}
      />
      {lines.length > 0 && <LinesTable name={t.payouts.lines} lines={lines} currency={currency} words={words} />}
      <Facts
        rows={[
          [t.payouts.closing, <strong key="closing">{amount(sheet.closing)}</strong>],
          ...(outcome === 'none' ? [] : [[t.payouts.remainings[outcome], amount(sheet.remaining)] as const]),
        ]}
      />
      {data.length > 0 && (
        <details className={css['details']}>
          <summary>{t.payouts.movements}</summary>
          <Movements movements={data} />
        </details>
      )}
    </>
  );
}

function Movements({ movements }: { readonly movements: readonly Movement[] }): ReactNode {
  const { t, money } = useLanguage();
  const columns: readonly Column<Movement>[] = [
    { title: t.balance.type, card: 'lead', cell: ({ type }) => wordFor(t.balance.types, type) },
    { title: t.balance.net, numeric: true, card: 'state', cell: ({ net, currency }) => money(net, currency) },
    { title: t.balance.method, card: 'text', cell: ({ method }) => methodOf(method, t.balance.methods) },
    { title: t.balance.created, card: 'note', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  return <Table name={t.payouts.movements} rows={movements} keyOf={({ id }) => id} columns={columns} />;
}

function methodOf(method: Movement['method'], words: Readonly<Partial<Record<string, string>>>): string {
  return method === null ? '–' : wordFor(words, method);
}
