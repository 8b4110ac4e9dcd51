import type { UnclearOperation } from '@paygate/contracts';
import { ofLedger } from '../../books/ledger/domain/ledger.js';
import type { UnclearRailOperation } from './operation.js';
import { idsOf } from './operation.js';

/** An operation as operators see it. */
export function unclearOperationOf(operation: UnclearRailOperation): UnclearOperation {
  const { intentId, merchantId, rail, reference, amount, suspendedAmount, ledger } = operation;
  const { submittedAt, notFoundSince, attempt: attempts, polls, isDecidable } = operation;
  return {
    ...{
      ...idsOf(operation),
      ...(intentId === null ? {} : { intentId }),
      ...(merchantId === '' ? {} : { merchantId }),
      rail,
      reference,
      ...ofLedger(ledger),
    },
    amount: amount.toString(),
    ...(suspendedAmount === null ? {} : { collectedAmount: suspendedAmount.toString() }),
    reason: operation.escalation ?? 'in_doubt',
    isDecidable,
    remark: operation.remark ?? '',
    acceptedAt: operation.acceptedAt.toISOString(),
    ...(submittedAt === null ? {} : { submittedAt: submittedAt.toISOString() }),
    ...{ attempts, polls },
    ...(notFoundSince === null ? {} : { notFoundSince: notFoundSince.toISOString() }),
  };
}
