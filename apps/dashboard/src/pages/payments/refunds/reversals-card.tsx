import type { PaymentIntent, Reversal } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/queries.js';
import { wordFor } from '../../../i18n/api-words.js';
import { useLanguage } from '../../../i18n/language.js';
import type { Column } from '../../../ui/data/table.js';
import { Table } from '../../../ui/data/table.js';
import { Loaded } from '../../../ui/loaded.js';
import { Card } from '../../../ui/page.js';
import { Badge, ShortId, Time } from '../../../ui/values.js';

const MOST_REVERSALS = 100;

/** What the operator has taken back of a payment, newest first; nothing for nearly every payment. */
export function ReversalsCard({ payment }: { readonly payment: PaymentIntent }): ReactNode {
  const { t } = useLanguage();
  const enabled = Number(payment.amountReversed) > 0;
  const input = { path: { id: payment.id }, query: { limit: MOST_REVERSALS } };
  const reversals = useApi('GET /gateway/{id}/reversals', input, { enabled });
  if (!enabled) return null;
  return (
    <Card title={t.refunds.reversals.title}>
      <Loaded query={reversals}>{({ data }) => <ReversalsTable reversals={data} of={payment} />}</Loaded>
    </Card>
  );
}

interface TableProps {
  readonly reversals: readonly Reversal[];
  readonly of: PaymentIntent;
}

function ReversalsTable({ reversals, of }: TableProps): ReactNode {
  const { t, money } = useLanguage();
  const words = t.refunds.reversals;
  const columns: readonly Column<Reversal>[] = [
    {
      title: t.refunds.amount,
      numeric: true,
      card: 'lead',
      cell: ({ amount, currency }) => money(amount, currency, of.currencyExponent),
    },
    {
      title: t.refunds.status,
      card: 'text',
      cell: ({ status }) => (
        <Badge text={wordFor(words.statuses, status)} tone={status === 'RETURNED' ? 'good' : 'bad'} />
      ),
    },
    { title: words.booked, card: 'note', cell: ({ bookedAt }) => <Time at={bookedAt} /> },
    { title: words.returned, card: 'note', cell: ({ returnedAt }) => <Time at={returnedAt} /> },
    { title: words.id, card: 'note', cell: ({ id }) => <ShortId id={id} /> },
  ];
  return <Table name={words.title} rows={reversals} keyOf={({ id }) => id} columns={columns} />;
}
