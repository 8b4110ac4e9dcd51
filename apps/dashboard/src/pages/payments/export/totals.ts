import type { PaymentIntent } from '@paygate/api-types';

/** Sums of the completed payments of a currency. Minor units. */
export interface Totals {
  readonly currency: string;
  readonly payments: number;
  readonly amount: string;
  readonly fee: string;
  readonly net: string;
  readonly refunded: string;
}

/** The sums of a list, by currency. A payment that is not completed has brought nothing. */
export function totalsOf(payments: readonly PaymentIntent[]): readonly Totals[] {
  const completed = payments.filter(({ status }) => status === 'COMPLETED');
  return [...Map.groupBy(completed, ({ currency }) => currency)].map(([currency, of]) => ({
    ...{ currency, payments: of.length, amount: sumOf(of, 'amount'), fee: sumOf(of, 'fee'), net: sumOf(of, 'net') },
    refunded: sumOf(of, 'amountRefunded'),
  }));
}

function sumOf(payments: readonly PaymentIntent[], part: 'amount' | 'fee' | 'net' | 'amountRefunded'): string {
  return payments.reduce((sum, payment) => sum + BigInt(payment[part] ?? '0'), 0n).toString();
}
