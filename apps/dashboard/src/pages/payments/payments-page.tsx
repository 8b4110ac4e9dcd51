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
import { Empty } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Listed } from '../../ui/data/listed.js';
import type { Column } from '../../ui/data/table.js';
import { rowLink, Table } from '../../ui/data/table.js';
import { CopyId, Money, ShortId, Time } from '../../ui/values.js';
import css from '../../ui/data.module.css';
import { useActiveFilters } from './active-filters.js';
import { ExportButtons } from './export/export-dialog.js';
import { IntentStatus, Payer } from './intent-status.js';
import type { Order } from './orders.js';
import { ordersOf } from './orders.js';
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
      <Listed query={payments} after={after} empty={<NoPayments isFiltered={active.length > 0} />}>
        {(data) => <PaymentsTable payments={data} />}
      </Listed>
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

/** A line for each order; its other tries are folded into the line. */
function PaymentsTable({ payments }: { readonly payments: readonly PaymentIntent[] }): ReactNode {
  const { t } = useLanguage();
  const columns: readonly Column<Order<PaymentIntent>>[] = [
    { title: t.payments.amount, numeric: true, card: 'lead', cell: ({ payment }) => <Amount of={payment} /> },
    { title: t.payments.customer, card: 'text', cell: ({ payment }) => <Payer of={payment} /> },
    { title: t.payments.status, card: 'state', cell: ({ payment }) => <IntentStatus of={payment} /> },
    { title: t.payments.reference, card: 'text', cell: (order) => <Purpose of={order} /> },
    { title: t.payments.created, card: 'note', cell: ({ payment }) => <Time at={payment.createdAt} /> },
    {
      title: t.payments.id,
      card: 'note',
      cell: ({ payment: { id } }) => (
        <span className={css['id']}>
          <Link to="/payments/$id" params={{ id }} className={rowLink}>
            <ShortId id={id} />
          </Link>
          <CopyId id={id} />
        </span>
      ),
    },
  ];
  const orders = ordersOf(payments);
  return <Table name={t.payments.title} rows={orders} keyOf={({ payment }) => payment.id} columns={columns} />;
}

/** The amount of a payment, and what of it went back. */
function Amount({ of }: { readonly of: PaymentIntent }): ReactNode {
  const { t, money } = useLanguage();
  const { amountRefunded, currency, currencyExponent } = of;
  return (
    <>
      <Money of={of} />
      {amountRefunded !== '0' && (
        <div className={css['small']}>{t.orders.refunded(money(amountRefunded, currency, currencyExponent))}</div>
      )}
    </>
  );
}

/** The shop's own words for an order, and its other tries. */
function Purpose({ of: { payment, others } }: { readonly of: Order<PaymentIntent> }): ReactNode {
  const { reference, description } = payment;
  if (reference === null && description === null && others.length === 0) return null;
  return (
    <span className={css['people']}>
      {reference !== null && <span>{reference}</span>}
      {description !== null && <span className={css['small']}>{description}</span>}
      {others.length > 0 && <OtherTries tries={others} />}
    </span>
  );
}

function OtherTries({ tries }: { readonly tries: readonly PaymentIntent[] }): ReactNode {
  const { t } = useLanguage();
  return (
    <details className={css['details']}>
      <summary>{t.orders.otherTries(tries.length)}</summary>
      <ul className={css['tries']}>
        {tries.map((one) => (
          <li key={one.id}>
            <IntentStatus of={one} />
            <Link to="/payments/$id" params={{ id: one.id }}>
              <Time at={one.createdAt} />
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
