import { Injectable } from '@nestjs/common';
import type { ChargeRequested, DecidedBy, DeclineCode } from '@paygate/contracts';
import { chargeFailed, chargePrompted, chargeSucceeded } from '@paygate/contracts';
import type { MessageOrigin, OutboxRows } from '@paygate/messaging';
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
    return this.outbox.rows([{ contract: chargeSucceeded, payload, ...originOf(operation) }]);
  }

  failed(operation: RailOperation, code: DeclineCode, decidedBy: DecidedBy): OutboxRows {
    const payload = chargeFailedOf(requestOf(operation), code, { occurredAt: this.clock.now(), decidedBy });
    return this.outbox.rows([{ contract: chargeFailed, payload, ...originOf(operation) }]);
  }

  prompted(operation: RailOperation, approvalSeconds: number): OutboxRows {
    const { operationId: chargeId, rail: operator, phoneMasked } = operation;
    const intentId = intentOf(operation);
    const expiresAt = new Date(this.clock.epochMs() + approvalSeconds * 1_000).toISOString();
    const payload = { chargeId, intentId, operator, phoneMasked, expiresAt };
    return this.outbox.rows([{ contract: chargePrompted, payload, ...originOf(operation) }]);
  }

  publish(rows: OutboxRows): void {
    this.outbox.publish(rows);
  }
}

/** No open span handles an operation: its steps belong to the trace of its charge. */
function originOf({ requestId, traceparent }: RailOperation): MessageOrigin {
  return { requestId, traceparent: traceparent ?? undefined };
}

function requestOf(operation: RailOperation): ChargeRequested {
  const { operationId, merchantId, userId, ledger, amount, acceptedAt } = operation;
  const intentId = intentOf(operation);
  const payer = userId === null ? {} : { userId };
  return {
    ...{ chargeId: operationId, intentId, merchantId, ...payer, method: 'mobile_money', ...ofLedger(ledger) },
    amount: amount.toString(),
    acceptedAt: acceptedAt.toISOString(),
  };
}

/** Every collection is of an intent. */
function intentOf({ intentId }: RailOperation): string {
  if (intentId === null) throw new Error('a payout has no charge');
  return intentId;
}
