import type { WebhookEndpoint } from '@paygate/api-types';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Loaded } from '../../ui/loaded.js';
import { Card, Facts, Page } from '../../ui/page.js';
import { Table } from '../../ui/data/table.js';
import { Badge, Time } from '../../ui/values.js';
import { EndpointActions } from './endpoint-actions.js';
import { EndpointDeliveries } from './endpoint-deliveries.js';
import { EndpointStatus } from './endpoint-status.js';

const route = getRouteApi('/inside/webhooks/$id');
const ENDPOINT_EVERY_MS = 5_000;

/** One endpoint: what it receives, its secrets and its deliveries. */
export function WebhookPage(): ReactNode {
  const { t } = useLanguage();
  const { id } = route.useParams();
  const mayWrite = useMay('webhook_endpoints:write');
  const endpoint = useApi('GET /webhook-endpoints/{id}', { path: { id } }, { every: ENDPOINT_EVERY_MS });
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
      {useMay('events:read') && <EndpointDeliveries id={id} />}
    </Page>
  );
}

function Details({ endpoint }: { readonly endpoint: WebhookEndpoint }): ReactNode {
  const { t, count } = useLanguage();
  const { disabledReason, retrySchedule } = endpoint;
  return (
    <Card title={t.payment.facts}>
      <Facts
        rows={[
          [t.webhooks.url, endpoint.url],
          [t.webhooks.status, <EndpointStatus key="status" status={endpoint.status} />],
          ...(disabledReason === null
            ? []
            : [[t.webhooks.disabledReason, wordFor(t.disabledReason, disabledReason)] as const]),
          [t.webhooks.circuit, <Circuit key="circuit" of={endpoint.circuit} />],
          [t.webhooks.description, endpoint.description ?? '–'],
          [t.webhooks.events, endpoint.events.join(', ')],
          [t.webhooks.ordered, endpoint.ordered ? t.state.yes : t.state.no],
          ...(retrySchedule === null
            ? []
            : [[t.webhooks.retries, retrySchedule.map((seconds) => `${count(seconds)} s`).join(', ')] as const]),
          [t.webhooks.created, <Time key="created" at={endpoint.createdAt} />],
        ]}
      />
    </Card>
  );
}

function Circuit({ of: { state, until } }: { readonly of: WebhookEndpoint['circuit'] }): ReactNode {
  const { t } = useLanguage();
  return (
    <>
      <Badge text={wordFor(t.circuitState, state)} tone={state === 'closed' ? 'plain' : 'bad'} />
      {until !== null && (
        <>
          {' '}
          {t.webhooks.circuitUntil} <Time at={until} />
        </>
      )}
    </>
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
