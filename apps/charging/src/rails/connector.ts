import type { Currency, DeclineCode, MobileOperator } from '@paygate/contracts';

/** A collection, or a refund of one, that a rail is asked for. Every attempt at one operation carries the same reference. */
export interface Collection {
  /** UUIDv4. */
  readonly reference: string;
  /** The value that the rail issued by {@link RailConnector.prepare}. */
  readonly railToken: string | null;
  readonly orderId: string;
  /** The reference of the collection that a refund gives back. */
  readonly originalReference: string | null;
  /** E.164. */
  readonly phone: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: Currency;
  /** Where the rail reports that something has changed. */
  readonly callbackUrl: string | undefined;
}

/**
 * The facts known about an operation at a rail.
 * - `accepted`: it has the operation, and asks the payer.
 * - `not_found`: it does not know the operation at this moment.
 * - `unprocessed`: this call had no effect, for certain.
 * - `in_doubt`: anything may have happened. A time-out, a reset, an answer that cannot be read.
 */
export type RailOutcome =
  /** `currency` is what the rail calls it. */
  | { readonly kind: 'succeeded'; readonly amount: bigint; readonly currency: string }
  | { readonly kind: 'accepted' }
  | { readonly kind: 'declined'; readonly code: DeclineCode; readonly remark: string }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'unprocessed'; readonly remark: string }
  | { readonly kind: 'in_doubt'; readonly remark: string };

export type Prepared = { readonly kind: 'prepared'; readonly railToken: string } | RailOutcome;

/** One thing that a rail does: it collects, or gives back. `signal` bounds each call. No call throws. */
export interface RailProduct {
  /** A call that has to come before the submission and cannot move money. What it issues is kept. */
  readonly prepare?: (signal: AbortSignal) => Promise<Prepared>;
  readonly submit: (collection: Collection, signal: AbortSignal) => Promise<RailOutcome>;
  readonly query: (collection: Collection, signal: AbortSignal) => Promise<RailOutcome>;
}

/** The refunds of a rail. */
export interface RailRefunds extends RailProduct {
  /** The account of the float that they are paid from: the rail's own, or one that the operator keeps apart. */
  readonly floatOwner: string;
}

/** A mobile-money rail in one mode, which collects. */
export interface RailConnector extends RailProduct {
  readonly rail: MobileOperator;
  /** Which currencies it collects. */
  readonly currencies: readonly Currency[];
  /** How long a payer has to approve. Seconds. */
  readonly approvalSeconds: number;
  /** True when credentials are there now. */
  readonly isConfigured: () => boolean;
  /** Absent when it cannot give back what it has collected. */
  readonly refunds?: RailRefunds;
}
