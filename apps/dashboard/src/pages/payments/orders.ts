import type { PaymentIntent } from '@paygate/api-types';

/** The tries of one order: the one that counts, and the others, the newest first. */
export interface Order<Payment> {
  readonly payment: Payment;
  readonly others: readonly Payment[];
}

type Try = Pick<PaymentIntent, 'id' | 'status' | 'reference' | 'retryOf'>;

const CAME_TO_NOTHING: readonly string[] = ['FAILED', 'EXPIRED', 'CANCELED'];

/**
 * The payments of a list by order, in its sequence. Further tries name the first one, and what a shop begins anew has the same reference, which
 * at most one open or completed payment has. That one counts, else the newest.
 */
export function ordersOf<Payment extends Try>(payments: readonly Payment[]): readonly Order<Payment>[] {
  const tries = Map.groupBy(payments, ({ id, reference, retryOf }) => reference ?? retryOf ?? id);
  return [...tries.values()].flatMap((found) => {
    const payment = found.find(({ status }) => !CAME_TO_NOTHING.includes(status)) ?? found[0];
    return payment === undefined ? [] : [{ payment, others: found.filter((other) => other !== payment) }];
  });
}
