import type { PaymentIntent, Refund } from '@paygate/api-types';

/** Sums of the completed payments of a currency, of their refunds, and of what operators have taken back. Minor units. */
export interface Totals {
  readonly currency: string;
  readonly payments: number;
  /** What customers have paid. */
  readonly received: string;
  /** What went back to them. */
  readonly refunded: string;
  /** What operators have taken back. */
  readonly reversed: string;
  /** `received` less `refunded` and `reversed`. */
  readonly amount: string;
  readonly fee: string;
  /** `amount` less `fee`. */
  readonly net: string;
}

/**
 * The sums of a list, by currency. What is not completed has moved nothing. Without a list of refunds, payments say what was refunded of
 * them.
 */
export function totalsOf(payments: readonly PaymentIntent[], refunds?: readonly Refund[]): readonly Totals[] {
  const completed = payments.filter(({ status }) => status === 'COMPLETED');
  return [...Map.groupBy(completed, ({ currency }) => currency)].map(([currency, of]) => {
    const back = refunds?.filter((refund) => refund.status === 'COMPLETED' && refund.currency === currency);
    const received = sum(of.map(({ amount }) => amount));
    const fee = sum(of.map((payment) => payment.fee));
    const refunded = sum(back?.map(({ amount }) => amount) ?? of.map(({ amountRefunded }) => amountRefunded));
    const reversed = sum(of.map(({ amountReversed = '0' }: Partial<PaymentIntent>) => amountReversed));
    const amount = received - refunded - reversed;
    return {
      ...{ currency, payments: of.length, received: received.toString(), refunded: refunded.toString() },
      ...{
        reversed: reversed.toString(),
        amount: amount.toString(),
        fee: fee.toString(),
        net: (amount - fee).toString(),
      },
    };
  });
}

function sum(amounts: readonly (string | null)[]): bigint {
  return amounts.reduce((total, amount) => total + BigInt(amount ?? '0'), 0n);
}
