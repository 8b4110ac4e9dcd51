import type { PaymentIntent, Refund } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/queries.js';
import { useMay } from '../../../api/session.js';
import { wordFor } from '../../../i18n/api-words.js';
import { useLanguage } from '../../../i18n/language.js';
import { Loaded } from '../../../ui/loaded.js';
import { Card } from '../../../ui/page.js';
import type { Column } from '../../../ui/data/table.js';
import { Table } from '../../../ui/data/table.js';
import type { Tone } from '../../../ui/values.js';
import { Badge, OperatorNumber, ShortId, Time } from '../../../ui/values.js';
import { MOST_REFUNDS } from './refundable.js';

const tones: Readonly<Record<string, Tone>> = { PENDING: 'wait', COMPLETED: 'good', FAILED: 'bad' };

interface RefundsProps {
  readonly payment: PaymentIntent;
  /** Milliseconds between two readings. */
  readonly every: number;
}

/** The refunds of a payment that can have some, newest first. */
export function RefundsCard({ payment, every }: RefundsProps): ReactNode {
  const { t } = useLanguage();
  const enabled = useMay('refunds:read') && payment.status === 'COMPLETED';
  const input = { path: { id: payment.id }, query: { limit: MOST_REFUNDS } };
  const refunds = useApi('GET /gateway/{id}/refunds', input, { every, enabled });
  if (!enabled) return null;
  return (
    <Card title={t.refunds.title}>
      <Loaded query={refunds}>
        {({ data }) => (data.length === 0 ? <p>{t.refunds.empty}</p> : <RefundsTable refunds={data} of={payment} />)}
      </Loaded>
    </Card>
  );
}

function RefundsTable({ refunds, of }: { readonly refunds: readonly Refund[]; readonly of: PaymentIntent }): ReactNode {
  const { t, money } = useLanguage();
  const columns: readonly Column<Refund>[] = [
    {
      title: t.refunds.amount,
      numeric: true,
      card: 'lead',
      cell: ({ amount, currency }) => money(amount, currency, of.currencyExponent),
    },
    { title: t.refunds.status, card: 'text', cell: (refund) => <RefundStatus of={refund} /> },
    { title: t.refunds.reason, cell: ({ reason }) => reason ?? '–' },
    { title: t.operatorNumber.title, cell: ({ providerReference }) => <OperatorNumber of={providerReference} /> },
    { title: t.refunds.created, card: 'note', cell: ({ createdAt }) => <Time at={createdAt} /> },
    { title: t.refunds.id, card: 'note', cell: ({ id }) => <ShortId id={id} /> },
  ];
  return <Table name={t.refunds.title} rows={refunds} keyOf={({ id }) => id} columns={columns} />;
}

/** The status in words, with how far it has come, or why it failed. */
function RefundStatus({ of: { status, transmission, failure } }: { readonly of: Refund }): ReactNode {
  const { t } = useLanguage();
  const detail =
    failure === null
      ? transmission !== null && wordFor(t.refunds.transmissions, transmission)
      : wordFor(t.failure, failure.code);
  return (
    <>
      <Badge text={wordFor(t.refunds.statuses, status)} tone={tones[status] ?? 'plain'} /> {detail}
    </>
  );
}
