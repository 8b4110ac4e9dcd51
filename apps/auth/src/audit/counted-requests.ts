import type { ErrorCode, LoggedRequest, Operation } from '@paygate/contracts';
import { operations } from '@paygate/contracts';
import type { CountedAction } from './audit-record.js';
import type { CountedAct } from './audit-tallies.repository.js';

const nameOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`;

/** The refusals of a right to a caller who is known: by a scope or role, by the kind of key, by the mode or place of the request. */
export const rightsRefused: ReadonlySet<ErrorCode> = new Set([
  'scope_missing',
  'second_person_required',
  'owner_required',
  'secret_key_required',
  'mode_mismatch',
  'merchant_inactive',
  'origin_not_allowed',
]);

/** Reads that are counted, of members and, where the key alone suffices for all customers, of API keys. */
const readsOfMembers: ReadonlyMap<string, CountedAction> = new Map([
  [nameOf(operations.listCustomers), 'customers.read'],
  [nameOf(operations.listGuests), 'customers.read'],
  [nameOf(operations.searchIntents), 'customers.read'],
  [nameOf(operations.readTestInbox), 'test_inbox.read'],
]);
const readsOfKeys: ReadonlyMap<string, CountedAction> = new Map([
  [nameOf(operations.listCustomers), 'customers.read'],
  [nameOf(operations.listGuests), 'customers.read'],
  [nameOf(operations.readTestInbox), 'test_inbox.read'],
]);
const userSignIn = nameOf(operations.signIn);
const userReset = nameOf(operations.beginPasswordReset);

/**
 * The act of a request that the audit trail counts: a refused right, a read of customers' data or of the test inbox, a wrong password of
 * a customer, a password reset that a customer asks for. The subject is the operation. Undefined for any other request.
 */
export function countedActOf(request: LoggedRequest): CountedAct | undefined {
  const { merchantId, mode, requestId, method, path, memberId, apiKeyId } = request;
  const subject = `${method} ${path}`;
  const action = memberId === null ? ofVisitor(subject, request) : ofMember(subject, request);
  return action && { merchantId, mode, subject, requestId, action, actor: memberId ?? apiKeyId ?? 'checkout' };
}

function ofMember(subject: string, { code, status }: LoggedRequest): CountedAction | undefined {
  if (isRight(code)) return 'member.refused';
  return status === 200 ? readsOfMembers.get(subject) : undefined;
}

/** Of an API key, or of the payment page. */
function ofVisitor(subject: string, { code, status, apiKeyId }: LoggedRequest): CountedAction | undefined {
  if (subject === userSignIn && code === 'credentials_invalid') return 'customer.sign_in_refused';
  if (subject === userReset && isSuccess(status)) return 'customer.password_reset_requested';
  if (apiKeyId === null) return undefined;
  if (isRight(code)) return 'api_key.refused';
  return status === 200 ? readsOfKeys.get(subject) : undefined;
}

const isRight = (code: string | null): boolean => (rightsRefused as ReadonlySet<string | null>).has(code);
const isSuccess = (status: number | null): boolean => status !== null && status < 300;
