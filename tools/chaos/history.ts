/** One payment as its customer and merchant saw it: what was acknowledged must hold for ever. */
export interface Payment {
  readonly number: number;
  readonly amount: string;
  readonly idempotencyKey: string | undefined;
  /** The 201 that was read: the intent's id. */
  intentId?: string;
  /** The 202 that was read: the charge's id. */
  chargeId?: string;
  /** Whether a charge was sent at all, answered or not. */
  chargeSent: boolean;
  /** When its terminal event came in. */
  toldAt?: number;
  /** Why it was given up: an answer that should not have been given, or a patience that ended. */
  fault?: string;
}

/** What the system says of an intent when everything is quiet. */
export interface IntentRead {
  readonly status: number;
  readonly intentStatus?: string;
  readonly amount?: string;
  readonly chargeId?: string | null;
}

/** What breaks a promise that was acknowledged; undefined when all were kept. */
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
