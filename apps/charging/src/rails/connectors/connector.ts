import type { Currency, DeclineCode, MobileOperator } from '@paygate/contracts';

/** A collection, a refund of one, or a payout, that a rail is asked for. Every attempt at one operation carries the same reference. */
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
  /** The URL at which the rail reports changes. */
  readonly callbackUrl: string | undefined;
}

/** The operator's own number of a transaction; undefined when its answer has none. */
export interface Numbered {
  readonly providerReference?: string | undefined;
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
  | ({ readonly kind: 'succeeded'; readonly amount: bigint; readonly currency: string } & Numbered)
  | ({ readonly kind: 'accepted' } & Numbered)
  | ({ readonly kind: 'declined'; readonly code: DeclineCode; readonly remark: string } & Numbered)
  | { readonly kind: 'not_found' }
  | { readonly kind: 'unprocessed'; readonly remark: string }
  | { readonly kind: 'in_doubt'; readonly remark: string };

export type Prepared = { readonly kind: 'prepared'; readonly railToken: string } | RailOutcome;

/** One thing that a rail does: it collects, gives back, or pays out. `signal` bounds each call. No call throws. */
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

/** The payouts of a rail. */
export interface RailPayouts extends RailProduct {
  /** The account of the float that they are paid from. */
  readonly floatOwner: string;
  /** The name of the owner of a number (E.164); undefined when the rail does not say. Absent when it has no such question. */
  readonly ownerOf?: (phone: string, signal: AbortSignal) => Promise<string | undefined>;
}

/** The statement of a day as bytes; each part is there when it is asked for. */
export type StatementAnswer =
  | { readonly kind: 'statement'; readonly bytes: AsyncIterable<Uint8Array> }
  | { readonly kind: 'failure'; readonly remark: string };

export type FetchStatement = (day: string, signal: AbortSignal) => Promise<StatementAnswer>;

/** A mobile-money rail in one mode, which collects. */
export interface RailConnector extends RailProduct {
  readonly rail: MobileOperator;
  /** The currencies that it collects. */
  readonly currencies: readonly Currency[];
  /** The time that a payer has to approve. Seconds. */
  readonly approvalSeconds: number;
  /** True when credentials are there now. */
  readonly isConfigured: () => boolean;
  /** Absent when it cannot give back what it has collected, or has no credentials for that. */
  readonly refunds?: RailRefunds | undefined;
  /** Absent when it pays nothing out, or has no credentials for that. */
  readonly payouts?: RailPayouts | undefined;
  /**
   * Fetches the statement of a day of Africa/Douala, such as 2026-01-31, in the form of docs/rails.md. Absent when it serves no statements.
   * The iteration of `bytes` throws when the connection ends before the file does; `signal` bounds it, too.
   */
  readonly statement?: FetchStatement | undefined;
}
