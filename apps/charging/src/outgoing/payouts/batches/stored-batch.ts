import type { BatchRowFault, BatchRowWarning, MobileOperator, NameCheck, PayoutFailureCode } from '@paygate/contracts';
import type { LedgerNumber } from '../../../books/ledger/domain/ledger.js';
import type { PayoutState } from '../domain/payout.js';

export type BatchState = 'draft' | 'ready' | 'processing' | 'paused' | 'completed' | 'canceled';

export interface StoredApproval {
  readonly memberId: string;
  readonly approvedAt: string;
}

/** A batch as its row has it, with the counts of its rows. Amounts in minor units. */
export interface StoredBatch {
  readonly batchId: string;
  readonly merchantId: string;
  readonly ledger: LedgerNumber;
  readonly name: string;
  readonly draftedBy: string | null;
  readonly keyHash: string;
  readonly bodyHash: string;
  readonly contentHash: string | null;
  readonly state: BatchState;
  readonly hash: string | null;
  /** The members who must stand behind it; null for a draft. */
  readonly persons: number | null;
  readonly repeats: string | null;
  readonly createdAt: Date;
  readonly sealedAt: Date | null;
  readonly approvedAt: Date | null;
  readonly canceledAt: Date | null;
  readonly endedAt: Date | null;
  readonly rowCount: number;
  readonly faultCount: number;
  readonly warningCount: number;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly namesWaiting: number;
  readonly namesMatching: number;
  readonly namesDiffering: number;
  readonly namesUnknown: number;
  readonly pending: number;
  readonly processing: number;
  readonly completed: number;
  readonly failed: number;
  readonly canceled: number;
  readonly approvals: readonly StoredApproval[];
}

/** A row as it is given. */
export interface NewBatchRow {
  readonly number: number;
  readonly rail: MobileOperator | null;
  /** Sealed for the row, as is the name. */
  readonly phone: string;
  readonly phoneMasked: string;
  readonly phoneIndex: string;
  readonly name: string | null;
  readonly reference: string | null;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly faults: readonly BatchRowFault[];
}

/** A row as it is stored, with what its payout has. */
export interface StoredBatchRow extends NewBatchRow {
  readonly warnings: BatchRowWarning[];
  readonly nameCheck: NameCheck | null;
  readonly payoutId: string | null;
  readonly payoutState: PayoutState | null;
  readonly failureCode: PayoutFailureCode | null;
  readonly operationState: string | null;
  readonly usableAt: Date | null;
}

/** True for a batch that a member drafted, and no key. */
export function isOfMember({ draftedBy }: Pick<StoredBatch, 'draftedBy'>): boolean {
  return draftedBy?.startsWith('mem_') === true;
}

/** The members who already stand behind a batch: those who approved it, and the one who drafted it. */
export function personsOf({ draftedBy, approvals }: Pick<StoredBatch, 'draftedBy' | 'approvals'>): ReadonlySet<string> {
  const drafter = draftedBy !== null && isOfMember({ draftedBy }) ? [draftedBy] : [];
  return new Set([...drafter, ...approvals.map(({ memberId }) => memberId)]);
}

/** The approvals that a batch still lacks, at least one before the first. */
export function approvalsMissing(batch: Pick<StoredBatch, 'state' | 'persons' | 'draftedBy' | 'approvals'>): number {
  if (batch.state !== 'draft' && batch.state !== 'ready') return 0;
  const missing = (batch.persons ?? 1) - personsOf(batch).size;
  return Math.max(missing, batch.approvals.length === 0 ? 1 : 0);
}
