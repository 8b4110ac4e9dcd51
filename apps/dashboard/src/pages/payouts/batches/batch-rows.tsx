import type { PayoutBatchRow } from '@paygate/api-types';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/queries.js';
import { wordFor } from '../../../i18n/api-words.js';
import { useLanguage } from '../../../i18n/language.js';
import { Listed } from '../../../ui/data/listed.js';
import type { Column } from '../../../ui/data/table.js';
import { Table } from '../../../ui/data/table.js';
import { Loaded } from '../../../ui/loaded.js';
import { Card } from '../../../ui/page.js';
import { PayoutStatus } from '../payout-status.js';
import { RowRecipient } from './batch-status.js';

const LARGEST = 10;

interface BatchRowsProps {
  readonly id: string;
  readonly currency: string;
  readonly after: string | undefined;
  /** Milliseconds between two readings. */
  readonly every: number;
}

/** The rows of a batch, a page of them. */
export function BatchRows({ id, currency, after, every }: BatchRowsProps): ReactNode {
  const { t } = useLanguage();
  const input = { path: { id }, query: { startingAfter: after, limit: 50 } };
  const rows = useApi('GET /payout-batches/{id}/rows', input, { every });
  return (
    <Card title={t.batches.rows}>
      <Listed query={rows} after={after} empty={t.batches.refusals.file_empty}>
        {(data) => <RowsTable name={t.batches.rows} rows={data} currency={currency} />}
      </Listed>
    </Card>
  );
}

/** The rows with the largest amounts. */
export function LargestRows({ id, currency }: Pick<BatchRowsProps, 'id' | 'currency'>): ReactNode {
  const { t } = useLanguage();
  const query = { order: 'largest', limit: LARGEST } as const;
  const rows = useApi('GET /payout-batches/{id}/rows', { path: { id }, query });
  return (
    <Loaded query={rows}>
      {({ data }) => <RowsTable name={t.batches.largest} rows={data} currency={currency} isShort />}
    </Loaded>
  );
}

interface TableProps {
  readonly name: string;
  readonly rows: readonly PayoutBatchRow[];
  readonly currency: string;
  /** For a dialog: who gets what, and nothing else. */
  readonly isShort?: boolean;
}

/** Rows with what there is to say of them: a column that would be empty is left out. */
function RowsTable({ name, rows, currency, isShort = false }: TableProps): ReactNode {
  const { t, money } = useLanguage();
  const columns: readonly Column<PayoutBatchRow>[] = [
    { title: t.batches.number, card: 'none', numeric: true, cell: ({ number }) => number },
    { title: t.batches.recipient, card: 'lead', cell: (row) => <RowRecipient of={row} /> },
    { title: t.payouts.amount, numeric: true, card: 'state', cell: ({ amount }) => money(amount, currency) },
  ];
  const more: readonly (Column<PayoutBatchRow> & { readonly isFor: (row: PayoutBatchRow) => boolean })[] = [
    {
      title: t.batches.nameCheck,
      cell: ({ nameCheck }) => (nameCheck === null ? '–' : wordFor(t.batches.nameChecks, nameCheck)),
      isFor: ({ nameCheck }) => nameCheck !== null,
    },
    {
      title: t.batches.reference,
      card: 'none',
      cell: ({ reference }) => reference ?? '–',
      isFor: ({ reference }) => reference !== null,
    },
    {
      title: t.batches.status,
      cell: ({ status, payoutId: id }) =>
        status === null || id === null ? (
          '–'
        ) : (
          <Link to="/payouts/$id" params={{ id }}>
            <PayoutStatus status={status} />
          </Link>
        ),
      isFor: ({ status }) => status !== null,
    },
    {
      title: t.batches.notes,
      card: 'text',
      cell: (row) => <Notes row={row} />,
      isFor: (row) => row.faults.length + row.warnings.length > 0 || row.failure !== null || waitsUntil(row) !== null,
    },
  ];
  const shown = isShort ? columns : [...columns, ...more.filter(({ isFor }) => rows.some(isFor))];
  return <Table name={name} rows={rows} keyOf={({ number }) => String(number)} columns={shown} />;
}

/** The faults and warnings of a row, and the reason why it was not paid. */
function Notes({ row }: { readonly row: PayoutBatchRow }): ReactNode {
  const { t, moment } = useLanguage();
  const until = waitsUntil(row);
  return [
    ...row.faults.map((fault) => wordFor(t.batches.faults, fault)),
    ...row.warnings.map((warning) => wordFor(t.batches.warnings, warning)),
    ...(row.failure === null ? [] : [wordFor(t.payouts.failures, row.failure.code)]),
    ...(until === null ? [] : [t.batches.usableFrom(moment(until))]),
  ].join('. ');
}

/** The time from which a row that was not sent yet can be; null when nothing keeps it. */
function waitsUntil({ status, usableAt }: PayoutBatchRow): string | null {
  return status === 'PENDING' && usableAt !== null && Date.parse(usableAt) > Date.now() ? usableAt : null;
}
