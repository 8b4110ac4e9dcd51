import type { AuditEvent } from '@paygate/api-types';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import css from '../../ui/data.module.css';
import { Empty, Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Pager } from '../../ui/data/pager.js';
import type { Column } from '../../ui/data/table.js';
import { Table } from '../../ui/data/table.js';
import { ShortId, Time } from '../../ui/values.js';

const route = getRouteApi('/inside/settings/audit-log');

/** Changes of the account and who made them, newest first. */
export function AuditLogPage(): ReactNode {
  const { t } = useLanguage();
  const { after } = route.useSearch();
  const records = useApi('GET /audit-events', { query: { startingAfter: after } });
  return (
    <Page title={t.audit.title} lead={t.audit.lead}>
      <Loaded query={records}>
        {({ data, nextCursor }) => (
          <>
            {data.length === 0 ? <Empty text={t.audit.empty} /> : <RecordsTable records={data} />}
            <Pager after={after} next={nextCursor} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function RecordsTable({ records }: { readonly records: readonly AuditEvent[] }): ReactNode {
  const { t } = useLanguage();
  const nameOf = useMemberNames();
  const columns: readonly Column<AuditEvent>[] = [
    { title: t.audit.at, card: 'note', cell: ({ occurredAt }) => <Time at={occurredAt} /> },
    { title: t.audit.action, card: 'lead', cell: ({ action }) => wordFor(t.audit.actions, action) },
    { title: t.audit.actor, cell: ({ actor }) => nameOf(actor) },
    { title: t.audit.subject, cell: ({ subject }) => nameOf(subject) },
    { title: t.audit.mode, cell: ({ mode }) => wordFor(t.app.modes, mode) },
    { title: t.audit.detail, cell: ({ detail }) => <Detail of={detail} /> },
    { title: t.audit.request, cell: ({ requestId }) => <ShortId id={requestId} /> },
  ];
  return <Table name={t.audit.title} rows={records} keyOf={({ sequence }) => String(sequence)} columns={columns} />;
}

/** Names of members by their ids. Anything else, such as a key or a member who has left, keeps its id. */
function useMemberNames(): (id: string) => ReactNode {
  const members = useApi('GET /members', { query: { limit: 100 } }, { enabled: useMay('members:read') });
  const names = new Map(members.data?.data.map(({ id, name, email }) => [id, name ?? email]));
  return (id) => names.get(id) ?? <ShortId id={id} />;
}

function Detail({ of }: { readonly of: AuditEvent['detail'] }): ReactNode {
  const known = Object.entries(of as Readonly<Record<string, unknown>>);
  if (known.length === 0) return null;
  return (
    <ul className={css['plainList']}>
      {known.map(([name, value]) => (
        <li key={name}>
          <span className={css['small']}>{name}</span> {textOf(value)}
        </li>
      ))}
    </ul>
  );
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
