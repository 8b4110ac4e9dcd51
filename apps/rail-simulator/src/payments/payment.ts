/**
 * A cash-in gives money to a payer, too, and names no original. A reversal is the operator's own: it takes a collection back, of which the payer
 * pays a repayment again.
 */
export type Kind = 'collection' | 'refund' | 'cash_in' | 'transfer' | TakenBack;
export type TakenBack = 'reversal' | 'repayment';

export type Rail = 'mtn_momo' | 'orange_money';

/** The reason for which a payment failed, in the simulator's own words. Each rail has its own words for it. */
export type Reason =
  | 'insufficient_funds'
  | 'rejected'
  | 'expired'
  | 'payer_not_found'
  | 'payee_not_found'
  | 'limit_reached'
  | 'payer_inactive'
  | 'not_performed'
  | 'internal_error';

/** The decision of the payer or the operator about a payment. */
export type Verdict = 'approved' | Reason;

/** A payment as its row has it. Orange Money knows it as `initiated` before it has a payer. */
export interface Payment {
  readonly rail: Rail;
  readonly reference: string;
  readonly number: bigint;
  readonly kind: Kind;
  readonly state: 'initiated' | 'pending' | 'succeeded' | 'failed';
  /** The other party: the payer of a collection, the payee of a transfer or refund. */
  readonly msisdn: string | null;
  /** The amount that the operator books, in francs. */
  readonly amount: bigint | null;
  readonly currency: string | null;
  /** The request's own fields, as they came. */
  readonly request: Readonly<Record<string, string>>;
  readonly scenario: string | null;
  readonly reason: Reason | null;
  readonly callback_url: string | null;
  /** Status queries so far, this one included. */
  readonly queries: number;
  readonly created_at: Date;
  /** Seconds since `created_at` and since the decision, by the operators' clock. */
  readonly age: number;
  readonly decided_for: number | null;
}

/** A payment that was decided, as a statement has it. */
export interface DecidedPayment extends Pick<
  Payment,
  'rail' | 'number' | 'reference' | 'kind' | 'msisdn' | 'created_at'
> {
  readonly state: 'succeeded' | 'failed';
  readonly scenario: string;
  /** The reference of the collection that it changes; null for any other. */
  readonly original: string | null;
  /** Francs. */
  readonly amount: bigint;
  readonly currency: string;
  readonly decided_at: Date;
}

/** A request to move money, as both rails understand it. */
export interface PaymentRequest {
  readonly rail: Rail;
  readonly kind: Kind;
  readonly reference: string;
  readonly msisdn: string;
  /** The reference of the collection that a refund gives back. */
  readonly original?: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly request: Readonly<Record<string, string>>;
  readonly callbackUrl: string | undefined;
}
