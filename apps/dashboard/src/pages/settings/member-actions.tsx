import type { Member } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useChange } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Dialog, DialogButton } from '../../ui/dialog.js';
import { Form, Submit } from '../../ui/form.js';
import { Menu } from '../../ui/menu.js';
import { ProblemNotice } from '../../ui/problem-notice.js';
import { RoleOptions, roles } from './roles.js';

interface OfMember {
  readonly of: Member;
}

/** The actions on a member. A change of rights is saved by a press of its own. */
export function MemberActions({ of }: OfMember): ReactNode {
  const { t, named } = useLanguage();
  const { id, name, email, status } = of;
  const again = useChange('POST /members/{id}/invite');
  const remove = useChange('DELETE /members/{id}');
  return (
    <>
      <Menu label={t.action.actions(name ?? email)}>
        <ChangeRole of={of} />
        {status === 'invited' && (
          <Button
            aria-label={named(t.members.again, email)}
            busy={again.isPending}
            onClick={() => {
              again.mutate({ path: { id } });
            }}
          >
            {t.members.again}
          </Button>
        )}
        <Confirm
          action={t.members.remove}
          about={name ?? email}
          question={t.members.removeQuestion}
          change={remove}
          onConfirm={(close) => {
            remove.mutate({ path: { id } }, { onSuccess: close });
          }}
        />
      </Menu>
      <ProblemNotice error={again.error} />
      <span role="status">{again.isSuccess ? t.members.invitedAgain : ''}</span>
    </>
  );
}

function ChangeRole({ of: { id, name, email, role } }: OfMember): ReactNode {
  const { t } = useLanguage();
  const change = useChange('POST /members/{id}/role');
  const title = t.members.roleOf(name ?? email);
  return (
    <DialogButton text={t.members.changeRole}>
      {(close) => (
        <Dialog title={title} onClose={close}>
          <Form
            error={change.error}
            onSubmit={(fields) => {
              const chosen = roles.find((one) => one === fields.text('role'));
              if (chosen !== undefined) change.mutate({ path: { id }, body: { role: chosen } }, { onSuccess: close });
            }}
          >
            <RoleOptions chosen={role} />
            <Submit text={t.action.save} busy={change.isPending} onLeave={close} />
          </Form>
        </Dialog>
      )}
    </DialogButton>
  );
}
