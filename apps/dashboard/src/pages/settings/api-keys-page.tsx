import type { ApiKey } from '@paygate/api-types';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Actions } from '../../ui/button.js';
import { Empty, Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import type { Tone } from '../../ui/values.js';
import { Badge, CopyButton, Time } from '../../ui/values.js';
import { EditKey, RevokeKey, RotateKey } from './key-actions.js';
import { NewKey } from './new-key.js';

const route = getRouteApi('/inside/settings/api-keys');

/** The API keys of the account in this mode. */
export function ApiKeysPage(): ReactNode {
  const { t } = useLanguage();
  const { after } = route.useSearch();
  const mayWrite = useMay('api_keys:write');
  const keys = useApi('GET /api-keys', { query: { startingAfter: after } });
  return (
    <Page title={t.keys.title} lead={t.keys.lead} actions={mayWrite && <NewKey />}>
      <Loaded query={keys}>
        {({ data, nextCursor }) => (
          <>
            {data.length === 0 ? <Empty text={t.keys.empty} /> : <KeysTable keys={data} mayWrite={mayWrite} />}
            <Pager after={after} next={nextCursor} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface KeysTableProps {
  readonly keys: readonly ApiKey[];
  readonly mayWrite: boolean;
}

function KeysTable({ keys, mayWrite }: KeysTableProps): ReactNode {
  const { t } = useLanguage();
  const columns: readonly Column<ApiKey>[] = [
    {
      title: t.keys.name,
      cell: ({ name, id, publishableKey }) => (
        <>
          {name}
          <br />
          <code>{id}</code>
          {publishableKey !== null && <CopyButton text={publishableKey} label={name} />}
        </>
      ),
    },
    { title: t.keys.type, cell: (key) => <Rights of={key} /> },
    { title: t.keys.status, cell: (key) => <KeyStatus of={key} /> },
    {
      title: t.keys.lastUsed,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t.state.never : <Time at={lastUsedAt} />),
    },
    { title: t.keys.expires, cell: ({ expiresAt }) => (expiresAt === null ? t.state.never : <Time at={expiresAt} />) },
    { title: t.keys.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  const actions: Column<ApiKey> = { title: t.keys.actions, cell: (key) => isValid(key) && <KeyActions of={key} /> };
  return (
    <Table
      name={t.keys.title}
      rows={keys}
      keyOf={({ id }) => id}
      columns={mayWrite ? [...columns, actions] : columns}
    />
  );
}

function KeyActions({ of }: { readonly of: ApiKey }): ReactNode {
  // a member grants what the role has, and a secret key has every right
  const mayGrant = useMay('merchant:write') || (of.type !== 'secret' && !of.scopes.includes('merchant:write'));
  return (
    <Actions>
      {mayGrant && <EditKey of={of} />}
      {mayGrant && <RotateKey of={of} />}
      <RevokeKey of={of} />
    </Actions>
  );
}

function Rights({ of: { type, scopes, origins } }: { readonly of: ApiKey }): ReactNode {
  const { t } = useLanguage();
  const limits = [...scopes.map((scope) => wordFor(t.scope, scope)), ...origins];
  return (
    <>
      {wordFor(t.keyType, type)}
      {limits.length > 0 && `: ${limits.join(', ')}`}
    </>
  );
}

function KeyStatus({ of: key }: { readonly of: ApiKey }): ReactNode {
  const { t } = useLanguage();
  const [text, tone] = ((): readonly [string, Tone] => {
    if (key.revokedAt !== null) return [t.keys.revoked, 'bad'];
    if (!isValid(key)) return [t.keys.expired, 'bad'];
    return key.expiresAt === null ? [t.keys.valid, 'good'] : [t.keys.expiring, 'wait'];
  })();
  return <Badge text={text} tone={tone} />;
}

function isValid({ revokedAt, expiresAt }: ApiKey): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());
}
