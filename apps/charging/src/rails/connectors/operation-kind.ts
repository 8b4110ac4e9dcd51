/** The uses of a rail: to collect from a payer, to give back, or to pay out to a merchant. */
export type OperationKind = 'collect' | 'refund' | 'payout';
