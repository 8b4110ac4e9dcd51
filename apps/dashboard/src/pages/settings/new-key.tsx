import type { ApiKey, CreateApiKeyRequest, IssuedApiKey } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useChange } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { startOf } from '../../urls/search.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Dialog, DialogButton } from '../../ui/dialog.js';
import type { FormFields } from '../../ui/form.js';
import { Choices, Field, Form, Select, Submit } from '../../ui/form.js';
import { SecretOnce } from '../../ui/secret-once.js';

const types = ['secret', 'publishable', 'restricted'] as const satisfies readonly CreateApiKeyRequest['type'][];
type KeyType = (typeof types)[number];
type Scope = ApiKey['scopes'][number];

/** A button that creates a key and shows it once. */
export function NewKey(): ReactNode {
  const { t } = useLanguage();
  return (
    <DialogButton look="primary" text={t.keys.create}>
      {(close) => <NewKeyDialog onClose={close} />}
    </DialogButton>
  );
}

function NewKeyDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useLanguage();
  // a member grants what the role has, and a secret key has every right
  const mayGrantAll = useMay('merchant:write');
  const offered = types.filter((one) => mayGrantAll || one !== 'secret');
  const [type, setType] = useState<KeyType>(mayGrantAll ? 'secret' : 'restricted');
  const create = useChange('POST /api-keys');
  const scopes = Object.entries(t.scope).filter(([scope]) => mayGrantAll || scope !== 'merchant:write');
  if (create.data !== undefined) return <KeyOnce issued={create.data} onClose={onClose} />;
  return (
    <Dialog title={t.keys.create} onClose={onClose}>
      <Form
        error={create.error}
        onSubmit={(fields) => {
          create.mutate({ body: keyOf(type, fields) });
        }}
      >
        <Select
          label={t.keys.type}
          name="type"
          value={type}
          options={offered.map((one) => [one, wordFor(t.keyType, one)] as const)}
          onChange={({ target }) => {
            setType(offered.find((one) => one === target.value) ?? type);
          }}
        />
        <Field label={t.keys.name} name="name" />
        {type === 'restricted' && <Choices label={t.keys.scopes} name="scopes" options={scopes} />}
        {type === 'publishable' && <Field label={t.keys.origins} name="origins" hint={t.keys.originsHint} />}
        <Field label={t.keys.expires} name="expiresAt" type="date" hint={t.keys.expiresHint} />
        <Submit text={t.action.create} busy={create.isPending} onLeave={onClose} />
      </Form>
    </Dialog>
  );
}

function keyOf(type: KeyType, fields: FormFields): CreateApiKeyRequest {
  return {
    type,
    name: fields.given('name') ?? null,
    scopes: type === 'restricted' ? (fields.all('scopes') as Scope[]) : null,
    origins: type === 'publishable' ? originsOf(fields) : null,
    expiresAt: startOf(fields.given('expiresAt')) ?? null,
  };
}

/** The origins of a field, separated by spaces or commas. */
export function originsOf(fields: FormFields): string[] {
  return fields
    .text('origins')
    .split(/[\s,]+/)
    .filter((origin) => origin !== '');
}

interface KeyOnceProps {
  readonly issued: IssuedApiKey;
  readonly onClose: () => void;
}

/** A key, while it can be seen. A repeat of its creation does not show it again. */
export function KeyOnce({ issued: { key = '', name }, onClose }: KeyOnceProps): ReactNode {
  const { t, named } = useLanguage();
  return (
    <SecretOnce
      title={named(t.keys.newKey, name)}
      text={t.keys.shownOnce}
      secret={key}
      label={t.keys.newKey}
      onDone={onClose}
    />
  );
}
