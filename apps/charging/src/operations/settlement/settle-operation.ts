import { Injectable } from '@nestjs/common';
import type { Correction } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { reach } from '../../failpoints.js';
import { floatAccount, merchantAccount, platformAccount } from '../../books/ledger/domain/ledger.js';
import { Posting } from '../../books/ledger/posting.js';
import type { RailOperation } from '../operation.js';
import { OperationEvents } from '../operation-events.js';
import { HeldSettlements } from './held-settlements.js';
import type { Decision, Decline, Moved } from './settlements.repository.js';
import { SettlementsRepository } from './settlements.repository.js';

/** The one place where an operation is decided, by its rail or by an operator. False when somebody else was first. */
@Injectable()
export class SettleOperation {
  constructor(
    private readonly settlements: SettlementsRepository,
    private readonly held: HeldSettlements,
    private readonly posting: Posting,
    private readonly events: OperationEvents,
  ) {}

  async succeed(operation: RailOperation, decision: Decision): Promise<boolean> {
    const { merchantId, ledger, rail } = operation;
    if (operation.kind !== 'collect') return this.#succeedHeld(operation, decision);
    const accounts = [merchantAccount(merchantId, ledger), platformAccount('fees', ledger), floatAccount(rail, ledger)];
    const event = this.events.succeeded(operation, decision);
    const settled = await this.posting.to(accounts, () => this.settlements.succeed(operation, decision, event));
    if (settled) {
      reach('settled');
      this.events.publish(event);
    }
    return settled;
  }

  async decline(operation: RailOperation, decline: Decline): Promise<boolean> {
    if (operation.kind !== 'collect') return this.held.decline(operation, decline);
    const event = this.events.failed(operation, decline, decline.decider === 'rail' ? 'service' : 'person');
    const settled = await this.settlements.decline(operation, decline, event);
    if (settled) {
      reach('settled');
      this.events.publish(event);
    }
    return settled;
  }

  /** The float that paid was opened with the refund or the payout. */
  #succeedHeld(operation: RailOperation, decision: Decision): Promise<boolean> {
    const { merchantId, ledger, kind } = operation;
    const accounts = [merchantAccount(merchantId, ledger), platformAccount('suspense', ledger)];
    if (kind === 'payout') accounts.push(platformAccount('fees', ledger));
    return this.posting.to(accounts, () => this.held.succeed(operation, decision));
  }

  /** Ends a payout of which the rail had paid another amount, once people have settled that with it. */
  correct(operation: RailOperation, correction: Correction): Promise<boolean> {
    const { merchantId, ledger } = operation;
    const accounts = [
      merchantAccount(merchantId, ledger),
      platformAccount('suspense', ledger),
      platformAccount('fees', ledger),
    ];
    return this.posting.to(accounts, () => this.held.correct(operation, correction));
  }

  /** Books what the rail collected, gave back or paid out, to suspense, once. */
  suspend(operation: RailOperation, moved: Moved): Promise<boolean> {
    const { rail, ledger } = operation;
    const accounts = [floatAccount(rail, ledger), platformAccount('suspense', ledger)];
    const journalId = newId('transfer');
    return this.posting.to(accounts, () => this.settlements.suspend(operation, journalId, moved));
  }
}
