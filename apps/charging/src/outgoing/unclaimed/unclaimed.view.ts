import type { UnclaimedMoney } from '@paygate/contracts';
import { ofLedger } from '../../books/ledger/domain/ledger.js';
import type { StoredUnclaimed } from './domain/unclaimed.js';

/** Unclaimed money as operators see it. */
export function unclaimedOf(stored: StoredUnclaimed, proposedIntentId?: string): UnclaimedMoney {
  const { unclaimedId, rail, ledger, amount, operatorNumber, day, movedAt, state, createdAt } = stored;
  const { phoneMasked, confirmedAt, endedAt, intentId, merchantId, returnId } = stored;
  return {
    ...{ unclaimedId, rail, ...ofLedger(ledger), amount: amount.toString(), operatorNumber, day },
    ...{ movedAt: movedAt.toISOString(), state, createdAt: createdAt.toISOString() },
    ...(phoneMasked === null ? {} : { phoneMasked }),
    ...(confirmedAt === null ? {} : { confirmedAt: confirmedAt.toISOString() }),
    ...(endedAt === null ? {} : { endedAt: endedAt.toISOString() }),
    ...(proposedIntentId === undefined ? {} : { proposedIntentId }),
    ...(intentId === null ? {} : { intentId }),
    ...(merchantId === null ? {} : { merchantId }),
    ...(returnId === null ? {} : { returnId }),
  };
}
