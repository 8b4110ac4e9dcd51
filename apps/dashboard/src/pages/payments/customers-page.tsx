import type { Customer } from '@paygate/api-types';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import css from '../../ui/data.module.css';
import { Empty, Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Pager } from '../../ui/data/pager.js';
import type { Column } from '../../ui/data/table.js';
import { rowLink, Table } from '../../ui/data/table.js';
import { CopyId, ShortId, Time } from '../../ui/values.js';

const NEWS_EVERY_MS = 30_000;
const route = getRouteApi('/inside/customers');

/** The users who have paid the account in this mode, and how much. */
export function CustomersPage(): ReactNode {
  const { t } = useLanguage();
  const { after } = route.useSearch();
  const customers = useApi('GET /customers', { query: { startingAfter: after } }, { every: NEWS_EVERY_MS });
  return (
    <Page title={t.customers.title} lead={t.customers.lead}>
      <Loaded query={customers}>
        {({ data, nextCursor }) => (
          <>
            {data.length === 0 ? <Empty text={t.customers.empty} /> : <CustomersTable customers={data} />}
            <Pager after={after} next={nextCursor} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function CustomersTable({ customers }: { readonly customers: readonly Customer[] }): ReactNode {
  const { t } = useLanguage();
  const columns: readonly Column<Customer>[] = [
    {
      title: t.customers.customer,
      card: 'text',
      cell: ({ userId }) => (
        <span className={css['id']}>
          <Link to="/payments" search={{ userId }} className={rowLink}>
            <ShortId id={userId} />
          </Link>
          <CopyId id={userId} />
        </span>
      ),
    },
    { title: t.customers.payments, numeric: true, cell: (customer) => <Count of={customer} /> },
    { title: t.customers.paid, numeric: true, card: 'lead', cell: ({ totals }) => <Totals of={totals} /> },
    { title: t.customers.first, cell: ({ firstPaymentAt }) => <Time at={firstPaymentAt} /> },
    { title: t.customers.last, cell: ({ lastPaymentAt }) => <Time at={lastPaymentAt} /> },
  ];
  return <Table name={t.customers.title} rows={customers} keyOf={({ userId }) => userId} columns={columns} />;
}

/** The payments that the numbers are of, for a customer with more of them than the API counts. */
function Count({ of }: { readonly of: Customer }): ReactNode {
  const { t, count } = useLanguage();
  return of.isCut ? t.customers.newest(count(of.payments)) : count(of.payments);
}

function Totals({ of }: { readonly of: Customer['totals'] }): ReactNode {
  const { t, money } = useLanguage();
  return of.map(({ currency, amount, amountRefunded = '0' }) => (
    <div key={currency}>
      <span className={css['nowrap']}>{money(amount, currency)}</span>
      {amountRefunded !== '0' && (
        <div className={css['small']}>{t.customers.refunded(money(amountRefunded, currency))}</div>
      )}
    </div>
  ));
}
