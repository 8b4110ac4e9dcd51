import type { Till } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useRef } from 'react';
import { useApi, useChange } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { useLanguage } from '../../i18n/language.js';
import { Confirm } from '../../ui/confirm.js';
import { Table } from '../../ui/data/table.js';
import { Field, Form, Submit } from '../../ui/form.js';
import { Empty, Loaded } from '../../ui/loaded.js';
import { Card } from '../../ui/page.js';
import { Time } from '../../ui/values.js';

/** The tills of the account. Those who may change the account make and revoke them. */
export function TillsCard(): ReactNode {
  const { t } = useLanguage();
  const tills = useApi('GET /tills', {});
  const mayWrite = useMay('merchant:write');
  return (
    <Card title={t.tills.title}>
      <p>{t.tills.lead}</p>
      <Loaded query={tills}>
        {({ data }) => (data.length === 0 ? <Empty text={t.tills.none} /> : <List tills={data} mayWrite={mayWrite} />)}
      </Loaded>
      {mayWrite && <NewTill />}
    </Card>
  );
}

function List({ tills, mayWrite }: { readonly tills: readonly Till[]; readonly mayWrite: boolean }): ReactNode {
  const { t } = useLanguage();
  return (
    <Table
      name={t.tills.title}
      rows={tills}
      keyOf={({ id }) => id}
      columns={[
        { title: t.tills.name, card: 'lead', cell: ({ name }) => name },
        { title: t.tills.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
        {
          title: t.tills.state,
          card: 'state',
          cell: (till) =>
            till.revokedAt !== null ? t.tills.revoked : mayWrite ? <Revoke till={till} /> : t.tills.open,
        },
      ]}
    />
  );
}

function Revoke({ till: { id, name } }: { readonly till: Till }): ReactNode {
  const { t } = useLanguage();
  const change = useChange('POST /tills/{id}/revoke');
  return (
    <Confirm
      action={t.tills.revoke}
      about={name}
      question={t.tills.revokeQuestion}
      change={change}
      onConfirm={(close) => {
        change.mutate({ path: { id } }, { onSuccess: close });
      }}
    />
  );
}

function NewTill(): ReactNode {
  const { t } = useLanguage();
  const change = useChange('POST /tills');
  const field = useRef<HTMLInputElement>(null);
  return (
    <Form
      error={change.error}
      onSubmit={(fields) => {
        const empty = (): void => {
          if (field.current !== null) field.current.value = '';
        };
        change.mutate({ body: { name: fields.text('name') } }, { onSuccess: empty });
      }}
    >
      <Field label={t.tills.newName} name="name" maxLength={40} ref={field} />
      <Submit text={t.tills.make} busy={change.isPending} />
    </Form>
  );
}
