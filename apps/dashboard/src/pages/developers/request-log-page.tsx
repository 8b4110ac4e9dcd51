import type { RequestLogEntry } from '@paygate/api-types';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import type { RequestsSearch } from '../../urls/search.js';
import { requestsSearch } from '../../urls/search.js';
import { useLanguage } from '../../i18n/language.js';
import css from '../../ui/data.module.css';
import { Field, Form } from '../../ui/form.js';
import { FilterActions, Filters } from '../../ui/data/filters.js';
import { Page } from '../../ui/page.js';
import { Listed } from '../../ui/data/listed.js';
import type { Column } from '../../ui/data/table.js';
import { Table } from '../../ui/data/table.js';
import { useNames } from '../../ui/data/names.js';
import { Badge, CopyId, ShortId, Time } from '../../ui/values.js';

const route = getRouteApi('/inside/request-logs');
const NEWS_EVERY_MS = 10_000;
const FIRST_REFUSAL = 400;

/** The requests of the account, newest first; the filters are in the URL. */
export function RequestLogPage(): ReactNode {
  const { t } = useLanguage();
  const { after, unknown, ...filters } = route.useSearch();
  const { status, code, key, path } = filters;
  const query = { status, code, apiKeyId: key, path, startingAfter: after };
  const requests = useApi('GET /request-logs', { query }, { every: NEWS_EVERY_MS });
  const active = (['status', 'code', 'path', 'key'] as const).flatMap((name) =>
    filters[name] === undefined ? [] : [{ name: t.requests[name], text: String(filters[name]), parameters: [name] }],
  );
  return (
    <Page title={t.requests.title} lead={t.requests.lead}>
      <Filters active={active} unknown={unknown}>
        <RequestFilters key={JSON.stringify(filters)} search={filters} />
      </Filters>
      <Listed query={requests} after={after} empty={t.requests.empty}>
        {(data) => <RequestsTable requests={data} />}
      </Listed>
    </Page>
  );
}

function RequestFilters({ search }: { readonly search: RequestsSearch }): ReactNode {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const names = ['status', 'code', 'path', 'key'] as const;
  return (
    <Form
      error={null}
      onSubmit={(fields) => {
        const given = Object.fromEntries(names.map((name) => [name, fields.given(name)]));
        void navigate({ to: '/request-logs', search: requestsSearch(given) });
      }}
    >
      <div className={css['filters']}>
        <Field label={t.requests.status} name="status" inputMode="numeric" defaultValue={search.status} />
        <Field label={t.requests.code} name="code" defaultValue={search.code} />
        <Field label={t.requests.path} name="path" placeholder="/gateway/{id}" defaultValue={search.path} />
        <Field label={t.requests.key} name="key" placeholder="key_…" defaultValue={search.key} />
      </div>
      <FilterActions />
    </Form>
  );
}

function RequestsTable({ requests }: { readonly requests: readonly RequestLogEntry[] }): ReactNode {
  const { t, count } = useLanguage();
  const names = useNames();
  const columns: readonly Column<RequestLogEntry>[] = [
    { title: t.requests.at, card: 'note', cell: ({ answeredAt }) => <Time at={answeredAt} /> },
    { title: t.requests.request, card: 'text', cell: ({ method, path }) => <code>{`${method} ${path}`}</code> },
    { title: t.requests.status, card: 'lead', cell: (entry) => <Answer of={entry} /> },
    { title: t.requests.duration, numeric: true, cell: ({ durationMs }) => `${count(durationMs)} ms` },
    {
      title: t.requests.by,
      cell: ({ apiKeyId, memberId }) => {
        // the filter of this page takes the id of a key
        return names.get(memberId ?? '') ?? <ShortId id={apiKeyId ?? memberId ?? '–'} />;
      },
    },
    { title: t.requests.id, cell: ({ requestId }) => <RequestId id={requestId} /> },
  ];
  return <Table name={t.requests.title} rows={requests} keyOf={({ id }) => id} columns={columns} />;
}

function RequestId({ id }: { readonly id: string }): ReactNode {
  return (
    <span className={css['id']}>
      <ShortId id={id} /> <CopyId id={id} />
    </span>
  );
}

function Answer({ of: { status, code } }: { readonly of: RequestLogEntry }): ReactNode {
  const { t } = useLanguage();
  if (status === null) return <span title={t.requests.unanswered}>–</span>;
  return (
    <>
      <Badge text={String(status)} tone={status >= FIRST_REFUSAL ? 'bad' : 'good'} />
      {code !== null && (
        <>
          {' '}
          <code>{code}</code>
        </>
      )}
    </>
  );
}
