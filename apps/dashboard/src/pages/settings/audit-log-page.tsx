import type { AuditEvent } from '@paygate/api-types';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import type { AuditSearch } from '../../urls/search.js';
import { auditSearch } from '../../urls/search.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { FilterActions, Filters } from '../../ui/data/filters.js';
import css from '../../ui/data.module.css';
import { Form, Select } from '../../ui/form.js';
import { Page } from '../../ui/page.js';
import { Listed } from '../../ui/data/listed.js';
import type { Column } from '../../ui/data/table.js';
import { Table } from '../../ui/data/table.js';
import { useNames } from '../../ui/data/names.js';
import { ShortId, Time } from '../../ui/values.js';

const route = getRouteApi('/inside/settings/audit-log');

/** Changes of the account and who made them, newest first. */
export function AuditLogPage(): ReactNode {
  const { t } = useLanguage();
  const { after, action, actor, unknown } = route.useSearch();
  const names = useNames();
  const records = useApi('GET /audit-events', { query: { action, actor, startingAfter: after } });
  const active = [
    ...(action === undefined
      ? []
      : [{ name: t.audit.action, text: wordFor(t.audit.actions, action), parameters: ['action'] }]),
    ...(actor === undefined ? [] : [{ name: t.audit.actor, text: names.get(actor) ?? actor, parameters: ['actor'] }]),
  ];
  return (
    <Page title={t.audit.title} lead={t.audit.lead}>
      <Filters active={active} unknown={unknown}>
        <AuditFilters key={JSON.stringify(active)} search={{ action, actor }} names={names} />
      </Filters>
      <Listed query={records} after={after} empty={active.length > 0 ? t.audit.emptyFiltered : t.audit.empty}>
        {(data) => <RecordsTable records={data} names={names} />}
      </Listed>
    </Page>
  );
}

interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly names: ReadonlyMap<string, string>;
}

function AuditFilters({ search, names }: AuditFiltersProps): ReactNode {
  const { t } = useLanguage();
  const navigate = useNavigate();
  return (
    <Form
      error={null}
      onSubmit={(fields) => {
        const chosen = auditSearch({ action: fields.given('action'), actor: fields.given('actor') });
        void navigate({ to: '/settings/audit-log', search: chosen });
      }}
    >
      <div className={css['filters']}>
        <Select
          label={t.audit.action}
          name="action"
          defaultValue={search.action ?? ''}
          options={[['', t.list.all], ...Object.entries(t.audit.actions)]}
        />
        <Select
          label={t.audit.actor}
          name="actor"
          defaultValue={search.actor ?? ''}
          options={[['', t.list.all], ...names]}
        />
      </div>
      <FilterActions />
    </Form>
  );
}

interface RecordsProps {
  readonly records: readonly AuditEvent[];
  readonly names: ReadonlyMap<string, string>;
}

function RecordsTable({ records, names }: RecordsProps): ReactNode {
  const { t } = useLanguage();
  const columns: readonly Column<AuditEvent>[] = [
    { title: t.audit.at, card: 'note', cell: ({ occurredAt }) => <Time at={occurredAt} /> },
    { title: t.audit.action, card: 'lead', cell: ({ action }) => wordFor(t.audit.actions, action) },
    { title: t.audit.actor, cell: ({ actor }) => <Named id={actor} names={names} /> },
    { title: t.audit.subject, cell: ({ subject }) => <Named id={subject} names={names} /> },
    { title: t.audit.mode, cell: ({ mode }) => wordFor(t.app.modes, mode) },
    { title: t.audit.detail, cell: ({ detail }) => <Detail of={detail} /> },
    { title: t.audit.request, cell: ({ requestId }) => <ShortId id={requestId} /> },
  ];
  return <Table name={t.audit.title} rows={records} keyOf={({ sequence }) => String(sequence)} columns={columns} />;
}

/** A member by name, a key by name and id: keys of one name follow each other. */
function Named({ id, names }: Pick<RecordsProps, 'names'> & { readonly id: string }): ReactNode {
  const name = names.get(id);
  if (name !== undefined && !id.startsWith('key_')) return name;
  return (
    <>
      {name} <ShortId id={id} />
    </>
  );
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
