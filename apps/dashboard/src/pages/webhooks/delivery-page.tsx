import type { Attempt, DeliveryWithAttempts } from '@paygate/api-types';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi, useChange } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Loaded } from '../../ui/loaded.js';
import { Card, Facts, Page } from '../../ui/page.js';
import { ProblemNotice } from '../../ui/problem-notice.js';
import type { Column } from '../../ui/data/table.js';
import { Table } from '../../ui/data/table.js';
import { Time } from '../../ui/values.js';
import { DeliveryStatus } from '../events/event-deliveries.js';

const route = getRouteApi('/inside/deliveries/$id');
const DELIVERY_EVERY_MS = 3_000;

/** One delivery: each attempt with the endpoint's answer, and the next try. */
export function DeliveryPage(): ReactNode {
  const { t } = useLanguage();
  const { id } = route.useParams();
  const mayWrite = useMay('webhook_endpoints:write');
  const delivery = useApi('GET /deliveries/{id}', { path: { id } }, { every: DELIVERY_EVERY_MS });
  return (
    <Page
      title={`${t.deliveries.title} ${id}`}
      actions={mayWrite && delivery.data !== undefined && <Redeliver of={delivery.data} />}
    >
      <Loaded query={delivery}>
        {(found) => (
          <>
            <Card title={found.eventType}>
              <Facts
                rows={[
                  [t.deliveries.status, <DeliveryStatus key="status" status={found.status} />],
                  [t.deliveries.next, <Time key="next" at={found.nextAttemptAt} />],
                  [t.deliveries.delivered, <Time key="delivered" at={found.deliveredAt} />],
                  [
                    t.deliveries.event,
                    <Link key="event" to="/events/$id" params={{ id: found.eventId }}>
                      <code>{found.eventId}</code>
                    </Link>,
                  ],
                  [
                    t.deliveries.endpoint,
                    <Link key="endpoint" to="/webhooks/$id" params={{ id: found.endpointId }}>
                      <code>{found.endpointId}</code>
                    </Link>,
                  ],
                ]}
              />
            </Card>
            <Card title={t.deliveries.attempts}>
              {found.attempts.length === 0 ? <p>{t.deliveries.noAttempts}</p> : <Attempts attempts={found.attempts} />}
            </Card>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Redeliver({ of: { id, endpointId } }: { readonly of: DeliveryWithAttempts }): ReactNode {
  const { t } = useLanguage();
  const redeliver = useChange('POST /deliveries/{id}/redeliver');
  return (
    <div>
      <Button
        look="primary"
        busy={redeliver.isPending}
        onClick={() => {
          redeliver.mutate({ path: { id } });
        }}
      >
        {t.deliveries.redeliver}
      </Button>
      <ProblemNotice error={redeliver.error} />
      <p role="status">{redeliver.isSuccess && <SentWhen endpointId={endpointId} />}</p>
    </div>
  );
}

/** Now, unless the endpoint is paused, or keeps its order and is on hold. */
function SentWhen({ endpointId }: Pick<DeliveryWithAttempts, 'endpointId'>): ReactNode {
  const { t, time } = useLanguage();
  const endpoint = useApi('GET /webhook-endpoints/{id}', { path: { id: endpointId } });
  if (endpoint.data === undefined) return null;
  const { status, ordered, circuit } = endpoint.data;
  if (status !== 'enabled') return t.deliveries.whenEnabled;
  if (!ordered || circuit.until === null) return t.deliveries.redelivered;
  return t.deliveries.inItsPlace(time(circuit.until));
}

function Attempts({ attempts }: { readonly attempts: readonly Attempt[] }): ReactNode {
  const { t, count } = useLanguage();
  const columns: readonly Column<Attempt>[] = [
    { title: t.deliveries.attempt, numeric: true, cell: ({ attempt }) => attempt },
    { title: t.deliveries.at, card: 'note', cell: ({ attemptedAt }) => <Time at={attemptedAt} /> },
    {
      title: t.deliveries.answer,
      card: 'lead',
      cell: ({ status, error }) => (error === null ? (status ?? '–') : wordFor(t.attemptError, error)),
    },
    { title: t.deliveries.latency, numeric: true, cell: ({ latencyMs }) => `${count(latencyMs)} ms` },
    { title: t.deliveries.excerpt, cell: ({ excerpt }) => (excerpt === '' ? '–' : <code>{excerpt}</code>) },
  ];
  return (
    <Table name={t.deliveries.attempts} rows={attempts} keyOf={({ attempt }) => String(attempt)} columns={columns} />
  );
}
