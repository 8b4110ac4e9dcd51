/**
 * Amounts with the code by which a payment and a payout within the standard bounds are refused. Each place that takes an amount of one, or states its
 * fee, runs the table.
 */
export const boundedAmounts: readonly (readonly [string, 'amount_too_small' | 'amount_too_large' | undefined])[] = [
  ['1', 'amount_too_small'],
  ['99', 'amount_too_small'],
  ['100', undefined],
  ['1000000', undefined],
  ['1000001', 'amount_too_large'],
  ['999999999999', 'amount_too_large'],
];
