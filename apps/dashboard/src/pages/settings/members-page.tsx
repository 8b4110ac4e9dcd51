import type { Member } from '@paygate/api-types';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useApi, useChange } from '../../api/queries.js';
import { useMay, useSession } from '../../api/session.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Actions, Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field, Form, Select } from '../../ui/form.js';
import { Empty, Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { Badge, Time } from '../../ui/values.js';
import { MemberActions, RoleChoice, roles } from './member-actions.js';

const route = getRouteApi('/inside/settings/members');

/** The members of the account and their roles. */
export function MembersPage(): ReactNode {
  const { t } = useLanguage();
  const { after } = route.useSearch();
  const mayWrite = useMay('members:write');
  const members = useApi('GET /members', { query: { startingAfter: after } });
  return (
    <Page title={t.members.title} lead={t.members.lead} actions={mayWrite && <Invite />}>
      <Loaded query={members}>
        {({ data, nextCursor }) => (
          <>
            {data.length === 0 ? <Empty text={t.members.empty} /> : <MembersTable members={data} mayWrite={mayWrite} />}
            <Pager after={after} next={nextCursor} />
          </>
        )}
      </Loaded>
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
      cell: ({ id, name }) => (id === acting.memberId ? `${name ?? ''} (${t.members.you})` : (name ?? '–')),
    },
    { title: t.members.email, cell: ({ email }) => email },
    {
      title: t.members.role,
      cell: (member) => (mayWrite ? <RoleChoice of={member} /> : wordFor(t.role, member.role)),
    },
    {
      title: t.members.status,
      cell: ({ status }) => (
        <Badge text={wordFor(t.memberStatus, status)} tone={status === 'active' ? 'good' : 'wait'} />
      ),
    },
    { title: t.members.joined, cell: ({ joinedAt }) => <Time at={joinedAt} /> },
  ];
  const actions: Column<Member> = { title: t.members.actions, cell: (member) => <MemberActions of={member} /> };
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
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        look="primary"
        onClick={() => {
          setOpen(true);
        }}
      >
        {t.members.invite}
      </Button>
      {open && (
        <InviteDialog
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
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
        <Select
          label={t.members.role}
          name="role"
          defaultValue="developer"
          options={roles.map((one) => [one, wordFor(t.role, one)] as const)}
        />
        <Actions>
          <Button type="submit" look="primary" busy={invite.isPending}>
            {t.members.invite}
          </Button>
          <Button onClick={onClose}>{t.action.cancel}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
