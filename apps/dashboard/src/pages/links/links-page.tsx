import type { PaymentLink } from '@paygate/api-types';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { useLanguage } from '../../i18n/language.js';
import { Empty, Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { CopyButton, Time } from '../../ui/values.js';
import { LinkAmount, LinkStatus } from './link-values.js';
import { NewLink } from './new-link.js';

const route = getRouteApi('/inside/payment-links');

/** The payment links of the account in this mode. */
export function LinksPage(): ReactNode {
  const { t } = useLanguage();
  const { after } = route.useSearch();
  const links = useApi('GET /payment-links', { query: { startingAfter: after } });
  return (
    <Page title={t.links.title} lead={t.links.lead} actions={useMay('payment_links:write') && <NewLink />}>
      <Loaded query={links}>
        {({ data, nextCursor }) => (
          <>
            {data.length === 0 ? <Empty text={t.links.empty} /> : <LinksTable links={data} />}
            <Pager after={after} next={nextCursor} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function LinksTable({ links }: { readonly links: readonly PaymentLink[] }): ReactNode {
  const { t } = useLanguage();
  const columns: readonly Column<PaymentLink>[] = [
    {
      title: t.links.description,
      cell: ({ id, description }) => (
        <Link to="/payment-links/$id" params={{ id }}>
          {description ?? id}
        </Link>
      ),
    },
    { title: t.links.amount, numeric: true, cell: (link) => <LinkAmount of={link} /> },
    { title: t.links.status, cell: ({ status }) => <LinkStatus status={status} /> },
    { title: t.links.payments, numeric: true, cell: ({ payments }) => payments },
    { title: t.links.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { title: t.links.share, cell: ({ id, url }) => url !== null && <CopyButton text={url} label={id} /> },
  ];
  return <Table name={t.links.title} rows={links} keyOf={({ id }) => id} columns={columns} />;
}
