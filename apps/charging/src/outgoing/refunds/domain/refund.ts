import type { DeclineCode, MobileOperator, RefundStatus } from '@paygate/contracts';
import type { LedgerNumber } from '../../../books/ledger/domain/ledger.js';

/** The part of a charge that its refunds are judged by. Amounts in minor units. */
export interface RefundableCharge {
  readonly chargeId: string;
  readonly intentId: string;
  readonly merchantId: string;
  readonly userId: string | null;
  readonly ledger: LedgerNumber;
  readonly method: 'wallet' | 'mobile_money';
  readonly amount: bigint;
  readonly isDeclined: boolean;
  /** The rail that collected it, where it was mobile money, and the phone that paid, sealed for the charge. */
  readonly rail: MobileOperator | null;
  readonly phone: string | null;
  readonly phoneMasked: string | null;
}

export type RefundState = 'pending' | 'completed' | 'failed';

export const refundStatusOf: Readonly<Record<RefundState, RefundStatus>> = {
  pending: 'PENDING',
  completed: 'COMPLETED',
  failed: 'FAILED',
};

/** A refund as its row has it. Amount in minor units. */
export interface StoredRefund {
  readonly refundId: string;
  readonly chargeId: string;
  readonly intentId: string;
  readonly merchantId: string;
  readonly ledger: LedgerNumber;
  readonly method: 'wallet' | 'mobile_money';
  readonly amount: bigint;
  /** The fee of its charge, which stays. */
  readonly feeKept: bigint;
  readonly reason: string | null;
  readonly metadata: string;
  readonly actor: string | null;
  /** Null once the key is forgotten. */
  readonly keyHash: string | null;
  readonly bodyHash: string | null;
  /** Null, too, in a row that the version before wrote. */
  readonly contentHash: string | null;
  readonly state: RefundState;
  readonly failureCode: DeclineCode | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly endedAt: Date | null;
  /** The state of its operation at the rail; null for a wallet. */
  readonly operationState: string | null;
  /** The operator's own number of the transaction. */
  readonly providerReference: string | null;
}
