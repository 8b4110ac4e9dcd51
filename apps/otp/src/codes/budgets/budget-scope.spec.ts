import { expect, test } from '@jest/globals';
import { budgetScopeOf } from './budget-scope.js';

const caller = { merchantId: 'mer_1', userId: 'usr_1', signedIn: false } as const;
const payments = {
  none: null,
  'any user’s': { intentId: 'pi_1', payerId: null },
  'the user’s': { intentId: 'pi_1', payerId: 'usr_1' },
  'another’s': { intentId: 'pi_1', payerId: 'usr_2' },
} as const;
const untrusted = { none: 'untrusted', 'any user’s': 'untrusted', 'the user’s': 'untrusted', 'another’s': 'untrusted' };
const merchants = 'merchant:mer_1';

test.each([
  ['publishable', untrusted],
  ['session', { ...untrusted, 'the user’s': merchants, 'another’s': 'intent:pi_1' }],
  ['secret', { none: merchants, 'any user’s': merchants, 'the user’s': merchants, 'another’s': 'intent:pi_1' }],
] as const)('with a %s credential the scope follows from what is known of the payer', (credential, scopes) => {
  for (const [payment, scope] of Object.entries(scopes))
    expect([payment, budgetScopeOf({ ...caller, credential }, payments[payment as keyof typeof payments])]).toEqual([
      payment,
      scope,
    ]);
});

test('of the signed-in user is that user’s, whatever is named', () => {
  for (const payment of Object.values(payments))
    expect(budgetScopeOf({ ...caller, signedIn: true, credential: 'publishable' }, payment)).toBe('signed_in');
});
