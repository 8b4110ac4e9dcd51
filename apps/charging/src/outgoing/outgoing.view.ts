import type { RefundTransmission } from '@paygate/contracts';
import { ofLedger } from '../books/ledger/domain/ledger.js';
import type { OutgoingRow } from './domain/outgoing.js';

/** The progress of an operation, by its state. */
const transmissions: Readonly<Record<string, RefundTransmission>> = {
  requested: 'not_sent',
  submitting: 'sent',
  pending: 'sent',
  in_doubt: 'in_doubt',
  escalated: 'in_doubt',
};

type Ended<Code extends string> = OutgoingRow & { readonly state: string; readonly failureCode: Code | null };

/** The fields that refunds and payouts share, as other services see them. `messages` has the reasons for which they fail, in words. */
export function outgoingOf<Code extends string>(stored: Ended<Code>, messages: Readonly<Record<Code, string>>) {
  const { merchantId, ledger, amount, reason, metadata, actor, state, failureCode, endedAt } = stored;
  return {
    ...{ merchantId, ...ofLedger(ledger), amount: amount.toString(), reason, metadata, actor },
    transmission: state === 'pending' ? (transmissions[stored.operationState ?? ''] ?? 'not_sent') : null,
    failure: failureCode === null ? null : { code: failureCode, message: messages[failureCode] },
    providerReference: stored.providerReference,
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
    completedAt: state === 'completed' && endedAt !== null ? endedAt.toISOString() : null,
  };
}

/** A row that waits for a rail as it was when its request was answered: nothing was sent of it by then. */
export function asFirstAnswered<Row extends Ended<string>>(stored: Row): Row {
  return {
    ...stored,
    ...{ state: 'pending', failureCode: null, operationState: 'requested' },
    ...{ updatedAt: stored.createdAt, endedAt: null, providerReference: null },
  };
}
