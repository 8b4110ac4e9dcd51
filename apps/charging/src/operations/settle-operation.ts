import { Injectable } from '@nestjs/common';
import type { DeclineCode } from '@paygate/contracts';
import { Logger, newId } from '@paygate/platform';
import { reach } from '../failpoints.js';
import { floatAccount, merchantAccount, ofLedger, platformAccount } from '../ledger/domain/ledger.js';
import { Posting } from '../ledger/posting.js';
import type { RailOutcome } from '../rails/connector.js';
import type { RailOperation } from './operation.js';
import { OperationEvents } from './operation-events.js';
import { SettlementsRepository } from './settlements.repository.js';

export type FinalOutcome = Extract<RailOutcome, { kind: 'succeeded' | 'declined' }>;

/**
 * The one place where an operation is decided: by a submission, a poll, a callback's poll or an operator. Whoever comes second
 * changes nothing.
 */
@Injectable()
export class SettleOperation {
  constructor(
    private readonly settlements: SettlementsRepository,
    private readonly posting: Posting,
    private readonly events: OperationEvents,
    private readonly logger: Logger,
  ) {}

  async execute(operation: RailOperation, outcome: FinalOutcome): Promise<void> {
    if (outcome.kind === 'declined') await this.decline(operation, outcome);
    else if (isAsAsked(operation, outcome)) await this.succeed(operation, 'succeeded');
    else await this.#suspend(operation, outcome.amount);
  }

  async succeed(operation: RailOperation, remark: string): Promise<boolean> {
    const { merchantId, ledger, rail } = operation;
    const accounts = [merchantAccount(merchantId, ledger), platformAccount('fees', ledger), floatAccount(rail, ledger)];
    const event = this.events.succeeded(operation);
    const settled = await this.posting.to(accounts, () => this.settlements.succeed(operation, remark, event));
    if (settled) {
      reach('settled');
      this.events.publish(event);
    }
    return settled;
  }

  /** With `startSeconds` only if nothing was sent to the rail within them. */
  async decline(
    operation: RailOperation,
    {
      code,
      remark,
      startSeconds = null,
    }: { readonly code: DeclineCode; readonly remark: string; readonly startSeconds?: number | null },
  ): Promise<boolean> {
    const event = this.events.failed(operation, code);
    const settled = await this.settlements.decline(operation, { code, remark, startSeconds }, event);
    if (settled) {
      reach('settled');
      this.events.publish(event);
    }
    return settled;
  }

  async #suspend(operation: RailOperation, amount: bigint): Promise<void> {
    const { operationId: chargeId, rail, ledger } = operation;
    const accounts = [floatAccount(rail, ledger), platformAccount('suspense', ledger)];
    const journalId = newId('transfer');
    if (!(await this.posting.to(accounts, () => this.settlements.suspend(operation, journalId, amount)))) return;
    this.logger.error('a rail collected another amount than it was asked for; an operator must decide', undefined, {
      chargeId,
    });
  }
}

function isAsAsked(
  { amount, ledger }: RailOperation,
  outcome: { readonly amount: bigint; readonly currency: string },
): boolean {
  return outcome.amount === amount && outcome.currency === ofLedger(ledger).currency;
}
