import type { FloatTransfer } from '@paygate/contracts';
import type { StoredFloatTransfer } from './floats.repository.js';

export function floatTransferOf({ transferId, from, to, amount, recordedAt }: StoredFloatTransfer): FloatTransfer {
  return { transferId, from, to, amount: amount.toString(), recordedAt: recordedAt.toISOString() };
}
