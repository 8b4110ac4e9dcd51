import type { InviteMemberRequest } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Select } from '../../ui/form.js';

/** The roles, from the most rights to the fewest. */
export const roles = [
  'owner',
  'admin',
  'developer',
  'cashier',
  'viewer',
] as const satisfies readonly InviteMemberRequest['role'][];

/** A field of the roles, with what each may do. */
export function RoleOptions({ chosen }: { readonly chosen: string }): ReactNode {
  const { t } = useLanguage();
  return (
    <Select
      label={t.members.role}
      name="role"
      hint={t.members.roleHint}
      defaultValue={chosen}
      options={roles.map((one) => [one, wordFor(t.role, one)] as const)}
    />
  );
}
