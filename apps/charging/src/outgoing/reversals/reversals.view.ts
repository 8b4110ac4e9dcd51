import type { ReversalInfo } from '@paygate/contracts';
import { ofLedger } from '../../books/ledger/domain/ledger.js';
import type { StoredReversal } from './domain/reversal.js';

/** A reversal as the operator sees it. */
export function reversalOf(stored: StoredReversal): ReversalInfo {
  const { reversalId, chargeId, intentId, merchantId, ledger, rail, amount, source, said, state, waitsForDay } = stored;
  const { merchantAmount, feeAmount, receivableAmount, createdAt, bookedAt, returnedAt } = stored;
  const { day, proposedBy, confirmedBy, bookedBy, returnAskedBy, returnedBy, dismissedBy } = stored;
  const persons = { day, proposedBy, confirmedBy, bookedBy, returnAskedBy, returnedBy, dismissedBy };
  const amounts = { merchantAmount, feeAmount, receivableAmount };
  const times = { bookedAt, returnedAt };
  return {
    ...{ reversalId, chargeId, intentId, merchantId, ...ofLedger(ledger), rail, amount: amount.toString() },
    ...{ source, said, state, waitsForDay, createdAt: createdAt.toISOString() },
    ...known(persons, (text) => text),
    ...known(amounts, (share) => share.toString()),
    ...known(times, (time) => time.toISOString()),
  };
}

/** The fields that are not null, as texts. */
function known<Name extends string, Value>(
  fields: Readonly<Record<Name, Value | null>>,
  textOf: (value: Value) => string,
): Partial<Record<Name, string>> {
  const entries = Object.entries<Value | null>(fields).flatMap(([name, value]) =>
    value === null ? [] : [[name, textOf(value)]],
  );
  return Object.fromEntries(entries) as Partial<Record<Name, string>>;
}
