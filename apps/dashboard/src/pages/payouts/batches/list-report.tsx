import type { ReactNode } from 'react';
import { useLanguage } from '../../../i18n/language.js';
import type { Column } from '../../../ui/data/table.js';
import { Table } from '../../../ui/data/table.js';
import { Card } from '../../../ui/page.js';
import { refusalText } from './refusal-text.js';
import type { Refusal } from '../../../lists/refusal.js';
import type { ReadList } from '../../../lists/read-list.js';

/** Refusals that are shown at once. */
const SHOWN = 100;
const CURRENCY = 'XAF';

/** The report of a file: its sum, its faults by row and column, and the columns that are not read. */
export function ListReport({ list }: { readonly list: ReadList }): ReactNode {
  const { t, money, count } = useLanguage();
  const { rows, refusals, unpaid, unreadColumns, otherSheets } = list;
  const sum = rows.reduce((before, { amount }) => before + BigInt(amount), 0n);
  return (
    <Card title={t.batches.rows}>
      <div role="status">
        {rows.length > 0 && <p>{t.batches.readable(count(rows.length), money(sum.toString(), CURRENCY))}</p>}
        {refusals.length > 0 && <p>{t.batches.wrong(count(refusals.length))}</p>}
      </div>
      {refusals.length > 0 && <Refusals refusals={refusals} />}
      {unreadColumns.length > 0 && <p>{t.batches.unread(unreadColumns.join(', '))}</p>}
      {otherSheets.length > 0 && <p>{t.batches.otherSheets(otherSheets.join(', '))}</p>}
      {unpaid.length > 0 && <p>{t.batches.unpaid(unpaid.join(', '))}</p>}
    </Card>
  );
}

function Refusals({ refusals }: { readonly refusals: readonly Refusal[] }): ReactNode {
  const { t, count } = useLanguage();
  const texts = refusals.slice(0, SHOWN).map((refusal, index) => ({ key: String(index), ...refusalText(refusal, t) }));
  const columns: readonly Column<(typeof texts)[number]>[] = [
    { title: t.batches.where, card: 'lead', cell: ({ where }) => where || t.batches.file },
    { title: t.batches.what, card: 'text', cell: ({ what }) => what },
  ];
  return (
    <>
      <Table name={t.batches.wrongTitle} rows={texts} keyOf={({ key }) => key} columns={columns} />
      {refusals.length > SHOWN && <p>{t.batches.more(count(refusals.length - SHOWN))}</p>}
    </>
  );
}
