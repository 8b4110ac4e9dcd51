/**
 * The uses of a rail: to collect from a payer for a payment or for the payer's own wallet, to give back, to pay out to a merchant or from a
 * wallet to its user, or to return to a payer what no payment is of.
 */
export type OperationKind = 'collect' | 'top_up' | 'refund' | 'payout' | 'withdrawal' | 'return';

/** True for what a rail does by its product that collects. */
export function isCollection(kind: OperationKind): kind is 'collect' | 'top_up' {
  return kind === 'collect' || kind === 'top_up';
}
