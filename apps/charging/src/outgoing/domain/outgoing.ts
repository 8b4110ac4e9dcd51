import type { LedgerNumber } from '../../books/ledger/domain/ledger.js';

/** The columns that refunds and payouts share. Amount in minor units. */
export interface OutgoingRow {
  readonly merchantId: string;
  readonly ledger: LedgerNumber;
  readonly amount: bigint;
  readonly reason: string | null;
  readonly metadata: string;
  readonly actor: string | null;
  /** Null, too, in a row that the version before wrote, and in a payout of a schedule. */
  readonly contentHash: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly endedAt: Date | null;
  /** The state of its operation at the rail; null for a wallet, and where it is not read. */
  readonly operationState: string | null;
  /** The operator's own number of the transaction. */
  readonly providerReference: string | null;
}
