import type { PaymentIntent } from '@paygate/api-types';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { QueryOf } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import type { PaymentsSearch } from '../../urls/search.js';
import { startOf } from '../../urls/search.js';
import { useLanguage } from '../../i18n/language.js';
import { Empty, Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { Money, Time } from '../../ui/values.js';
import { IntentStatus, Method } from './intent-status.js';
import { PaymentFilters } from './payment-filters.js';

const route = getRouteApi('/inside/payments');

/** The payments of the account, newest first; the filters are in the URL. */
export function PaymentsPage(): ReactNode {
  const { t } = useLanguage();
  const search = route.useSearch();
  const { after, ...filters } = search;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const payments = useApi('GET /gateway', { query: queryOf(search) });
  return (
    <Page title={t.payments.title}>
      <PaymentFilters key={JSON.stringify(filters)} search={search} />
      <Loaded query={payments}>
        {({ data, nextCursor }) => (
          <>
            {data.length === 0 ? (
              <Empty text={isFiltered ? t.payments.emptyFiltered : t.payments.empty} />
            ) : (
              <PaymentsTable payments={data} />
            )}
            <Pager after={after} next={nextCursor} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function PaymentsTable({ payments }: { readonly payments: readonly PaymentIntent[] }): ReactNode {
  const { t } = useLanguage();
  const columns: readonly Column<PaymentIntent>[] = [
    {
      title: t.payments.id,
      cell: ({ id }) => (
        <Link to="/payments/$id" params={{ id }}>
          <code>{id}</code>
        </Link>
      ),
    },
    { title: t.payments.amount, numeric: true, cell: (payment) => <Money of={payment} /> },
    { title: t.payments.status, cell: ({ status }) => <IntentStatus status={status} /> },
    { title: t.payments.method, cell: ({ paymentMethod }) => <Method of={paymentMethod} /> },
    { title: t.payments.reference, cell: ({ reference }) => reference ?? '–' },
    { title: t.payments.description, cell: ({ description }) => description ?? '–' },
    { title: t.payments.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  return <Table name={t.payments.title} rows={payments} keyOf={({ id }) => id} columns={columns} />;
}

/** The filters of the URL as the API takes them. */
function queryOf({ metadataKey, metadataValue, from, to, ...search }: PaymentsSearch): QueryOf<'GET /gateway'> {
  return {
    status: search.status === undefined ? undefined : [search.status],
    reference: search.reference,
    metadata: metadataKey === undefined ? undefined : { [metadataKey]: metadataValue ?? '' },
    createdFrom: startOf(from),
    createdTo: startOf(to, 1),
    startingAfter: search.after,
  };
}
