import { Injectable } from '@nestjs/common';
import type { ChargeRequested, DeclineCode } from '@paygate/contracts';
import { chargeFailed, chargePrompted, chargeSucceeded } from '@paygate/contracts';
import type { OutboxRows } from '@paygate/messaging';
import { Outbox } from '@paygate/messaging';
import { Clock } from '@paygate/platform';
import { chargeFailedOf, chargeSucceededOf } from '../charges/charges.view.js';
import { ofLedger } from '../ledger/domain/ledger.js';
import type { RailOperation } from './operation.js';

/** The events of operations, as rows for the statement that commits them. */
@Injectable()
export class OperationEvents {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  succeeded(operation: RailOperation): OutboxRows {
    const payload = chargeSucceededOf(requestOf(operation), operation.fee, this.clock.now());
    return this.outbox.rows([{ contract: chargeSucceeded, payload, requestId: operation.requestId }]);
  }

  failed(operation: RailOperation, code: DeclineCode): OutboxRows {
    const payload = chargeFailedOf(requestOf(operation), code, this.clock.now());
    return this.outbox.rows([{ contract: chargeFailed, payload, requestId: operation.requestId }]);
  }

  prompted(operation: RailOperation, approvalSeconds: number): OutboxRows {
    const { operationId: chargeId, intentId, rail: operator, phoneMasked, requestId } = operation;
    const expiresAt = new Date(this.clock.epochMs() + approvalSeconds * 1_000).toISOString();
    const payload = { chargeId, intentId, operator, phoneMasked, expiresAt };
    return this.outbox.rows([{ contract: chargePrompted, payload, requestId }]);
  }

  publish(rows: OutboxRows): void {
    this.outbox.publish(rows);
  }
}

function requestOf(operation: RailOperation): ChargeRequested {
  const { operationId, intentId, merchantId, userId, ledger, amount, acceptedAt } = operation;
  return {
    ...{ chargeId: operationId, intentId, merchantId, userId, method: 'mobile_money', ...ofLedger(ledger) },
    amount: amount.toString(),
    acceptedAt: acceptedAt.toISOString(),
  };
}
