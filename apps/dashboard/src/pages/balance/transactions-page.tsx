import type { BalanceTransaction } from '@paygate/api-types';
import { lastMonths, monthText, spanOfMonth } from '@paygate/paper';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Select } from '../../ui/form.js';
import { Card, Facts, Figure, Page } from '../../ui/page.js';
import { Listed } from '../../ui/data/listed.js';
import type { Column } from '../../ui/data/table.js';
import { rowLink, Table } from '../../ui/data/table.js';
import { ShortId, Time } from '../../ui/values.js';

const route = getRouteApi('/inside/balance/transactions');
const MONTHS = 24;

/** Every movement of the balance in a month, newest first, and what they add up to. */
export function TransactionsPage(): ReactNode {
  const { t, language } = useLanguage();
  const navigate = useNavigate();
  const months = lastMonths(new Date(), MONTHS);
  const { after, month = months[0] ?? '' } = route.useSearch();
  const { from, to } = spanOfMonth(month);
  const query = { createdFrom: from, createdTo: to, startingAfter: after };
  const transactions = useApi('GET /balance/transactions', { query });
  return (
    <Page title={t.balance.transactions}>
      <Select
        label={t.balance.month}
        name="month"
        value={month}
        onChange={(event) => {
          void navigate({ to: '/balance/transactions', search: { month: event.target.value } });
        }}
        options={months.map((one) => [one, monthText(one, language)] as const)}
      />
      <MonthTotals month={month} />
      <Listed query={transactions} after={after} empty={t.balance.noTransactions}>
        {(data) => <TransactionsTable transactions={data} />}
      </Listed>
    </Page>
  );
}

/** Opening and closing balance of the month, and the sums of its transactions. */
function MonthTotals({ month }: { readonly month: string }): ReactNode {
  const { t, language, money } = useLanguage();
  const summary = useApi('GET /balance/summary', { query: { month } });
  if (summary.data === undefined || summary.data.data.length === 0) return null;
  const { currency, opening, closing, data } = summary.data;
  const fees = data.reduce((sum, { fee }) => sum + BigInt(fee), 0n);
  const net = data.reduce((sum, line) => sum + BigInt(line.net), 0n);
  return (
    <Card title={monthText(month, language)}>
      <Figure name={t.balance.closing} value={money(closing, currency)} />
      <Facts
        rows={[
          [t.balance.opening, money(opening, currency)],
          [t.balance.fee, money(fees.toString(), currency)],
          [t.balance.net, money(net.toString(), currency)],
        ]}
      />
    </Card>
  );
}

function TransactionsTable({ transactions }: { readonly transactions: readonly BalanceTransaction[] }): ReactNode {
  const { t, money } = useLanguage();
  const columns: readonly Column<BalanceTransaction>[] = [
    { title: t.balance.created, card: 'note', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      title: t.balance.type,
      card: 'state',
      cell: ({ type, description }) => [wordFor(t.balance.types, type), description].filter(Boolean).join(': '),
    },
    {
      title: t.balance.method,
      card: 'text',
      cell: ({ method }) => (method === null ? null : wordFor(t.balance.methods, method)),
    },
    { title: t.balance.gross, numeric: true, cell: ({ gross, currency }) => money(gross, currency) },
    { title: t.balance.fee, numeric: true, cell: ({ fee, currency }) => money(fee, currency) },
    { title: t.balance.net, numeric: true, card: 'lead', cell: ({ net, currency }) => money(net, currency) },
    { title: t.balance.availableAt, cell: ({ availableAt }) => <Time at={availableAt} /> },
    { title: t.balance.payment, card: 'note', cell: (transaction) => <Payment of={transaction} /> },
  ];
  return <Table name={t.balance.transactions} rows={transactions} keyOf={({ id }) => id} columns={columns} />;
}

function Payment({ of: { paymentIntentId: id } }: { readonly of: BalanceTransaction }): ReactNode {
  if (id === null) return null;
  return (
    <Link to="/payments/$id" params={{ id }} className={rowLink}>
      <ShortId id={id} />
    </Link>
  );
}
