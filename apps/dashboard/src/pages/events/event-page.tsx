import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { indented } from '../../api/json-text.js';
import { useApiWithText } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Loaded } from '../../ui/loaded.js';
import { Card, Facts, Page } from '../../ui/page.js';
import { Code, CopyButton, Time } from '../../ui/values.js';
import { EventDeliveries } from './event-deliveries.js';
import { EventSubject } from './event-subject.js';

const route = getRouteApi('/inside/events/$id');

/** One event: its payload and where it was delivered. */
export function EventPage(): ReactNode {
  const { t } = useLanguage();
  const { id } = route.useParams();
  const event = useApiWithText('GET /events/{id}', { path: { id } });
  return (
    <Page title={`${t.events.id} ${id}`}>
      <Loaded query={event}>
        {({ answer: found, text }) => {
          const payload = indented(text);
          return (
            <>
              <Card title={found.type}>
                <Facts
                  rows={[
                    [t.events.subject, <EventSubject key="subject" data={found.data} />],
                    [t.events.created, <Time key="created" at={found.created} />],
                    [t.events.sequence, found.sequence ?? '–'],
                    [t.events.version, found.apiVersion ?? '–'],
                  ]}
                />
              </Card>
              <Card title={t.events.deliveries}>
                <EventDeliveries id={id} />
              </Card>
              <Card title={t.events.payload}>
                {found.data === null && <p>{t.events.expired}</p>}
                <Code label={t.events.payload} text={payload} />
                <div>
                  <CopyButton label={t.events.payload} text={payload} />
                </div>
              </Card>
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
