import type { PaymentIntent, Refund } from '@paygate/api-types';
import { call } from '../../../api/client.js';
import type { PaymentsSearch } from '../../../urls/search.js';
import { readPayments } from '../payments-list.js';
import type { AllRows } from './all-pages.js';
import { allPages } from './all-pages.js';

const LONGEST_PAGE = 100;

interface Wanted {
  readonly filters: Omit<PaymentsSearch, 'after'>;
  readonly phone: string;
  /** The member may read refunds. */
  readonly withRefunds: boolean;
  readonly signal: AbortSignal;
  readonly onRows: (rows: number) => void;
}

/** The payments that the filters leave, newest first, and their refunds, unless the member may not read them. Throws ApiError. */
export async function readExport({ filters, phone, withRefunds, signal, onRows }: Wanted): Promise<{
  readonly payments: AllRows<PaymentIntent>;
  readonly refunds: readonly Refund[] | undefined;
}> {
  const payments = await allPages((after, ending) => readPayments({ ...filters, after }, phone, ending), {
    signal,
    onRows,
  });
  const completed = payments.rows.filter(({ status }) => status === 'COMPLETED');
  const oldest = completed.at(-1)?.createdAt;
  if (!withRefunds || oldest === undefined) return { payments, refunds: undefined };
  const ids = new Set(completed.map(({ id }) => id));
  // refunds in progress are not yet in the `amountRefunded` of their payment
  const refunds = await allPages((startingAfter, ending) => {
    const query = { createdFrom: oldest, limit: LONGEST_PAGE, startingAfter };
    return call('GET /refunds', { query }, { signal: ending });
  }, reading(signal));
  return { payments, refunds: refunds.rows.filter(({ paymentIntentId }) => ids.has(paymentIntentId)) };
}

function reading(signal: AbortSignal) {
  return { signal, onRows: () => undefined };
}
