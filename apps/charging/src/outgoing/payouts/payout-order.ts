import type { Mode, PayoutSource } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import type { RailPayouts } from '../../rails/connectors/connector.js';
import type { StoredPayout } from './domain/payout.js';

/** The payout that a request or a schedule asks for. */
export interface PayoutOrder {
  readonly payoutId: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly destinationId: string;
  readonly amount: bigint | undefined;
  readonly minimum: bigint;
  readonly source: PayoutSource;
  readonly reason: string | null;
  readonly metadata: string;
  readonly actor: string | null;
  readonly keyHash: string;
  readonly bodyHash: string;
  readonly contentHash: string | null;
}

/** The origin of an order. */
export interface Cause {
  readonly requestId: string;
  readonly causationId?: string;
}

/** The input of a decision besides its order. `record` runs in the transaction of a new payout. */
export interface Deciding {
  readonly cause: Cause;
  readonly way: RailPayouts;
  readonly record: (tx: Transaction, payout: StoredPayout) => void;
}
