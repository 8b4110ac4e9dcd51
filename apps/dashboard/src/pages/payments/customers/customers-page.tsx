import type { Customer, Guest } from '@paygate/api-types';
import { maskedText } from '@paygate/typed-input';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/queries.js';
import { wordFor } from '../../../i18n/api-words.js';
import { useLanguage } from '../../../i18n/language.js';
import controls from '../../../ui/controls.module.css';
import css from '../../../ui/data.module.css';
import { Page } from '../../../ui/page.js';
import { Listed } from '../../../ui/data/listed.js';
import type { Column } from '../../../ui/data/table.js';
import { rowLink, Table } from '../../../ui/data/table.js';
import { CopyId, ShortId, Time } from '../../../ui/values.js';
import { customerKinds } from '../../../urls/search.js';

const NEWS_EVERY_MS = 30_000;
const route = getRouteApi('/inside/customers');

/** Payers of the account in this mode, with their sums: most customers have no account. */
export function CustomersPage(): ReactNode {
  const { t } = useLanguage();
  const { of = 'guests', after } = route.useSearch();
  return (
    <Page title={t.customers.title} lead={t.customers.leads[of]}>
      <nav className={controls['chips']} aria-label={t.customers.choose}>
        {customerKinds.map((kind) => (
          <Link
            key={kind}
            to="/customers"
            search={{ of: kind }}
            className={controls['chip']}
            aria-current={kind === of ? 'page' : undefined}
          >
            {t.customers.kinds[kind]}
          </Link>
        ))}
      </nav>
      {of === 'guests' ? <Guests after={after} /> : <Users after={after} />}
    </Page>
  );
}

interface ListProps {
  readonly after: string | undefined;
}

function Guests({ after }: ListProps): ReactNode {
  const { t } = useLanguage();
  const guests = useApi('GET /customers/guests', { query: { startingAfter: after } }, { every: NEWS_EVERY_MS });
  const who: Column<Guest> = {
    title: t.customers.customer,
    card: 'text',
    cell: ({ id, phoneMasked, operator }) => (
      <span className={css['people']}>
        <Link to="/payments" search={{ customerId: id }} className={rowLink}>
          {maskedText(phoneMasked)}
        </Link>
        <span className={css['small']}>{wordFor(t.operator, operator)}</span>
      </span>
    ),
  };
  // a page looks through a limited number of payments
  const noGuests = guests.data?.nextCursor === null ? t.customers.empty.guests : t.customers.emptyPage;
  return (
    <Listed query={guests} after={after} empty={noGuests}>
      {(data) => <PaidTable rows={data} who={who} keyOf={({ id }) => id} />}
    </Listed>
  );
}

function Users({ after }: ListProps): ReactNode {
  const { t } = useLanguage();
  const customers = useApi('GET /customers', { query: { startingAfter: after } }, { every: NEWS_EVERY_MS });
  const who: Column<Customer> = {
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
  };
  return (
    <Listed query={customers} after={after} empty={t.customers.empty.accounts}>
      {(data) => <PaidTable rows={data} who={who} keyOf={({ userId }) => userId} />}
    </Listed>
  );
}

type Paid = Pick<Customer, 'payments' | 'totals' | 'firstPaymentAt' | 'lastPaymentAt' | 'isCut'>;

interface PaidTableProps<Row extends Paid> {
  readonly rows: readonly Row[];
  readonly who: Column<Row>;
  readonly keyOf: (row: Row) => string;
}

/** Customers, with what they have paid. */
function PaidTable<Row extends Paid>({ rows, who, keyOf }: PaidTableProps<Row>): ReactNode {
  const { t } = useLanguage();
  const columns: readonly Column<Row>[] = [
    who,
    { title: t.customers.payments, numeric: true, cell: (customer) => <Count of={customer} /> },
    { title: t.customers.paid, numeric: true, card: 'lead', cell: ({ totals }) => <Totals of={totals} /> },
    { title: t.customers.first, cell: ({ firstPaymentAt }) => <Time at={firstPaymentAt} /> },
    { title: t.customers.last, cell: ({ lastPaymentAt }) => <Time at={lastPaymentAt} /> },
  ];
  return <Table name={t.customers.title} rows={rows} keyOf={keyOf} columns={columns} />;
}

/** The payments that the numbers are of, for a customer with more of them than the API counts. */
function Count({ of }: { readonly of: Paid }): ReactNode {
  const { t, count } = useLanguage();
  return of.isCut ? t.customers.newest(count(of.payments)) : count(of.payments);
}

function Totals({ of }: { readonly of: Paid['totals'] }): ReactNode {
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
