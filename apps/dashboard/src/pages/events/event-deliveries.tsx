import type { Delivery, Event } from '@paygate/api-types';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Loaded } from '../../ui/loaded.js';
import type { Column } from '../../ui/data/table.js';
import { rowLink, Table } from '../../ui/data/table.js';
import type { Tone } from '../../ui/values.js';
import { Badge, ShortId, Time } from '../../ui/values.js';

const tones: Readonly<Record<string, Tone>> = { delivered: 'good', pending: 'wait', parked: 'wait', failed: 'bad' };
const DELIVERIES_EVERY_MS = 5_000;

export function DeliveryStatus({ status }: Pick<Delivery, 'status'>): ReactNode {
  const { t } = useLanguage();
  return <Badge text={wordFor(t.deliveryStatus, status)} tone={tones[status] ?? 'plain'} />;
}

/** An event with a row for each endpoint that receives it. */
export function EventWithDeliveries({ event }: { readonly event: Event }): ReactNode {
  return (
    <>
      <h3>
        <Link to="/events/$id" params={{ id: event.id }}>
          {event.type}
        </Link>{' '}
        · <Time at={event.created} />
      </h3>
      <EventDeliveries id={event.id} />
    </>
  );
}

export function EventDeliveries({ id }: { readonly id: string }): ReactNode {
  const { t, named } = useLanguage();
  const deliveries = useApi('GET /events/{id}/deliveries', { path: { id } }, { every: DELIVERIES_EVERY_MS });
  return (
    <Loaded query={deliveries}>
      {({ data }) =>
        data.length === 0 ? (
          <p>{t.events.noDeliveries}</p>
        ) : (
          <DeliveriesTable name={named(t.events.deliveries, id)} deliveries={data} />
        )
      }
    </Loaded>
  );
}

interface DeliveriesTableProps {
  /** Distinguishes the table from those of other events on the page. */
  readonly name?: string;
  readonly deliveries: readonly Delivery[];
  /** A first column in which deliveries are chosen. */
  readonly choice?: Column<Delivery>;
}

/** Deliveries, each with its next try. */
export function DeliveriesTable({ name, deliveries, choice }: DeliveriesTableProps): ReactNode {
  const { t } = useLanguage();
  const columns: readonly Column<Delivery>[] = [
    {
      title: t.deliveries.title,
      card: 'note',
      cell: ({ id }) => (
        <Link to="/deliveries/$id" params={{ id }} className={rowLink}>
          <ShortId id={id} />
        </Link>
      ),
    },
    { title: t.deliveries.event, card: 'lead', cell: ({ eventType }) => eventType },
    { title: t.deliveries.status, card: 'state', cell: ({ status }) => <DeliveryStatus status={status} /> },
    { title: t.deliveries.attempts, numeric: true, cell: ({ attemptCount }) => attemptCount },
    { title: t.deliveries.next, cell: ({ nextAttemptAt }) => <Time at={nextAttemptAt} /> },
    { title: t.deliveries.delivered, cell: ({ deliveredAt }) => <Time at={deliveredAt} /> },
  ];
  return (
    <Table
      name={name ?? t.events.deliveries}
      rows={deliveries}
      keyOf={({ id }) => id}
      columns={choice === undefined ? columns : [choice, ...columns]}
    />
  );
}
