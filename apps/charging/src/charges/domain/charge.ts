import type { ChargeRequested } from '@paygate/contracts';
import type { FeeSchedule } from '../../books/fees/domain/fee.js';
import { feeOf } from '../../books/fees/domain/fee.js';
import type { LedgerNumber } from '../../books/ledger/domain/ledger.js';
import { ledgerOf, walletKey } from '../../books/ledger/domain/ledger.js';

/** A charge as it was accepted, with the fee it will cost its merchant. Amounts in minor units. */
export interface Charge {
  readonly chargeId: string;
  readonly intentId: string;
  readonly merchantId: string;
  /** Null for a guest, who pays by mobile money. */
  readonly userId: string | null;
  readonly ledger: LedgerNumber;
  readonly method: ChargeRequested['method'];
  readonly amount: bigint;
  /** By mobile money zero: its operation has the fee of its rail. */
  readonly fee: bigint;
  readonly acceptedAt: Date;
  /** The member or the key that made the payment, or its link; null where that is not known. */
  readonly actor: string | null;
  /** The till at which the payment was made; null without one. */
  readonly tillId: string | null;
}

/** The charge of a request. `schedule` is that of a wallet charge. */
export function chargeOf(request: ChargeRequested, schedule: FeeSchedule): Charge {
  const amount = BigInt(request.amount);
  return {
    chargeId: request.chargeId,
    intentId: request.intentId,
    merchantId: request.merchantId,
    userId: request.userId ?? null,
    ledger: ledgerOf(request.mode, request.currency),
    method: request.method,
    amount,
    fee: request.method === 'wallet' ? feeOf(amount, schedule) : 0n,
    acceptedAt: new Date(request.acceptedAt),
    actor: request.actor ?? null,
    tillId: request.tillId ?? null,
  };
}

/** The values that no two charges of one statement may share: the wallet, for it is judged once; the ids, for they are unique. */
export function chargeKeys({ userId, ledger, chargeId, intentId }: Charge): readonly string[] {
  return [...(userId === null ? [] : [walletKey({ userId, ledger })]), chargeId, intentId];
}
