import type { WebhookEndpoint } from '@paygate/api-types';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { useLanguage } from '../../i18n/language.js';
import { Page } from '../../ui/page.js';
import { Listed } from '../../ui/data/listed.js';
import type { Column } from '../../ui/data/table.js';
import { rowLink, Table } from '../../ui/data/table.js';
import { Time } from '../../ui/values.js';
import { EndpointStatus } from './endpoint-status.js';
import { NewEndpoint } from './new-endpoint.js';

const NEWS_EVERY_MS = 10_000;

/** The webhook endpoints of the account. */
export function WebhooksPage(): ReactNode {
  const { t } = useLanguage();
  const endpoints = useApi('GET /webhook-endpoints', {}, { every: NEWS_EVERY_MS });
  return (
    <Page
      title={t.webhooks.title}
      lead={t.webhooks.lead}
      actions={useMay('webhook_endpoints:write') && <NewEndpoint />}
    >
      <Listed query={endpoints} empty={t.webhooks.empty}>
        {(data) => <EndpointsTable endpoints={data} />}
      </Listed>
    </Page>
  );
}

function EndpointsTable({ endpoints }: { readonly endpoints: readonly WebhookEndpoint[] }): ReactNode {
  const { t } = useLanguage();
  const columns: readonly Column<WebhookEndpoint>[] = [
    {
      title: t.webhooks.url,
      card: 'text',
      cell: ({ id, url }) => (
        <Link to="/webhooks/$id" params={{ id }} className={rowLink}>
          {url}
        </Link>
      ),
    },
    { title: t.webhooks.description, card: 'text', cell: ({ description }) => description ?? '' },
    { title: t.webhooks.events, cell: ({ events }) => events.join(', ') },
    { title: t.webhooks.status, card: 'lead', cell: ({ status }) => <EndpointStatus status={status} /> },
    { title: t.webhooks.created, card: 'note', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  return <Table name={t.webhooks.title} rows={endpoints} keyOf={({ id }) => id} columns={columns} />;
}
