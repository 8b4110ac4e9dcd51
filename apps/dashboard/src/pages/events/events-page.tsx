import type { Event, PaygateEvent } from '@paygate/api-types';
import { eventStatuses } from '@paygate/api-types';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import type { EventsSearch } from '../../urls/search.js';
import { useLanguage } from '../../i18n/language.js';
import { Actions, Button, buttonClass } from '../../ui/button.js';
import css from '../../ui/data.module.css';
import { Field, Form, Select } from '../../ui/form.js';
import { Empty, Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/values.js';

const route = getRouteApi('/inside/events');

/** The events of the account, newest first. */
export function EventsPage(): ReactNode {
  const { t } = useLanguage();
  const { after, type, payment } = route.useSearch();
  const query = { type, intentionId: payment, startingAfter: after };
  const events = useApi('GET /events', { query });
  const isFiltered = type !== undefined || payment !== undefined;
  return (
    <Page title={t.events.title} lead={t.events.lead}>
      <EventFilters key={`${type ?? ''} ${payment ?? ''}`} search={{ type, payment }} />
      <Loaded query={events}>
        {({ data, nextCursor }) => (
          <>
            {data.length === 0 ? (
              <Empty text={isFiltered ? t.events.emptyFiltered : t.events.empty} />
            ) : (
              <EventsTable events={data} />
            )}
            <Pager after={after} next={nextCursor} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function EventFilters({ search }: { readonly search: EventsSearch }): ReactNode {
  const { t } = useLanguage();
  const navigate = useNavigate();
  return (
    <search>
      <Form
        error={null}
        onSubmit={(fields) => {
          void navigate({ to: '/events', search: { type: fields.given('type'), payment: fields.given('payment') } });
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
        <Actions>
          <Button type="submit" look="primary">
            {t.list.filter}
          </Button>
          <Link to="/events" search={{}} className={buttonClass('plain')}>
            {t.list.clear}
          </Link>
        </Actions>
      </Form>
    </search>
  );
}

function EventsTable({ events }: { readonly events: readonly Event[] }): ReactNode {
  const { t } = useLanguage();
  const columns: readonly Column<Event>[] = [
    {
      title: t.events.id,
      cell: ({ id }) => (
        <Link to="/events/$id" params={{ id }}>
          <code>{id}</code>
        </Link>
      ),
    },
    { title: t.events.type, cell: ({ type }) => type },
    { title: t.events.payment, cell: ({ data }) => <PaymentOf data={data} /> },
    { title: t.events.created, cell: ({ created }) => <Time at={created} /> },
  ];
  return <Table name={t.events.title} rows={events} keyOf={({ id }) => id} columns={columns} />;
}

function PaymentOf({ data }: { readonly data: PaygateEvent['data'] | null }): ReactNode {
  if (data === null || !('paymentIntent' in data)) return '–';
  const { id } = data.paymentIntent;
  return (
    <Link to="/payments/$id" params={{ id }}>
      <code>{id}</code>
    </Link>
  );
}
