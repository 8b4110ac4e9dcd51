import type { LoggedRequest, Operation } from '@paygate/contracts';
import { operations } from '@paygate/contracts';
import type { CountedAction } from './audit-record.js';
import type { CountedAct } from './audit-tallies.repository.js';

const nameOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`;
const reads: ReadonlyMap<string, CountedAction> = new Map([
  [nameOf(operations.listCustomers), 'customers.read'],
  [nameOf(operations.searchIntents), 'customers.read'],
  [nameOf(operations.readTestInbox), 'test_inbox.read'],
]);
const userSignIn = nameOf(operations.signIn);

/**
 * The act of a request that the audit trail counts: a refusal by a member's role, a member's read of customers' data or of the test
 * inbox, a wrong password of a customer. The subject is the operation. Undefined for any other request.
 */
export function countedActOf({ merchantId, mode, requestId, ...request }: LoggedRequest): CountedAct | undefined {
  const { memberId, apiKeyId, method, path, code, status } = request;
  const subject = `${method} ${path}`;
  const act = { merchantId, mode, subject, requestId };
  if (memberId === null) {
    const isRefused = subject === userSignIn && code === 'credentials_invalid';
    return isRefused ? { ...act, action: 'customer.sign_in_refused', actor: apiKeyId ?? 'checkout' } : undefined;
  }
  if (code === 'scope_missing') return { ...act, action: 'member.refused', actor: memberId };
  const action = reads.get(subject);
  return action !== undefined && status === 200 ? { ...act, action, actor: memberId } : undefined;
}
