import type { PaymentIntent, Refund } from '@paygate/api-types';
import { useApi } from '../../../api/queries.js';
import { useMay } from '../../../api/session.js';

/** The most refunds that a page of the API holds. */
export const MOST_REFUNDS = 100;

/**
 * The amount that can still be refunded, in minor units; undefined until it is known, and for a payment that has no refunds. What is on its way
 * back is not offered again: `amountRefunded` has it only once it arrived.
 */
export function useRefundable(payment: PaymentIntent | undefined, every: number): string | undefined {
  const mayRead = useMay('refunds:read');
  const isCompleted = payment?.status === 'COMPLETED';
  const input = { path: { id: payment?.id ?? '' }, query: { limit: MOST_REFUNDS } };
  const refunds = useApi('GET /gateway/{id}/refunds', input, { every, enabled: isCompleted && mayRead });
  if (!isCompleted || (mayRead && refunds.data === undefined)) return undefined;
  return refundable(payment, refunds.data?.data ?? []);
}

type Amounts = Pick<PaymentIntent, 'amount' | 'amountRefunded'> & Partial<Pick<PaymentIntent, 'amountReversed'>>;

/** The amount of a payment less what was refunded, what is on its way, and what the operator has taken back. */
export function refundable(
  { amount, amountRefunded, amountReversed = '0' }: Amounts,
  refunds: readonly Refund[],
): string {
  const pending = refunds.filter(({ status }) => status === 'PENDING');
  const rest = pending.reduce(
    (left, refund) => left - BigInt(refund.amount),
    BigInt(amount) - BigInt(amountRefunded) - BigInt(amountReversed),
  );
  return (rest < 0n ? 0n : rest).toString();
}
