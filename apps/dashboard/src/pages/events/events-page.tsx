import type { Event } from '@paygate/api-types';
import { eventStatuses } from '@paygate/api-types';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import type { EventsSearch } from '../../urls/search.js';
import { eventsSearch } from '../../urls/search.js';
import { useLanguage } from '../../i18n/language.js';
import css from '../../ui/data.module.css';
import { Field, Form, Select } from '../../ui/form.js';
import { FilterActions, Filters } from '../../ui/data/filters.js';
import { Page } from '../../ui/page.js';
import { Listed } from '../../ui/data/listed.js';
import type { Column } from '../../ui/data/table.js';
import { rowLink, Table } from '../../ui/data/table.js';
import { CopyId, ShortId, Time } from '../../ui/values.js';
import { EventSubject } from './event-subject.js';

const NEWS_EVERY_MS = 10_000;
const route = getRouteApi('/inside/events');

/** The events of the account, newest first. */
export function EventsPage(): ReactNode {
  const { t } = useLanguage();
  const { after, type, payment, unknown } = route.useSearch();
  const query = { type, intentionId: payment, startingAfter: after };
  const events = useApi('GET /events', { query }, { every: NEWS_EVERY_MS });
  const active = [
    ...(type === undefined ? [] : [{ name: t.events.type, text: type, parameters: ['type'] }]),
    ...(payment === undefined ? [] : [{ name: t.events.payment, text: payment, parameters: ['payment'] }]),
  ];
  return (
    <Page title={t.events.title} lead={t.events.lead}>
      <Filters active={active} unknown={unknown}>
        <EventFilters key={JSON.stringify(active)} search={{ type, payment }} />
      </Filters>
      <Listed query={events} after={after} empty={active.length > 0 ? t.events.emptyFiltered : t.events.empty}>
        {(data) => <EventsTable events={data} />}
      </Listed>
    </Page>
  );
}

function EventFilters({ search }: { readonly search: EventsSearch }): ReactNode {
  const { t } = useLanguage();
  const navigate = useNavigate();
  return (
    <Form
      error={null}
      onSubmit={(fields) => {
        void navigate({
          to: '/events',
          search: eventsSearch({ type: fields.given('type'), payment: fields.given('payment') }),
        });
      }}
    >
      <div className={css['filters']}>
        <Select
          label={t.events.type}
          name="type"
          defaultValue={search.type ?? ''}
          options={[['', t.list.all], ...Object.keys(eventStatuses).map((one) => [one, one] as const)]}
        />
        <Field label={t.events.payment} name="payment" placeholder="pi_…" defaultValue={search.payment} />
      </div>
      <FilterActions />
    </Form>
  );
}

function EventsTable({ events }: { readonly events: readonly Event[] }): ReactNode {
  const { t } = useLanguage();
  const columns: readonly Column<Event>[] = [
    { title: t.events.type, card: 'lead', cell: ({ type }) => type },
    { title: t.events.subject, cell: ({ data }) => <EventSubject data={data} /> },
    { title: t.events.created, card: 'note', cell: ({ created }) => <Time at={created} /> },
    {
      title: t.events.id,
      card: 'note',
      cell: ({ id }) => (
        <span className={css['id']}>
          <Link to="/events/$id" params={{ id }} className={rowLink}>
            <ShortId id={id} />
          </Link>
          <CopyId id={id} />
        </span>
      ),
    },
  ];
  return <Table name={t.events.title} rows={events} keyOf={({ id }) => id} columns={columns} />;
}
