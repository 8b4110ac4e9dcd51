import type { TimelineEntry } from '@paygate/api-types';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import css from '../../ui/data.module.css';
import { Loaded } from '../../ui/loaded.js';
import { Card } from '../../ui/page.js';
import { Time } from '../../ui/values.js';

interface TimelineProps {
  readonly id: string;
  /** Milliseconds between two readings. */
  readonly every: number;
}

/** The course of a payment, from its creation to each attempt to deliver its events. */
export function PaymentTimeline({ id, every }: TimelineProps): ReactNode {
  const { t } = useLanguage();
  const timeline = useApi('GET /gateway/{id}/timeline', { path: { id } }, { every });
  return (
    <Card title={t.timeline.title}>
      <Loaded query={timeline}>
        {({ data, isCut, missing }) => (
          <>
            {isCut && <p>{t.timeline.cut}</p>}
            {missing.length > 0 && <p role="status">{t.timeline.missing}</p>}
            <ol className={css['timeline']}>
              {data.map((entry, index) => (
                // entries are only added
                <li key={index}>
                  <Time at={entry.at} />
                  <span>
                    <strong>{wordFor(t.timeline.types, entry.type)}</strong> <Detail of={entry} />
                  </span>
                </li>
              ))}
            </ol>
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Detail({ of: entry }: { readonly of: TimelineEntry }): ReactNode {
  const { t, count } = useLanguage();
  const { channel, operator, providerReference, eventType, attempt, httpStatus, code } = entry;
  const texts = [
    channel === undefined ? '' : wordFor(t.timeline.channels, channel),
    operator === undefined ? '' : wordFor(t.operator, operator),
    providerReference ?? '',
    eventType ?? '',
    attempt === undefined ? '' : t.timeline.attempt(count(attempt)),
    httpStatus === undefined ? '' : `HTTP ${String(httpStatus)}`,
    code === undefined ? '' : wordFor(t.failure, code, wordFor(t.attemptError, code)),
  ];
  return (
    <>
      {texts.filter((text) => text !== '').join(' · ')} <ObjectLink of={entry} />
    </>
  );
}

/** The page of the event or delivery of an entry; the id of anything else. */
function ObjectLink({ of: { type, objectId } }: { readonly of: TimelineEntry }): ReactNode {
  if (objectId === undefined) return null;
  const id = <code>{objectId}</code>;
  if (type !== 'event.created' && type !== 'delivery.attempted') return id;
  return (
    <Link to={type === 'event.created' ? '/events/$id' : '/deliveries/$id'} params={{ id: objectId }}>
      {id}
    </Link>
  );
}
