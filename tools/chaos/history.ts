import type { Outgoing } from './outgoing.js';
import type { WalletMove } from './wallet-moves.js';

/** One payment as its customer and merchant saw it. What was acknowledged must remain true. */
export interface Payment {
  readonly number: number;
  readonly amount: string;
  readonly idempotencyKey: string | undefined;
  /** The phone that pays by mobile money, which pays nothing else. Without one the wallet pays. */
  readonly phoneNumber?: string;
  /** The intent's id, from the 201 that the client read. */
  intentId?: string;
  /** The charge's id, from the 202 that the client read. */
  chargeId?: string;
  /** True when a charge was sent, answered or not. */
  chargeSent: boolean;
  /** The time at which its terminal event arrived. */
  eventAt?: number;
  /** True when its operator takes it back, which persons then book. */
  readonly takenBack?: true;
  /** Its merchant's refund, and the payout that the merchant asks for, once it is complete. */
  readonly outgoing: readonly Outgoing[];
  /** The money that its customer moves through the own wallet after it. */
  readonly moves?: readonly WalletMove[];
  /** The reason for which it was given up: a wrong answer, or retries that were exhausted. */
  fault?: string;
}

/** An intent as the API returns it after the run. */
export interface IntentRead {
  readonly status: number;
  readonly intentStatus?: string;
  readonly amount?: string;
  readonly chargeId?: string | null;
}

/** The violation of an acknowledged promise, or undefined. */
export function brokenPromise(payment: Payment, read: IntentRead): string | undefined {
  const { intentId = '', chargeId, amount } = payment;
  if (read.status !== 200) return `${intentId} was acknowledged and reads ${read.status}`;
  if (read.amount !== amount) return `${intentId} was made for ${amount} and reads ${String(read.amount)}`;
  if (chargeId !== undefined && read.chargeId !== chargeId) {
    return `${intentId}: charge ${chargeId} was acknowledged and reads ${String(read.chargeId)}`;
  }
  if (chargeId !== undefined && read.intentStatus !== 'COMPLETED' && read.intentStatus !== 'FAILED') {
    return `${intentId} was charged and is ${String(read.intentStatus)}`;
  }
  if (!payment.chargeSent && !['PENDING', 'REQUIRES_ACTION', 'EXPIRED'].includes(String(read.intentStatus))) {
    return `${intentId} was never charged and is ${String(read.intentStatus)}`;
  }
  return undefined;
}
