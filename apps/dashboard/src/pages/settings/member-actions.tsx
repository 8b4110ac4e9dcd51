import type { InviteMemberRequest, Member } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useChange } from '../../api/queries.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Actions, Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import controls from '../../ui/controls.module.css';
import { ProblemNotice } from '../../ui/problem-notice.js';

/** The roles, from the most rights to the fewest. */
export const roles = [
  'owner',
  'admin',
  'developer',
  'cashier',
  'viewer',
] as const satisfies readonly InviteMemberRequest['role'][];

interface OfMember {
  readonly of: Member;
}

/** A choice of the member's role, which changes it. */
export function RoleChoice({ of: { id, name, email, role } }: OfMember): ReactNode {
  const { t } = useLanguage();
  const change = useChange('POST /members/{id}/role');
  return (
    <>
      <select
        className={controls['input']}
        aria-label={t.members.roleOf(name ?? email)}
        value={role}
        disabled={change.isPending}
        onChange={({ target }) => {
          const chosen = roles.find((one) => one === target.value);
          if (chosen !== undefined) change.mutate({ path: { id }, body: { role: chosen } });
        }}
      >
        {roles.map((one) => (
          <option key={one} value={one}>
            {wordFor(t.role, one)}
          </option>
        ))}
      </select>
      <ProblemNotice error={change.error} />
    </>
  );
}

/** The actions on a member besides a change of role. */
export function MemberActions({ of: { id, name, email, status } }: OfMember): ReactNode {
  const { t } = useLanguage();
  const again = useChange('POST /members/{id}/invite');
  const remove = useChange('DELETE /members/{id}');
  return (
    <Actions>
      {status === 'invited' && (
        <Button
          aria-label={`${t.members.again}: ${email}`}
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
        busy={remove.isPending}
        error={remove.error}
        onConfirm={(close) => {
          remove.mutate({ path: { id } }, { onSuccess: close });
        }}
      />
      <ProblemNotice error={again.error} />
      <span role="status">{again.isSuccess ? t.members.invitedAgain : ''}</span>
    </Actions>
  );
}
