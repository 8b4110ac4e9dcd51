import { Injectable } from '@nestjs/common';
import type { ChargeRequested, DecidedBy, DeclineCode } from '@paygate/contracts';
import { chargeFailed, chargePrompted, chargeSucceeded } from '@paygate/contracts';
import type { MessageOrigin, OutboxRows } from '@paygate/messaging';
import { Outbox } from '@paygate/messaging';
import { Clock } from '@paygate/platform';
import { chargeFailedOf, chargeSucceededOf } from './charges.view.js';
import { ofLedger } from '../books/ledger/domain/ledger.js';
import type { Numbered } from '../rails/connectors/connector.js';
import type { RailOperation } from '../rails/operations/operation.js';

/** The events of operations, as rows for the statement that commits them. */
@Injectable()
export class OperationEvents {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  succeeded(operation: RailOperation, answer: Numbered): OutboxRows {
    const outcome = chargeSucceededOf(requestOf(operation), operation.fee, this.clock.now());
    const payload = Object.assign(outcome, numberOf(operation, answer));
    return this.outbox.rows([{ contract: chargeSucceeded, payload, ...originOf(operation) }]);
  }

  failed(
    operation: RailOperation,
    decline: Numbered & { readonly code: DeclineCode },
    decidedBy: DecidedBy,
  ): OutboxRows {
    const outcome = chargeFailedOf(requestOf(operation), decline.code, { occurredAt: this.clock.now(), decidedBy });
    const payload = Object.assign(outcome, numberOf(operation, decline));
    return this.outbox.rows([{ contract: chargeFailed, payload, ...originOf(operation) }]);
  }

  prompted(
    operation: RailOperation,
    { approvalSeconds, ...answer }: Numbered & { readonly approvalSeconds: number },
  ): OutboxRows {
    const { operationId: chargeId, rail: operator, phoneMasked } = operation;
    const intentId = intentOf(operation);
    const expiresAt = new Date(this.clock.epochMs() + approvalSeconds * 1_000).toISOString();
    const payload = Object.assign(
      { chargeId, intentId, operator, phoneMasked, expiresAt },
      numberOf(operation, answer),
    );
    return this.outbox.rows([{ contract: chargePrompted, payload, ...originOf(operation) }]);
  }

  publish(rows: OutboxRows): void {
    this.outbox.publish(rows);
  }
}

/** The operator's number of the transaction: that of its answer, or else what it has given before. */
function numberOf(operation: RailOperation, answer: Numbered): { readonly providerReference?: string } {
  const providerReference = answer.providerReference ?? operation.providerReference;
  return providerReference === null ? {} : { providerReference };
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
