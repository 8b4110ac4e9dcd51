import type { PayoutBatch, PayoutBatchRow, PayoutBatchRowView, PayoutBatchView } from '@paygate/contracts';
import type { Sealer } from '@paygate/platform';

/** A batch as the API answers it. */
export function batchViewOf({ batchId: id, ...batch }: PayoutBatch): PayoutBatchView {
  const view: Omit<typeof batch, 'merchantId'> & { merchantId?: string } = { ...batch };
  delete view.merchantId;
  return { id, object: 'payout_batch', ...view };
}

/** A row as the API answers it, with its name opened. */
export function batchRowViewOf({ name, ...row }: PayoutBatchRow, sealer: Sealer): PayoutBatchRowView {
  return {
    object: 'payout_batch_row',
    ...row,
    name: name === undefined ? null : sealer.open(name, 'payout-batch.name'),
  };
}
