import type { Scenario } from './scenarios.js';
import { scenario } from './scenarios.js';

/** The outcome of a refund or a cash-in by the digits of the payer who gets their money back. It succeeds for every other number. */
export const refundScenarios: Readonly<Record<string, Scenario>> = {
  '50': scenario('the refund succeeds after 25 s', 'approved', { afterSeconds: 25 }),
  '51': scenario('the refund fails', 'not_performed'),
  '52': scenario('the refund is processed, and its connection reset; no callback', 'approved', {
    ...{ callbacks: 'none', submit: 'reset_after' },
  }),
};

/** The scenarios that transfers and cash-ins to a number of payouts share. */
const payoutScenarios: Readonly<Record<string, Scenario>> = {
  '60': scenario('the payee is paid after 25 s', 'approved', { afterSeconds: 25 }),
  '61': scenario('the transfer fails', 'not_performed'),
  '62': scenario('the payee is paid, and the connection reset; no callback', 'approved', {
    ...{ callbacks: 'none', submit: 'reset_after' },
  }),
  // Paygate sends it after a while, in which it can be canceled
  '63': scenario('the payee is paid', 'approved'),
};

/** The outcome of a cash-in by the digits of its number: a refund, or a payout, whose numbers no payer has. */
export const cashInScenarios: Readonly<Record<string, Scenario>> = {
  ...refundScenarios,
  ...payoutScenarios,
  '13': scenario('the payee has no account', 'payee_not_found'),
};

export const REFUNDED = scenario('the refund succeeds', 'approved');

/** The outcome of a transfer by the digits of the payee. A number that is not listed has no account. */
export const transferScenarios: Readonly<Record<string, Scenario>> = {
  '01': scenario('the payee is paid', 'approved'),
  '03': scenario('the payee is paid without a callback', 'approved', { callbacks: 'none' }),
  '04': scenario('the transfer stays pending until a person decides on the phone page'),
  '13': scenario('the payee has no account', 'payee_not_found'),
  ...payoutScenarios,
};
