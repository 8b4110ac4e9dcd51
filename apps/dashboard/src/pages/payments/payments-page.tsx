import type { PaymentIntent } from '@paygate/api-types';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { daysAgo } from '@paygate/paper';
import { useMay } from '../../api/session.js';
import type { PaymentsSearch } from '../../urls/search.js';
import { useLanguage } from '../../i18n/language.js';
import { buttonClass } from '../../ui/button.js';
import controls from '../../ui/controls.module.css';
import { Filters } from '../../ui/data/filters.js';
import { Empty, Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Pager } from '../../ui/data/pager.js';
import type { Column } from '../../ui/data/table.js';
import { rowLink, Table } from '../../ui/data/table.js';
import { CopyId, Money, ShortId, Time } from '../../ui/values.js';
import css from '../../ui/data.module.css';
import { useActiveFilters } from './active-filters.js';
import { ExportButtons } from './export/export-dialog.js';
import { IntentStatus, Payer } from './intent-status.js';
import { PaymentFilters } from './payment-filters.js';
import { usePayments } from './payments-list.js';

const route = getRouteApi('/inside/payments');

/** The payments of the account, newest first; the filters are in the URL, apart from a phone number. */
export function PaymentsPage(): ReactNode {
  const { t } = useLanguage();
  const search = route.useSearch();
  const { after, ...filters } = search;
  const [phone, setPhone] = useState('');
  const forget = (): void => {
    setPhone('');
  };
  const active = useActiveFilters(filters, { text: phone, onClear: forget });
  const payments = usePayments(search, phone);
  const filtersKey = JSON.stringify(filters) + phone;
  return (
    <Page title={t.payments.title} actions={<ExportButtons key={filtersKey} filters={filters} phone={phone} />}>
      <Filters active={active} unknown={search.unknown} presets={<Presets onChoose={forget} />}>
        <PaymentFilters key={filtersKey} search={search} phone={phone} onPhone={setPhone} />
      </Filters>
      <Loaded query={payments}>
        {({ data, nextCursor }) => (
          <>
            {data.length === 0 ? <NoPayments isFiltered={active.length > 0} /> : <PaymentsTable payments={data} />}
            <Pager after={after} next={nextCursor} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** An empty list leads to a first payment. */
function NoPayments({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  const { t } = useLanguage();
  const mayBuild = useMay('api_keys:read');
  const mayLink = useMay('payment_links:write');
  if (isFiltered) return <Empty text={t.payments.emptyFiltered} />;
  return (
    <Empty text={t.payments.empty}>
      <div className={css['pager']}>
        {mayLink && (
          <Link to="/payment-links" className={buttonClass('primary')}>
            {t.links.add}
          </Link>
        )}
        {mayBuild && (
          <Link to="/start" className={buttonClass('plain')}>
            {t.start.title}
          </Link>
        )}
      </div>
    </Empty>
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
    <nav className={controls['chips']} aria-label={t.payments.presets}>
      {presets.map(([text, search]) => (
        <Link
          key={text}
          to="/payments"
          search={search}
          activeOptions={{ exact: true, explicitUndefined: true }}
          className={controls['chip']}
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
    { title: t.payments.amount, numeric: true, card: 'lead', cell: (payment) => <Money of={payment} /> },
    { title: t.payments.customer, card: 'text', cell: (payment) => <Payer of={payment} /> },
    { title: t.payments.status, card: 'state', cell: (payment) => <IntentStatus of={payment} /> },
    { title: t.payments.reference, card: 'text', cell: (payment) => <Purpose of={payment} /> },
    { title: t.payments.created, card: 'note', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      title: t.payments.id,
      card: 'note',
      cell: ({ id }) => (
        <span className={css['id']}>
          <Link to="/payments/$id" params={{ id }} className={rowLink}>
            <ShortId id={id} />
          </Link>
          <CopyId id={id} />
        </span>
      ),
    },
  ];
  return <Table name={t.payments.title} rows={payments} keyOf={({ id }) => id} columns={columns} />;
}

/** The shop's own words for a payment. */
function Purpose({ of: { reference, description } }: { readonly of: PaymentIntent }): ReactNode {
  if (reference === null && description === null) return null;
  return (
    <span className={css['people']}>
      {reference !== null && <span>{reference}</span>}
      {description !== null && <span className={css['small']}>{description}</span>}
    </span>
  );
}
