import type { Member } from '@paygate/api-types';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi, useChange } from '../../api/queries.js';
import { useMay, useSession } from '../../api/session.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Dialog, DialogButton } from '../../ui/dialog.js';
import { Field, Form, Submit } from '../../ui/form.js';
import { Page } from '../../ui/page.js';
import { Listed } from '../../ui/data/listed.js';
import type { Column } from '../../ui/data/table.js';
import { Table } from '../../ui/data/table.js';
import { Badge, Time } from '../../ui/values.js';
import { MemberActions } from './member-actions.js';
import { RoleOptions, roles } from './roles.js';

const route = getRouteApi('/inside/settings/members');

/** The members of the account and their roles. */
export function MembersPage(): ReactNode {
  const { t } = useLanguage();
  const { after } = route.useSearch();
  const mayWrite = useMay('members:write');
  const members = useApi('GET /members', { query: { startingAfter: after } });
  return (
    <Page title={t.members.title} lead={t.members.lead} actions={mayWrite && <Invite />}>
      <Listed query={members} after={after} empty={t.members.empty}>
        {(data) => <MembersTable members={data} mayWrite={mayWrite} />}
      </Listed>
    </Page>
  );
}

interface MembersTableProps {
  readonly members: readonly Member[];
  readonly mayWrite: boolean;
}

function MembersTable({ members, mayWrite }: MembersTableProps): ReactNode {
  const { t } = useLanguage();
  const { acting } = useSession();
  const columns: readonly Column<Member>[] = [
    {
      title: t.members.name,
      card: 'lead',
      cell: ({ id, name }) => (id === acting.memberId ? `${name ?? ''} (${t.members.you})` : (name ?? '–')),
    },
    { title: t.members.email, card: 'text', cell: ({ email }) => email },
    {
      title: t.members.role,
      card: 'text',
      cell: ({ role }) => wordFor(t.role, role),
    },
    {
      title: t.members.status,
      card: 'state',
      cell: ({ status }) => (
        <Badge text={wordFor(t.memberStatus, status)} tone={status === 'active' ? 'good' : 'wait'} />
      ),
    },
    { title: t.members.joined, cell: ({ joinedAt }) => <Time at={joinedAt} /> },
  ];
  const actions: Column<Member> = {
    title: t.members.actions,
    card: 'menu',
    cell: (member) => <MemberActions of={member} />,
  };
  return (
    <Table
      name={t.members.title}
      rows={members}
      keyOf={({ id }) => id}
      columns={mayWrite ? [...columns, actions] : columns}
    />
  );
}

function Invite(): ReactNode {
  const { t } = useLanguage();
  return (
    <DialogButton look="primary" text={t.members.invite}>
      {(close) => <InviteDialog onClose={close} />}
    </DialogButton>
  );
}

function InviteDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useLanguage();
  const invite = useChange('POST /members');
  return (
    <Dialog title={t.members.invite} onClose={onClose}>
      <p>{t.members.inviteText}</p>
      <Form
        error={invite.error}
        onSubmit={(fields) => {
          const role = roles.find((one) => one === fields.text('role')) ?? 'viewer';
          invite.mutate({ body: { email: fields.text('email'), role } }, { onSuccess: onClose });
        }}
      >
        <Field label={t.members.email} name="email" type="email" required />
        <RoleOptions chosen="developer" />
        <Submit text={t.members.invite} busy={invite.isPending} onLeave={onClose} />
      </Form>
    </Dialog>
  );
}
