import type { PayoutBatch } from '@paygate/api-types';
import { call } from '../../../api/client.js';
import type { ListRow } from '../../../lists/rows.js';
import { partsOf } from './list-parts.js';

/** A list that becomes a batch. Repeats of one list have one key, and end in one draft. */
export interface SentList {
  readonly name: string;
  readonly rows: readonly ListRow[];
  readonly idempotencyKey: string;
}

/** Drafts a batch of a list, part after part, and closes the draft where no row of it has a fault. */
export async function sendList(list: SentList, onRows: (rows: number) => void): Promise<PayoutBatch> {
  const [first = [], ...others] = partsOf(list.rows);
  const { idempotencyKey } = list;
  let batch = await call('POST /payout-batches', { body: { name: list.name, rows: [...first] } }, { idempotencyKey });
  // an earlier try has closed it, and its answer was lost
  if (batch.status !== 'DRAFT') return batch;
  const path = { id: batch.id };
  let done = first.length;
  onRows(done);
  for (const part of others) {
    batch = await call('POST /payout-batches/{id}/rows', { path, body: { rows: [...part] } });
    done += part.length;
    onRows(done);
  }
  return batch.faultCount > 0 ? batch : call('POST /payout-batches/{id}/seal', { path });
}
