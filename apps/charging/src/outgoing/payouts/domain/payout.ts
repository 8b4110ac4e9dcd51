import type { MobileOperator, PayoutFailureCode, PayoutSource } from '@paygate/contracts';
import type { LedgerNumber } from '../../../books/ledger/domain/ledger.js';

export type PayoutState = 'pending' | 'completed' | 'failed' | 'canceled';

/** A payout as its row has it. Amounts in minor units. */
export interface StoredPayout {
  readonly payoutId: string;
  readonly destinationId: string;
  readonly merchantId: string;
  readonly ledger: LedgerNumber;
  readonly rail: MobileOperator;
  readonly phoneMasked: string;
  /** The amount that leaves the balance, the fee included. */
  readonly amount: bigint;
  readonly fee: bigint;
  readonly source: PayoutSource;
  readonly reason: string | null;
  readonly metadata: string;
  readonly actor: string | null;
  readonly keyHash: string;
  readonly bodyHash: string;
  /** Null in a row of the schedule, or of the version before. */
  readonly contentHash: string | null;
  readonly state: PayoutState;
  readonly failureCode: PayoutFailureCode | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly endedAt: Date | null;
  /** The state of its operation at the rail. */
  readonly operationState: string;
  /** The operator's own number of the transaction. */
  readonly providerReference: string | null;
}

/** A destination as its row has it. */
export interface StoredDestination {
  readonly destinationId: string;
  readonly merchantId: string;
  readonly ledger: LedgerNumber;
  readonly rail: MobileOperator;
  /** Sealed for the destination. */
  readonly phone: string;
  readonly phoneMasked: string;
  readonly label: string;
  readonly keyHash: string | null;
  readonly bodyHash: string | null;
  readonly contentHash: string | null;
  readonly usableAt: Date;
  readonly revokedAt: Date | null;
  readonly createdAt: Date;
  /** By the clock of the database. */
  readonly isUsable: boolean;
}
