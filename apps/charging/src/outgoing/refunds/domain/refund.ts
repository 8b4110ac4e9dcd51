import type { DeclineCode, MobileOperator, RefundStatus } from '@paygate/contracts';
import type { LedgerNumber } from '../../../books/ledger/domain/ledger.js';
import type { OutgoingRow } from '../../../outgoing/domain/outgoing.js';

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

/** A refund as its row has it. Amounts in minor units. */
export interface StoredRefund extends OutgoingRow {
  readonly refundId: string;
  readonly chargeId: string;
  readonly intentId: string;
  readonly method: 'wallet' | 'mobile_money';
  /** The fee of its charge, which stays. */
  readonly feeKept: bigint;
  /** Null once the key is forgotten. */
  readonly keyHash: string | null;
  readonly bodyHash: string | null;
  readonly state: RefundState;
  readonly failureCode: DeclineCode | null;
}
