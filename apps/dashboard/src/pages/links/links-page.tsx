import type { PaymentLink } from '@paygate/api-types';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { useLanguage } from '../../i18n/language.js';
import { Page } from '../../ui/page.js';
import { Listed } from '../../ui/data/listed.js';
import type { Column } from '../../ui/data/table.js';
import { rowLink, Table } from '../../ui/data/table.js';
import { CopyButton, Time } from '../../ui/values.js';
import { LinkAmount, LinkStatus } from './link-values.js';
import { NewLink } from './new-link.js';

const NEWS_EVERY_MS = 10_000;
const route = getRouteApi('/inside/payment-links');

/** The payment links of the account in this mode. */
export function LinksPage(): ReactNode {
  const { t } = useLanguage();
  const { after } = route.useSearch();
  const links = useApi('GET /payment-links', { query: { startingAfter: after } }, { every: NEWS_EVERY_MS });
  return (
    <Page title={t.links.title} lead={t.links.lead} actions={useMay('payment_links:write') && <NewLink />}>
      <Listed query={links} after={after} empty={t.links.empty}>
        {(data) => <LinksTable links={data} />}
      </Listed>
    </Page>
  );
}

function LinksTable({ links }: { readonly links: readonly PaymentLink[] }): ReactNode {
  const { t } = useLanguage();
  const columns: readonly Column<PaymentLink>[] = [
    {
      title: t.links.description,
      card: 'text',
      cell: ({ id, description }) => (
        <Link to="/payment-links/$id" params={{ id }} className={rowLink}>
          {description ?? id}
        </Link>
      ),
    },
    { title: t.links.amount, numeric: true, card: 'lead', cell: (link) => <LinkAmount of={link} /> },
    { title: t.links.status, card: 'state', cell: ({ status }) => <LinkStatus status={status} /> },
    { title: t.links.payments, numeric: true, cell: ({ payments }) => payments },
    { title: t.links.created, card: 'note', cell: ({ createdAt }) => <Time at={createdAt} /> },
    { title: t.links.share, card: 'text', cell: ({ id, url }) => url !== null && <CopyButton text={url} label={id} /> },
  ];
  return <Table name={t.links.title} rows={links} keyOf={({ id }) => id} columns={columns} />;
}
