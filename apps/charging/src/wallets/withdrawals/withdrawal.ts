import type { DeclineCode, MobileOperator } from '@paygate/contracts';
import type { LedgerNumber, WalletName } from '../../books/ledger/domain/ledger.js';

/** A withdrawal that a user asks for. Amounts in minor units: what leaves the wallet, and the fee in it. */
export interface WantedWithdrawal extends WalletName {
  readonly withdrawalId: string;
  readonly merchantId: string;
  readonly amount: bigint;
  readonly keyHash: string;
  readonly bodyHash: string;
  readonly contentHash: string | null;
}

/** A withdrawal that may be asked for. */
export interface NewWithdrawal extends WantedWithdrawal {
  readonly fee: bigint;
  readonly rail: MobileOperator;
  readonly phoneMasked: string;
  /** The HMAC of the number that gets the code, and then the money. */
  readonly phoneIndex: string;
}

/** A withdrawal as it is stored. */
export interface StoredWithdrawal extends NewWithdrawal {
  readonly ledger: LedgerNumber;
  /** `asked`: no money has moved, and the code is awaited. */
  readonly state: 'asked' | 'pending' | 'completed' | 'failed';
  readonly failureCode: DeclineCode | null;
  readonly createdAt: Date;
  /** The moment from which no code confirms it; null for one that was confirmed, or still may be. */
  readonly lapsedAt: Date | null;
  readonly endedAt: Date | null;
}
