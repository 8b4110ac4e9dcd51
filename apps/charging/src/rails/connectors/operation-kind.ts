/** The uses of a rail: to collect from a payer, to give back, to pay out to a merchant, or to return to a payer what no payment is of. */
export type OperationKind = 'collect' | 'refund' | 'payout' | 'return';
