import type { Reversal, ReversalBooked, ReversalInfo } from '@paygate/contracts';
import { ofLedger } from '../../books/ledger/domain/ledger.js';
import type { StandingReversals, StoredReversal } from './domain/reversal.js';

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

/** A booked reversal as its merchant sees it; undefined when the merchant bears nothing of it. */
export function merchantReversalOf(stored: StoredReversal): Reversal | undefined {
  const { reversalId, merchantId, ledger, intentId: paymentIntentId, chargeId, rail: operator } = stored;
  const { merchantAmount, feeAmount, bookedAt, returnedAt } = stored;
  if (bookedAt === null || merchantAmount === null || feeAmount === null) return undefined;
  const amount = merchantAmount + feeAmount;
  if (amount === 0n) return undefined;
  return {
    ...{
      reversalId,
      merchantId,
      ...ofLedger(ledger),
      paymentIntentId,
      chargeId,
      status: returnedAt === null ? 'BOOKED' : 'RETURNED',
    },
    ...{ amount: amount.toString(), feeReturned: feeAmount.toString(), operator },
    bookedAt: bookedAt.toISOString(),
    returnedAt: returnedAt?.toISOString() ?? null,
  };
}

/** The event that a reversal was booked, or returned. `standing`: the reversals of its charge after this change. */
export function reversalBookedOf(reversal: Reversal, standing: StandingReversals): ReversalBooked {
  return {
    intentId: reversal.paymentIntentId,
    reversal,
    amountReversed: standing.reversed.toString(),
    turn: standing.turn,
    occurredAt: reversal.returnedAt ?? reversal.bookedAt,
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
