import type { PayoutBatch } from '@paygate/api-types';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/queries.js';
import { useMay } from '../../../api/session.js';
import { useLanguage } from '../../../i18n/language.js';
import { buttonClass } from '../../../ui/button.js';
import { Listed } from '../../../ui/data/listed.js';
import type { Column } from '../../../ui/data/table.js';
import { rowLink, Table } from '../../../ui/data/table.js';
import { Page } from '../../../ui/page.js';
import { Time } from '../../../ui/values.js';
import { PayoutSections } from '../payout-sections.js';
import { BatchStatus } from './batch-status.js';

const route = getRouteApi('/inside/payouts/batches');
const NEWS_EVERY_MS = 5_000;

/** The batches of payouts of the account in this mode, newest first, and the way to a new one. */
export function BatchesPage(): ReactNode {
  const { t } = useLanguage();
  const { after } = route.useSearch();
  const batches = useApi('GET /payout-batches', { query: { startingAfter: after } }, { every: NEWS_EVERY_MS });
  const add = useMay('payouts:write') && (
    <Link to="/payouts/batches/new" className={buttonClass('primary')}>
      {t.batches.add}
    </Link>
  );
  return (
    <Page title={t.batches.title} lead={t.batches.lead} actions={add}>
      <PayoutSections />
      <Listed query={batches} after={after} empty={t.batches.empty}>
        {(data) => <BatchesTable batches={data} />}
      </Listed>
    </Page>
  );
}

function BatchesTable({ batches }: { readonly batches: readonly PayoutBatch[] }): ReactNode {
  const { t, money, count } = useLanguage();
  const columns: readonly Column<PayoutBatch>[] = [
    {
      title: t.batches.name,
      card: 'lead',
      cell: ({ id, name }) => (
        <Link to="/payouts/batches/$id" params={{ id }} className={rowLink}>
          {name}
        </Link>
      ),
    },
    { title: t.batches.status, card: 'state', cell: ({ status }) => <BatchStatus status={status} /> },
    { title: t.batches.rowCount, numeric: true, cell: ({ rowCount }) => count(rowCount) },
    { title: t.batches.total, numeric: true, cell: ({ total, currency }) => money(total, currency) },
    { title: t.batches.created, card: 'note', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  return <Table name={t.batches.title} rows={batches} keyOf={({ id }) => id} columns={columns} />;
}
