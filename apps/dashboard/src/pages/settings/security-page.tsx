import type { OpenDashboardSession } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useApi, useChange } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Confirm } from '../../ui/confirm.js';
import { Field, Form, NewPassword, Submit } from '../../ui/form.js';
import { Loaded } from '../../ui/loaded.js';
import { Card, Page } from '../../ui/page.js';
import type { Column } from '../../ui/data/table.js';
import { Table } from '../../ui/data/table.js';
import { Time } from '../../ui/values.js';
import { MemberNoticesSettings } from './member-notices.js';
import { PushNotices } from './push-notices.js';
import { SecondFactorSettings } from './second-factor.js';

/** The person's own sessions, second factor, password and notices. */
export function SecurityPage(): ReactNode {
  const { t } = useLanguage();
  const sessions = useApi('GET /dashboard/sessions', {});
  return (
    <Page title={t.security.title}>
      <Card title={t.security.sessions}>
        <Loaded query={sessions}>{({ data }) => <Sessions sessions={data} />}</Loaded>
      </Card>
      <Card title={t.security.factor.title}>
        <SecondFactorSettings />
      </Card>
      <Card title={t.security.password}>
        <PasswordForm />
      </Card>
      <Card title={t.security.notices.title}>
        <MemberNoticesSettings />
      </Card>
      <PushNotices />
    </Page>
  );
}

function Sessions({ sessions }: { readonly sessions: readonly OpenDashboardSession[] }): ReactNode {
  const { t } = useLanguage();
  const columns: readonly Column<OpenDashboardSession>[] = [
    { title: t.security.device, card: 'lead', cell: ({ device }) => device ?? t.security.unknownDevice },
    { title: t.security.begun, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { title: t.security.lastSeen, cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
    { title: t.security.ends, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
    {
      title: t.keys.actions,
      card: 'text',
      cell: (session) => (session.current ? t.security.current : <EndSession session={session} />),
    },
  ];
  return <Table name={t.security.sessions} rows={sessions} keyOf={({ id }) => id} columns={columns} />;
}

function EndSession({ session: { id, device, createdAt } }: { readonly session: OpenDashboardSession }): ReactNode {
  const { t, time } = useLanguage();
  const end = useChange('DELETE /dashboard/sessions/{id}');
  return (
    <Confirm
      action={t.security.end}
      about={`${device ?? t.security.unknownDevice}, ${time(createdAt)}`}
      question={t.security.endQuestion}
      change={end}
      onConfirm={(close) => {
        end.mutate({ path: { id } }, { onSuccess: close });
      }}
    />
  );
}

function PasswordForm(): ReactNode {
  const { t } = useLanguage();
  const change = useChange('POST /dashboard/password');
  return (
    <Form
      error={change.error}
      onSubmit={(fields) => {
        const body = { currentPassword: fields.secret('currentPassword'), password: fields.secret('password') };
        change.mutate({ body });
      }}
    >
      <p role="status">{change.isSuccess ? t.security.changed : ''}</p>
      <Field
        label={t.security.currentPassword}
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        required
      />
      <NewPassword label={t.password.new} hint={t.password.rule} />
      <Submit text={t.password.submit} busy={change.isPending} />
    </Form>
  );
}
