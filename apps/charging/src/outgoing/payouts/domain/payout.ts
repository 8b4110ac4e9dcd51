import type { MobileOperator, PayoutFailureCode, PayoutSource } from '@paygate/contracts';
import type { LedgerNumber } from '../../../books/ledger/domain/ledger.js';
import type { OutgoingRow } from '../../../outgoing/domain/outgoing.js';

export type PayoutState = 'pending' | 'completed' | 'failed' | 'canceled';

/** A payout as its row has it. The amount leaves the balance, the fee included; both in minor units. */
export interface StoredPayout extends OutgoingRow {
  readonly payoutId: string;
  readonly destinationId: string;
  readonly rail: MobileOperator;
  readonly phoneMasked: string;
  readonly fee: bigint;
  readonly source: PayoutSource;
  readonly keyHash: string;
  readonly bodyHash: string;
  readonly state: PayoutState;
  readonly failureCode: PayoutFailureCode | null;
}

/** A destination as its row has it. */
export interface StoredDestination {
  readonly destinationId: string;
  readonly merchantId: string;
  readonly ledger: LedgerNumber;
  readonly rail: MobileOperator;
  /** `recipient`: made by the approval of a batch. */
  readonly kind: 'own' | 'recipient';
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
