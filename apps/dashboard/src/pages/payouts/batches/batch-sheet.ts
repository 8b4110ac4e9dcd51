import type { PayoutBatchRow } from '@paygate/api-types';
import type { Sheet } from '@paygate/paper';
import { decimalOf, exponentOf } from '@paygate/paper';
import { wordFor } from '../../../i18n/api-words.js';
import type { Messages } from '../../../i18n/en.js';

/** The report of a batch: a line for each of its rows, with what became of it. */
export function batchSheet(rows: readonly PayoutBatchRow[], currency: string, t: Messages): Sheet {
  const { batches, payouts } = t;
  const money = (amount: string) => decimalOf(amount, exponentOf(currency));
  return {
    columns: [
      { heading: batches.number, kind: 'number' },
      { heading: payouts.phone, kind: 'text' },
      { heading: payouts.operatorOf, kind: 'text' },
      { heading: batches.nameOf, kind: 'text' },
      { heading: batches.nameCheck, kind: 'text' },
      { heading: batches.reference, kind: 'text' },
      { heading: `${payouts.amount} (${currency})`, kind: 'money' },
      { heading: `${batches.fee} (${currency})`, kind: 'money' },
      { heading: batches.status, kind: 'text' },
      { heading: payouts.failure, kind: 'text' },
      { heading: payouts.id, kind: 'text' },
    ],
    rows: rows.map((row) => [
      String(row.number),
      row.phoneMasked,
      row.operator === null ? '' : wordFor(t.operator, row.operator),
      row.name ?? '',
      row.nameCheck === null ? '' : wordFor(batches.nameChecks, row.nameCheck),
      row.reference ?? '',
      money(row.amount),
      money(row.fee),
      row.status === null ? '' : wordFor(payouts.statuses, row.status),
      row.failure === null ? '' : wordFor(payouts.failures, row.failure.code),
      row.payoutId ?? '',
    ]),
  };
}
