import type { PaymentIntent } from '@paygate/api-types';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { PaymentsSearch } from '../../urls/search.js';
import { daysAgo } from '../../urls/search.js';
import { useLanguage } from '../../i18n/language.js';
import { buttonClass } from '../../ui/button.js';
import css from '../../ui/data.module.css';
import { Empty, Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { Money, Time } from '../../ui/values.js';
import { ExportButton } from './export/export-dialog.js';
import { IntentStatus, Method } from './intent-status.js';
import { PaymentFilters } from './payment-filters.js';
import { usePayments } from './payments-list.js';

const route = getRouteApi('/inside/payments');

/** The payments of the account, newest first; the filters are in the URL, apart from a phone number. */
export function PaymentsPage(): ReactNode {
  const { t } = useLanguage();
  const search = route.useSearch();
  const { after, ...filters } = search;
  const [phone, setPhone] = useState('');
  const isFiltered = phone !== '' || Object.values(filters).some((value) => value !== undefined);
  const payments = usePayments(search, phone);
  const filtersKey = JSON.stringify(filters);
  return (
    <Page title={t.payments.title} actions={<ExportButton key={filtersKey + phone} filters={filters} phone={phone} />}>
      <Presets
        onChoose={() => {
          setPhone('');
        }}
      />
      <PaymentFilters key={filtersKey} search={search} phone={phone} onPhone={setPhone} />
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
