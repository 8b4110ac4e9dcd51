import type { SetMerchantCommand } from '@paygate/contracts';

/** The changes that an operator may make to a merchant, by the word of the command line. */
export const merchantChanges: ReadonlyMap<string, Omit<SetMerchantCommand, 'merchantId'>> = new Map([
  ['activate-live', { liveActive: true }],
  ['deactivate-live', { liveActive: false }],
  ['suspend', { active: false }],
  ['resume', { active: true }],
  ['sign-in-for-wallet', { customerSignIn: 'wallet' }],
  ['require-sign-in', { customerSignIn: 'always' }],
  ['waive-sign-in', { customerSignIn: 'never' }],
  ['allow-other-phones', { otherPhones: true }],
  ['refuse-other-phones', { otherPhones: false }],
  ['allow-guests', { guestPayments: true }],
  ['refuse-guests', { guestPayments: false }],
]);
