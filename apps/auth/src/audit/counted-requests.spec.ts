import { describe, expect, test } from '@jest/globals';
import type { ErrorCode, LoggedRequest, Operation } from '@paygate/contracts';
import { errorCatalogue, errorsOf, operationList, takesSession } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { countedActOf, rightsRefused } from './counted-requests.js';

/** The answers 403 that refuse no right of a known caller, each with its reason. */
const refusesNoRight: readonly ErrorCode[] = [
  // recorded by itself, by each gateway once in a minute
  'secret_key_in_browser',
  // nobody is known yet
  'https_required',
  // a setting of the account
  'phone_ask_not_allowed',
  // of the payer, not of the caller
  ...(['reauthentication_required', 'payer_phone_not_allowed', 'guest_not_allowed'] as const),
];

const [memberId, apiKeyId] = [newId('member'), newId('apiKey')];
const requestOf = (
  { method, path }: Pick<Operation, 'method' | 'path'>,
  more: Partial<LoggedRequest>,
): LoggedRequest => ({
  ...{ entryId: newId('requestLogEntry'), merchantId: newId('merchant'), mode: 'test', method, path, status: 403 },
  ...{ code: null, apiKeyId: null, memberId: null, requestId: newId('request'), durationMs: 12 },
  ...{ answeredAt: '2026-11-28T10:00:00.000Z', ...more },
});
const named = (operations: readonly Operation[]) =>
  operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);
const refusalsOf = (operation: Operation) => errorsOf(operation).filter((code) => rightsRefused.has(code));

test('[1.61] every answer 403 refuses a right, or is known not to', () => {
  const forbidden = Object.entries(errorCatalogue).flatMap(([code, { status }]) => (status === 403 ? [code] : []));
  expect([...rightsRefused, ...refusesNoRight].toSorted()).toEqual(forbidden.toSorted());
});

describe('[1.61] a refused right is counted, whatever the operation', () => {
  test.each(named(operationList.filter((operation) => refusalsOf(operation).length > 0)))(
    '%s',
    (subject, operation) => {
      for (const code of refusalsOf(operation)) {
        const byMember = countedActOf(requestOf(operation, { memberId, code }));
        expect(byMember).toMatchObject({ action: 'member.refused', subject, actor: memberId });
        const byKey = countedActOf(requestOf(operation, { apiKeyId, code }));
        expect(byKey).toMatchObject({ action: 'api_key.refused', subject, actor: apiKeyId });
        // nobody in particular
        expect(countedActOf(requestOf(operation, { code }))).toBeUndefined();
      }
    },
  );
});

test.each([
  ['GET /customers', 'customers.read', 'customers.read'],
  ['GET /customers/guests', 'customers.read', 'customers.read'],
  ['GET /test-inbox', 'test_inbox.read', 'test_inbox.read'],
  ['POST /gateway/search', 'customers.read', undefined],
  ['GET /gateway', undefined, undefined],
])('[1.61] %s is counted as a read of members and keys, when it was answered', (name, ofMember, ofKey) => {
  const [method = '', path = ''] = name.split(' ');
  const asked = { method, path } as Operation;
  const answered = { status: 200 };
  expect(countedActOf(requestOf(asked, { ...answered, memberId }))?.action).toBe(ofMember);
  expect(countedActOf(requestOf(asked, { ...answered, apiKeyId }))?.action).toBe(ofKey);
  expect(countedActOf(requestOf(asked, { status: 404, memberId }))).toBeUndefined();
  expect(countedActOf(requestOf(asked, { status: 404, apiKeyId }))).toBeUndefined();
});

test('[1.61] what customers ask for, with a key or at the payment page, is counted', () => {
  const signIn = { method: 'POST', path: '/auth/web' } as const;
  const reset = { method: 'POST', path: '/auth/password/forgot' } as const;
  const wrong = { status: 401, code: 'credentials_invalid' };
  expect(countedActOf(requestOf(signIn, wrong))).toMatchObject({
    action: 'customer.sign_in_refused',
    actor: 'checkout',
  });
  expect(countedActOf(requestOf(signIn, { ...wrong, apiKeyId }))).toMatchObject({ actor: apiKeyId });
  const requested = { action: 'customer.password_reset_requested' };
  expect(countedActOf(requestOf(reset, { status: 202 }))).toMatchObject({ ...requested, actor: 'checkout' });
  expect(countedActOf(requestOf(reset, { status: 202, apiKeyId }))).toMatchObject({ ...requested, actor: apiKeyId });
  expect(countedActOf(requestOf(reset, { status: 429, code: 'quota_spent' }))).toBeUndefined();
});

test('an operation that succeeds is not counted, unless it reads', () => {
  const counted = operationList.filter((operation) => {
    const by = takesSession(operation) ? { memberId } : { apiKeyId };
    return countedActOf(requestOf(operation, { ...by, status: operation.success }))?.action !== undefined;
  });
  expect(counted.map(({ id }) => id).toSorted()).toEqual([
    'beginPasswordReset',
    'listCustomers',
    'listGuests',
    'readTestInbox',
    'searchIntents',
  ]);
});
