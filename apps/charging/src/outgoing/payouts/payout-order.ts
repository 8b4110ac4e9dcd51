import type { Mode } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import type { RailPayouts } from '../../rails/connectors/connector.js';
import type { Cause } from '../../rails/operations/new-operations.js';
import type { StoredPayout } from './domain/payout.js';

/** The payout that a request or a schedule asks for. */
export interface PayoutOrder
  extends
    Pick<StoredPayout, 'payoutId' | 'merchantId' | 'destinationId' | 'source' | 'reason'>,
    Pick<StoredPayout, 'metadata' | 'actor' | 'keyHash' | 'bodyHash' | 'contentHash'> {
  readonly mode: Mode;
  readonly amount: bigint | undefined;
  readonly minimum: bigint;
}

/** The input of a decision besides its order. `record` runs in the transaction of a new payout. */
export interface Deciding {
  readonly cause: Cause;
  readonly way: RailPayouts;
  readonly record: (tx: Transaction, payout: StoredPayout) => void;
}
