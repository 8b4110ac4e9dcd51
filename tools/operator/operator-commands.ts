import { endSessions, inviteMember, setMerchant, verifyAuditTrail } from '@paygate/contracts';
import { isId, newId } from '@paygate/platform';
import { merchantChanges } from './merchant-changes.js';
import type { Operator } from './operator.js';
import { accepted } from './operator.js';

/** Does what the command line asks for, and gives what is printed. */
export type OperatorWork = (operator: Pick<Operator, 'ask' | 'seal'>) => Promise<object>;

/** What looks like an address: whether it is one, its mail will tell. */
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}\.[^\s@]{2,63}$/;

export const USAGE = `usage: npm run operator -- <command>
  merchant <merchant id> <${[...merchantChanges.keys()].join('|')}>
  invite-owner <merchant id> <e-mail address>
  verify-audit-trail <merchant id|dashboard>
  end-sessions <user id>`;

/** The work that the words of a command line stand for; undefined when they are none of {@link USAGE}. */
export function operatorWork([command, id = '', change, ...rest]: readonly string[]): OperatorWork | undefined {
  if (rest.length > 0) return undefined;
  if (command === 'merchant') return merchantChange(id, change);
  if (command === 'invite-owner') return ownerInvitation(id, change);
  if (change !== undefined) return undefined;
  if (command === 'verify-audit-trail' && (id === 'dashboard' || isId('merchant', id)))
    return async ({ ask }) => accepted(await ask(verifyAuditTrail, id === 'dashboard' ? {} : { merchantId: id }));
  if (command === 'end-sessions' && isId('user', id))
    return async ({ ask }) => accepted(await ask(endSessions, { userId: id }));
  return undefined;
}

function merchantChange(merchantId: string, word = ''): OperatorWork | undefined {
  const change = merchantChanges.get(word);
  if (change === undefined || !isId('merchant', merchantId)) return undefined;
  return async ({ ask }) => accepted(await ask(setMerchant, { merchantId, ...change }));
}

/** The first owner of an account: the others are invited by owners. Prints no address. */
function ownerInvitation(merchantId: string, email = ''): OperatorWork | undefined {
  if (!isId('merchant', merchantId) || !EMAIL.test(email)) return undefined;
  return async ({ ask, seal }) => {
    const sealed = seal('auth', email, 'invite-member.email');
    const command = { merchantId, memberId: newId('member'), email: sealed, role: 'owner' as const };
    const { memberId, role, status } = accepted(await ask(inviteMember, command));
    return { memberId, merchantId, role, status };
  };
}
