import { Injectable } from '@nestjs/common';
import type { OutboxRows } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import { floatAccount, merchantAccount, platformAccount } from '../books/ledger/domain/ledger.js';
import { Posting } from '../books/ledger/posting.js';
import { reach } from '../failpoints.js';
import type { Failpoint } from '../failpoints.js';
import type { RailOperation } from '../rails/operations/operation.js';
import type { Acceptance, Decision, Decline, Moved } from '../rails/operations/settlement/moves.js';
import { declinedMove, promptedMove, succeededMove, suspendedMove } from '../rails/operations/settlement/moves.js';
import type { Purpose } from '../rails/operations/settlement/purposes.js';
import { Purposes } from '../rails/operations/settlement/purposes.js';
import { ChargeOperationsRepository } from './charge-operations.repository.js';
import { OperationEvents } from './operation-events.js';

/** Settles charges by mobile money as their rail or the installation's team decides. */
@Injectable()
export class ChargeOperations implements Purpose {
  readonly kind = 'collect';
  readonly chargeSql = 'rail_operation.operation_id';

  constructor(
    private readonly charges: ChargeOperationsRepository,
    private readonly posting: Posting,
    private readonly events: OperationEvents,
    purposes: Purposes,
  ) {
    purposes.add(this);
  }

  succeed(operation: RailOperation, decision: Decision): Promise<boolean> {
    const { merchantId, ledger, rail } = operation;
    const accounts = [merchantAccount(merchantId, ledger), platformAccount('fees', ledger), floatAccount(rail, ledger)];
    const event = this.events.succeeded(operation, decision);
    const move = succeededMove(operation, decision);
    return this.#published(
      event,
      'settled',
      this.posting.to(accounts, () => this.charges.succeed(move, event)),
    );
  }

  decline(operation: RailOperation, decline: Decline): Promise<boolean> {
    const event = this.events.failed(operation, decline, decline.decider === 'rail' ? 'service' : 'person');
    const move = declinedMove(operation, decline);
    return this.#published(event, 'settled', this.charges.decline(move, decline.code, event));
  }

  prompt(operation: RailOperation, acceptance: Acceptance, approvalSeconds: number): Promise<boolean> {
    const event = this.events.prompted(operation, { ...acceptance, approvalSeconds });
    const move = promptedMove(operation, acceptance);
    return this.#published(event, 'prompt-recorded', this.charges.prompt(move, event));
  }

  suspend(operation: RailOperation, moved: Moved): Promise<boolean> {
    const { rail, ledger } = operation;
    const accounts = [floatAccount(rail, ledger), platformAccount('suspense', ledger)];
    const move = suspendedMove(operation, newId('transfer'), moved);
    return this.posting.to(accounts, () => this.charges.suspend(move));
  }

  /** Publishes the event that was committed. */
  async #published(event: OutboxRows, failpoint: Failpoint, committing: Promise<boolean>): Promise<boolean> {
    const isCommitted = await committing;
    if (isCommitted) {
      reach(failpoint);
      this.events.publish(event);
    }
    return isCommitted;
  }
}
