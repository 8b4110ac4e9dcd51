import type { PaymentFailure, PaymentMethod } from '@paygate/api-types';

type Listed<Value> = Value extends string ? (object extends Record<Value, 1> ? never : Value) : never;

/** The outcome of a payment from a number: paid, with the code of a failure, or as a person decides. */
export type Outcome = 'paid' | 'open' | Listed<PaymentFailure['code']>;

/** The prefixes of each operator's numbers in test mode. The last two digits follow. */
export const prefixes = {
  mtn_momo: '+2376777700',
  orange_money: '+2376977700',
} as const satisfies Readonly<Partial<Record<Listed<PaymentMethod['operator']>, string>>>;

/** The outcome by the last two digits, as the guide to test mode lists them. */
export const testNumbers = {
  '01': 'paid',
  '02': 'paid',
  '04': 'open',
  '10': 'insufficient_funds',
  '11': 'payer_rejected',
  '12': 'payer_timeout',
  '13': 'payer_not_found',
  '14': 'payer_limit_reached',
  '15': 'payer_blocked',
  '18': 'rail_error',
  '32': 'paid',
  '50': 'paid',
  '51': 'paid',
  '52': 'paid',
} as const satisfies Readonly<Record<string, Outcome>>;
