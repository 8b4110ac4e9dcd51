import type { MobileOperator } from '@paygate/contracts';
import type { LedgerNumber } from '../../../books/ledger/domain/ledger.js';
import type { ReversalState } from './reversal-status.js';

export type ReversalSource = 'statement' | 'query' | 'person';

/** The parts of an amount that a rail has taken back, by who bears them. Minor units. */
export interface Shares {
  readonly merchant: bigint;
  /** The part of the fee that is given back to the merchant. */
  readonly fee: bigint;
  /** The rest: refunds have given it back before. */
  readonly receivable: bigint;
}

/** A charge and what was given back of it, in minor units. */
export interface GivenBack {
  readonly charged: bigint;
  readonly fee: bigint;
  /** Its refunds that are pending or completed. */
  readonly refunded: bigint;
  /** The shares of merchant and fee of its reversals that stand. */
  readonly reversed: bigint;
}

/** The reversals of a charge that stand. */
export interface StandingReversals {
  /** What they take of the charge, in minor units. */
  readonly reversed: bigint;
  /** The number of bookings and returns of the charge: it only grows. */
  readonly turn: number;
}

/**
 * The shares of an amount that a rail has taken back. The merchant bears what was charged and not given back, as with a refund: its fee stays,
 * unless the contract with the operator returns it. Then the merchant gets its part of the fee, rounded down.
 */
export function sharesOf(amount: bigint, payment: GivenBack, returnsFee: boolean): Shares {
  const { charged, refunded, reversed } = payment;
  const left = charged - refunded - reversed;
  const borne = amount < left ? amount : left;
  if (borne <= 0n) return { merchant: 0n, fee: 0n, receivable: amount };
  const fee = returnsFee ? (payment.fee * borne) / charged : 0n;
  return { merchant: borne - fee, fee, receivable: amount - borne };
}

/** A reversal as its row has it. Amounts in minor units. */
export interface StoredReversal {
  readonly reversalId: string;
  readonly chargeId: string;
  readonly intentId: string;
  readonly merchantId: string;
  readonly ledger: LedgerNumber;
  readonly rail: MobileOperator;
  readonly amount: bigint;
  readonly source: ReversalSource;
  /** The words of the rail, or of the person who has proposed it. */
  readonly said: string;
  /** The day of its statement; null where it has none. */
  readonly day: string | null;
  readonly state: ReversalState;
  readonly proposedBy: string | null;
  readonly confirmedBy: string | null;
  readonly bookedBy: string | null;
  readonly returnAskedBy: string | null;
  readonly returnedBy: string | null;
  readonly dismissedBy: string | null;
  /** The shares; null until it is booked. */
  readonly merchantAmount: bigint | null;
  readonly feeAmount: bigint | null;
  readonly receivableAmount: bigint | null;
  readonly createdAt: Date;
  readonly bookedAt: Date | null;
  readonly returnedAt: Date | null;
  /** True while the reversals of its day wait for a person who releases them. */
  readonly waitsForDay: boolean;
}
