import type { WebhookEndpoint } from '@paygate/api-types';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { deliveryStatuses } from '../../urls/search.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import css from '../../ui/data.module.css';
import { Select } from '../../ui/form.js';
import { Empty, Loaded } from '../../ui/loaded.js';
import { Card, Facts, Page } from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/values.js';
import { DeliveriesTable } from '../events/event-deliveries.js';
import { EndpointActions } from './endpoint-actions.js';
import { EndpointStatus } from './endpoint-status.js';

const route = getRouteApi('/inside/webhooks/$id');
const DELIVERIES_EVERY_MS = 5_000;

/** One endpoint: what it receives, its secrets and its deliveries. */
export function WebhookPage(): ReactNode {
  const { t } = useLanguage();
  const { id } = route.useParams();
  const mayWrite = useMay('webhook_endpoints:write');
  const endpoint = useApi('GET /webhook-endpoints/{id}', { path: { id } });
  return (
    <Page title={`${t.webhooks.one} ${id}`}>
      <Loaded query={endpoint}>
        {(found) => (
          <>
            {mayWrite && <EndpointActions endpoint={found} />}
            <Details endpoint={found} />
            <Card title={t.webhooks.secrets}>
              <Secrets secrets={found.secrets} />
            </Card>
          </>
        )}
      </Loaded>
      {useMay('events:read') && <Deliveries id={id} />}
    </Page>
  );
}

function Details({ endpoint }: { readonly endpoint: WebhookEndpoint }): ReactNode {
  const { t } = useLanguage();
  const { disabledReason } = endpoint;
  return (
    <Card title={t.payment.facts}>
      <Facts
        rows={[
          [t.webhooks.url, endpoint.url],
          [t.webhooks.status, <EndpointStatus key="status" status={endpoint.status} />],
          ...(disabledReason === null
            ? []
            : [[t.webhooks.disabledReason, wordFor(t.disabledReason, disabledReason)] as const]),
          [t.webhooks.description, endpoint.description ?? '–'],
          [t.webhooks.events, endpoint.events.join(', ')],
          [t.webhooks.ordered, endpoint.ordered ? t.state.yes : t.state.no],
          [t.webhooks.created, <Time key="created" at={endpoint.createdAt} />],
        ]}
      />
    </Card>
  );
}

function Secrets({ secrets }: Pick<WebhookEndpoint, 'secrets'>): ReactNode {
  const { t } = useLanguage();
  return (
    <Table
      name={t.webhooks.secrets}
      rows={secrets}
      keyOf={({ createdAt }) => createdAt}
      columns={[
        { title: t.webhooks.secretSince, cell: ({ createdAt }) => <Time at={createdAt} /> },
        { title: t.webhooks.secretUntil, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
      ]}
    />
  );
}

function Deliveries({ id }: { readonly id: string }): ReactNode {
  const { t } = useLanguage();
  const { status, after } = route.useSearch();
  const navigate = useNavigate();
  const input = { path: { id }, query: { status, startingAfter: after } };
  const deliveries = useApi('GET /webhook-endpoints/{id}/deliveries', input, { every: DELIVERIES_EVERY_MS });
  return (
    <Card title={t.events.deliveries}>
      <div className={css['filters']}>
        <Select
          label={t.deliveries.status}
          name="status"
          value={status ?? ''}
          options={[['', t.list.all], ...deliveryStatuses.map((one) => [one, wordFor(t.deliveryStatus, one)] as const)]}
          onChange={({ target }) => {
            const chosen = deliveryStatuses.find((one) => one === target.value);
            void navigate({ to: '/webhooks/$id', params: { id }, search: { status: chosen } });
          }}
        />
      </div>
      <Loaded query={deliveries}>
        {({ data, nextCursor }) => (
          <>
            {data.length === 0 ? <Empty text={t.deliveries.empty} /> : <DeliveriesTable deliveries={data} />}
            <Pager after={after} next={nextCursor} />
          </>
        )}
      </Loaded>
    </Card>
  );
}
