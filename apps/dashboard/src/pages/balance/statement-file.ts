import type { PaymentIntent } from '@paygate/api-types';
import { spanOfMonth } from '@paygate/paper';
import { ApiError, call, download } from '../../api/client.js';
import { allPages } from '../payments/export/all-pages.js';
import type { StatementRow } from './statement-sheet.js';
import { paymentsOfRows, statementRows } from './statement-sheet.js';

const LONGEST_PAGE = 100;
/** A payment is charged at most so long after it was created: the longest `expiresIn`. */
const LONGEST_OPEN_MS = 86_400_000;
/** Payments of earlier months, whose refunds are in this one, that are read one by one. */
const MOST_SINGLE = 500;

interface ReadStatement {
  readonly rows: readonly StatementRow[];
  readonly payments: ReadonlyMap<string, PaymentIntent>;
  /** The moment at which the statement ends. */
  readonly to: string;
}

/** The statement of a month, and the payments that it names. Throws ApiError. */
export async function readStatement(month: string, signal: AbortSignal): Promise<ReadStatement> {
  const { file, headers } = await download('GET /balance/statement', { query: { month } }, signal);
  const rows = statementRows(await file.text());
  return { rows, payments: await paymentsOf(rows, month, signal), to: headers.get('x-statement-to') ?? '' };
}

async function paymentsOf(
  rows: readonly StatementRow[],
  month: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, PaymentIntent>> {
  const wanted = paymentsOfRows(rows);
  if (wanted.length === 0) return new Map();
  const { from, to } = spanOfMonth(month);
  const createdFrom = new Date(Date.parse(from) - LONGEST_OPEN_MS).toISOString();
  const completed = await allPages(
    (startingAfter, ending) => {
      const query = {
        createdFrom,
        createdTo: to,
        status: ['COMPLETED'] as 'COMPLETED'[],
        limit: LONGEST_PAGE,
        startingAfter,
      };
      return call('GET /gateway', { query }, { signal: ending });
    },
    { signal, onRows: () => undefined },
  );
  const found = new Map(completed.rows.map((payment) => [payment.id, payment]));
  for (const id of wanted.filter((one) => !found.has(one)).slice(0, MOST_SINGLE)) {
    const payment = await paymentOf(id, signal);
    if (payment !== undefined) found.set(id, payment);
  }
  return found;
}

/** Undefined for a payment that is not kept any more. */
async function paymentOf(id: string, signal: AbortSignal): Promise<PaymentIntent | undefined> {
  const read = async () => ({
    data: [await call('GET /gateway/{id}', { path: { id } }, { signal })],
    nextCursor: null,
  });
  try {
    return (await allPages(read, { signal, onRows: () => undefined })).rows[0];
  } catch (error) {
    if (error instanceof ApiError && error.problem?.code === 'intent_not_found') return undefined;
    throw error;
  }
}
