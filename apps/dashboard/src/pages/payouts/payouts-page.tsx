import type { Payout } from '@paygate/api-types';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Listed } from '../../ui/data/listed.js';
import type { Column } from '../../ui/data/table.js';
import { rowLink, Table } from '../../ui/data/table.js';
import { Page } from '../../ui/page.js';
import { Time } from '../../ui/values.js';
import { PayoutSections } from './payout-sections.js';
import { outcomeOf } from './payout-outcome.js';
import { PayoutStatus, Recipient } from './payout-status.js';
import { RequestPayout } from './request-payout.js';

const route = getRouteApi('/inside/payouts');
const NEWS_EVERY_MS = 5_000;

/** The payouts of the account in this mode, newest first, and the way to request one. */
export function PayoutsPage(): ReactNode {
  const { t } = useLanguage();
  const { after } = route.useSearch();
  const payouts = useApi('GET /payouts', { query: { startingAfter: after } }, { every: NEWS_EVERY_MS });
  return (
    <Page title={t.payouts.title} lead={t.payouts.lead} actions={useMay('payouts:write') && <RequestPayout />}>
      <PayoutSections />
      <Listed query={payouts} after={after} empty={t.payouts.empty}>
        {(data) => <PayoutsTable payouts={data} />}
      </Listed>
    </Page>
  );
}

function PayoutsTable({ payouts }: { readonly payouts: readonly Payout[] }): ReactNode {
  const { t, money } = useLanguage();
  const columns: readonly Column<Payout>[] = [
    {
      title: t.payouts.amount,
      numeric: true,
      card: 'lead',
      cell: ({ id, amount, currency }) => (
        <Link to="/payouts/$id" params={{ id }} className={rowLink}>
          {money(amount, currency)}
        </Link>
      ),
    },
    { title: t.payouts.status, card: 'state', cell: ({ status }) => <PayoutStatus status={status} /> },
    { title: t.payouts.destination, card: 'text', cell: (payout) => <Recipient of={payout} /> },
    {
      title: t.payouts.fee,
      numeric: true,
      cell: (payout) => (outcomeOf(payout) === 'none' ? '–' : money(payout.fee, payout.currency)),
    },
    {
      title: t.payouts.net,
      numeric: true,
      cell: (payout) => (outcomeOf(payout) === 'none' ? '–' : money(payout.net, payout.currency)),
    },
    { title: t.payouts.source, card: 'none', cell: ({ source }) => wordFor(t.payouts.sources, source) },
    { title: t.payouts.created, card: 'note', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  return <Table name={t.payouts.title} rows={payouts} keyOf={({ id }) => id} columns={columns} />;
}
