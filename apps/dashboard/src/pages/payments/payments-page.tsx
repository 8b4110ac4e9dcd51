import type { PaymentIntent } from '@paygate/api-types';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { QueryOf } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import type { PaymentsSearch } from '../../urls/search.js';
import { daysAgo, startOf } from '../../urls/search.js';
import { useLanguage } from '../../i18n/language.js';
import { buttonClass } from '../../ui/button.js';
import css from '../../ui/data.module.css';
import { Empty, Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { Money, Time } from '../../ui/values.js';
import { IntentStatus, Method } from './intent-status.js';
import { PaymentFilters } from './payment-filters.js';

const route = getRouteApi('/inside/payments');

/** The payments of the account, newest first; the filters are in the URL, apart from a phone number. */
export function PaymentsPage(): ReactNode {
  const { t } = useLanguage();
  const search = route.useSearch();
  const { after, ...filters } = search;
  const [phone, setPhone] = useState('');
  const isFiltered = phone !== '' || Object.values(filters).some((value) => value !== undefined);
  const payments = usePayments(search, phone);
  return (
    <Page title={t.payments.title}>
      <Presets
        onChoose={() => {
          setPhone('');
        }}
      />
      <PaymentFilters key={JSON.stringify(filters)} search={search} phone={phone} onPhone={setPhone} />
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

/** Filters of every day, one press away. */
function Presets({ onChoose }: { readonly onChoose: () => void }): ReactNode {
  const { t } = useLanguage();
  const presets: readonly (readonly [string, PaymentsSearch])[] = [
    [t.list.all, {}],
    [t.intentStatus.COMPLETED ?? '', { status: ['COMPLETED'] }],
    [t.intentStatus.FAILED ?? '', { status: ['FAILED'] }],
    [t.payments.openOnes, { status: ['PENDING', 'REQUIRES_ACTION', 'PROCESSING'] }],
    [t.payments.periods.today, { from: daysAgo(0) }],
  ];
  return (
    <nav className={css['pager']} aria-label={t.payments.presets}>
      {presets.map(([text, search]) => (
        <Link
          key={text}
          to="/payments"
          search={search}
          activeOptions={{ exact: true, explicitUndefined: true }}
          className={buttonClass('plain')}
          onClick={onChoose}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}

/** The payments that the filters leave. A phone number is searched for by a POST, so that no URL holds it. */
function usePayments(search: PaymentsSearch, phone: string) {
  const filters = filtersOf(search);
  const query = { ...filters, q: search.q };
  const listed = useApi('GET /gateway', { query }, { enabled: phone === '' });
  const body = { ...filters, phoneNumber: phone };
  const found = useApi('POST /gateway/search', { body }, { enabled: phone !== '' });
  return phone === '' ? listed : found;
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

type Filters = Pick<
  QueryOf<'GET /gateway'>,
  'status' | 'amountFrom' | 'amountTo' | 'createdFrom' | 'createdTo' | 'startingAfter'
>;

/** The filters of the URL that both lists take. */
function filtersOf({ status, from, to, ...search }: PaymentsSearch): Filters {
  return {
    status: status === undefined ? undefined : [...status],
    amountFrom: search.amountFrom,
    amountTo: search.amountTo,
    createdFrom: startOf(from),
    createdTo: startOf(to, 1),
    startingAfter: search.after,
  };
}
