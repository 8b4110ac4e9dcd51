import type { MobileOperator, Mode, UnclaimedState } from '@paygate/contracts';
import type { LedgerNumber } from '../../../books/ledger/domain/ledger.js';

/** The statement of a rail's day that money was found on. */
export interface FoundOn {
  readonly runId: bigint;
  readonly rail: MobileOperator;
  readonly mode: Mode;
  /** Such as 2026-01-31. */
  readonly day: string;
}

/** Money of a line that no payment here is of. Amount in minor units. */
export interface FoundMoney {
  readonly operatorNumber: string;
  readonly ledger: LedgerNumber;
  readonly amount: bigint;
  readonly movedAt: Date;
  /** E.164; null where the line has none. */
  readonly phone: string | null;
}

/** Unclaimed money as its row has it. Amounts in minor units. */
export interface StoredUnclaimed {
  readonly unclaimedId: string;
  readonly rail: MobileOperator;
  readonly ledger: LedgerNumber;
  readonly amount: bigint;
  readonly operatorNumber: string;
  readonly day: string;
  readonly movedAt: Date;
  /** Sealed; null where the line has none, or it was erased. */
  readonly phone: string | null;
  readonly phoneMasked: string | null;
  readonly state: UnclaimedState;
  readonly intentId: string | null;
  readonly merchantId: string | null;
  readonly returnId: string | null;
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
  readonly endedAt: Date | null;
}
