export type Rail = 'mtn_momo' | 'orange_money';

/** Why a payment failed, in the simulator's own words. Each rail has its own for them. */
export type Reason =
  | 'insufficient_funds'
  | 'rejected'
  | 'expired'
  | 'payer_not_found'
  | 'limit_reached'
  | 'payer_inactive'
  | 'not_performed'
  | 'internal_error';

/** What the payer or the operator decides about a payment. */
export type Verdict = 'approved' | Reason;

/** A payment as its row has it. Orange Money knows it as `initiated` before it has a payer. */
export interface Payment {
  readonly rail: Rail;
  readonly reference: string;
  readonly number: bigint;
  readonly state: 'initiated' | 'pending' | 'succeeded' | 'failed';
  readonly msisdn: string | null;
  /** What the operator books, in francs. */
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

/** A request to collect money, as both rails understand it. */
export interface CollectionRequest {
  readonly rail: Rail;
  readonly reference: string;
  readonly msisdn: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly request: Readonly<Record<string, string>>;
  readonly callbackUrl: string | undefined;
}
