import type { DeclineCode } from '@paygate/contracts';

/**
 * The reasons for which Orange Money refuses or fails payments, by the code in its answer. Only 60019 is published: docs/rails.md lists what the
 * operator must confirm. A code that is not here is `rail_error`.
 */
export const orangeMoneyReasons: ReadonlyMap<string, DeclineCode> = new Map<string, DeclineCode>([
  ['60019', 'insufficient_funds'],
  ['60011', 'payer_not_found'],
  ['60014', 'payer_limit_reached'],
  ['60017', 'payer_blocked'],
  ['60021', 'payer_rejected'],
  ['60022', 'payer_timeout'],
  ['60030', 'rail_error'],
  ['50000', 'rail_error'],
]);

/** The same by the final status, where an answer has no code. */
export const orangeMoneyStatuses: ReadonlyMap<string, DeclineCode> = new Map<string, DeclineCode>([
  ['FAILED', 'rail_error'],
  ['CANCELLED', 'payer_rejected'],
  ['EXPIRED', 'payer_timeout'],
]);

/** The same of a cash-in, whose payer is the merchant's own channel and whose payee paid the original. */
export const cashInReasons: ReadonlyMap<string, DeclineCode> = new Map<string, DeclineCode>([
  ...orangeMoneyReasons,
  ['60019', 'rail_unavailable'],
  ['60012', 'payer_not_found'],
]);
