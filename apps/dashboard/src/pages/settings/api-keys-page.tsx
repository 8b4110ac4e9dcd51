import type { ApiKey } from '@paygate/api-types';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useApi } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import css from '../../ui/data.module.css';
import { Menu } from '../../ui/menu.js';
import { Page } from '../../ui/page.js';
import { Listed } from '../../ui/data/listed.js';
import type { Column } from '../../ui/data/table.js';
import { Table } from '../../ui/data/table.js';
import type { Tone } from '../../ui/values.js';
import { Badge, CopyButton, CopyId, ShortId, Time } from '../../ui/values.js';
import { EditKey, RotateKey } from './key-actions.js';
import { NewKey } from './new-key.js';
import { RevokeKey } from './revoke-key.js';

/** Characters that distinguish keys and are no secret. */
const PREFIX = 14;
const route = getRouteApi('/inside/settings/api-keys');

/** The API keys of the account in this mode. */
export function ApiKeysPage(): ReactNode {
  const { t } = useLanguage();
  const { after } = route.useSearch();
  const mayWrite = useMay('api_keys:write');
  // here, because the row has no actions any more when the dialog says what ended
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const keys = useApi('GET /api-keys', { query: { startingAfter: after } });
  return (
    <Page title={t.keys.title} lead={t.keys.lead} actions={mayWrite && <NewKey />}>
      <Listed query={keys} after={after} empty={t.keys.empty}>
        {(data) => <KeysTable keys={data} mayWrite={mayWrite} onRevoke={setRevoking} />}
      </Listed>
      {revoking !== null && (
        <RevokeKey
          of={revoking}
          onClose={() => {
            setRevoking(null);
          }}
        />
      )}
    </Page>
  );
}

interface KeysTableProps {
  readonly keys: readonly ApiKey[];
  readonly mayWrite: boolean;
  readonly onRevoke: (key: ApiKey) => void;
}

function KeysTable({ keys, mayWrite, onRevoke }: KeysTableProps): ReactNode {
  const { t, named } = useLanguage();
  const columns: readonly Column<ApiKey>[] = [
    {
      title: t.keys.name,
      card: 'lead',
      cell: ({ name, id, publishableKey }) => (
        <span className={css['people']}>
          {name}
          <span className={css['id']}>
            <ShortId id={id} />
            <CopyId id={id} />
          </span>
          {publishableKey !== null && (
            <span className={css['id']}>
              <code>{publishableKey.slice(0, PREFIX)}…</code>
              <CopyButton text={publishableKey} label={named(t.keys.publishableKey, name)} />
            </span>
          )}
        </span>
      ),
    },
    { title: t.keys.type, card: 'text', cell: (key) => <Rights of={key} /> },
    { title: t.keys.status, card: 'state', cell: (key) => <KeyStatus of={key} /> },
    {
      title: t.keys.lastUsed,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t.state.never : <Time at={lastUsedAt} />),
    },
    { title: t.keys.expires, cell: ({ expiresAt }) => (expiresAt === null ? t.state.never : <Time at={expiresAt} />) },
    { title: t.keys.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  const actions: Column<ApiKey> = {
    title: t.keys.actions,
    card: 'menu',
    cell: (key) => isValid(key) && <KeyActions of={key} onRevoke={onRevoke} />,
  };
  return (
    <Table
      name={t.keys.title}
      rows={keys}
      keyOf={({ id }) => id}
      columns={mayWrite ? [...columns, actions] : columns}
    />
  );
}

interface KeyActionsProps {
  readonly of: ApiKey;
  readonly onRevoke: (key: ApiKey) => void;
}

function KeyActions({ of, onRevoke }: KeyActionsProps): ReactNode {
  const { t, named } = useLanguage();
  // a member grants what the role has, and a secret key has every right
  const mayGrant = useMay('merchant:write') || (of.type !== 'secret' && !of.scopes.includes('merchant:write'));
  return (
    <Menu label={t.action.actions(of.name)}>
      {mayGrant && <EditKey of={of} />}
      {mayGrant && <RotateKey of={of} />}
      <Button
        look="danger"
        aria-label={named(t.keys.revoke, of.name)}
        onClick={() => {
          onRevoke(of);
        }}
      >
        {t.keys.revoke}
      </Button>
    </Menu>
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
