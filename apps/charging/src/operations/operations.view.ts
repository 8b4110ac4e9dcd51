import type { EscalatedOperation } from '@paygate/contracts';
import { ofLedger } from '../ledger/domain/ledger.js';
import type { EscalatedRailOperation } from './operation.js';

/** An escalated operation as operators see it. */
export function escalationOf(operation: EscalatedRailOperation): EscalatedOperation {
  const { operationId, intentId, merchantId, rail, reference, amount, suspendedAmount, ledger } = operation;
  return {
    ...{ chargeId: operationId, intentId, merchantId, rail, reference, ...ofLedger(ledger) },
    amount: amount.toString(),
    ...(suspendedAmount === null ? {} : { collectedAmount: suspendedAmount.toString() }),
    reason: operation.escalation,
    remark: operation.remark ?? '',
    acceptedAt: operation.acceptedAt.toISOString(),
  };
}
