import { Injectable } from '@nestjs/common';
import type { DeclineCode } from '@paygate/contracts';
import { Logger, newId } from '@paygate/platform';
import { reach } from '../failpoints.js';
import { floatAccount, merchantAccount, ofLedger, platformAccount } from '../ledger/domain/ledger.js';
import { Posting } from '../ledger/posting.js';
import type { RailOutcome } from '../rails/connector.js';
import type { RailOperation } from './operation.js';
import { OperationEvents } from './operation-events.js';
import type { Decider } from './settlements.repository.js';
import { SettlementsRepository } from './settlements.repository.js';

const CONTRADICTION = 'a rail contradicts what it has reported before; an operator must look at it';

/** A rail may write anything there. */
const CURRENCY_LENGTH = 16;

export type FinalOutcome = Extract<RailOutcome, { kind: 'succeeded' | 'declined' }>;
type Collected = Extract<RailOutcome, { kind: 'succeeded' }>;

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
    if (isDisputed(operation)) await this.#compare(operation, outcome);
    else if (outcome.kind === 'declined') await this.decline(operation, { ...outcome, decider: 'rail' });
    else if (isAsAsked(operation, outcome)) await this.succeed(operation, { decider: 'rail', remark: 'succeeded' });
    else await this.#escalate(operation, outcome);
  }

  async succeed(
    operation: RailOperation,
    decision: { readonly decider: Decider; readonly remark: string },
  ): Promise<boolean> {
    const { merchantId, ledger, rail } = operation;
    const accounts = [merchantAccount(merchantId, ledger), platformAccount('fees', ledger), floatAccount(rail, ledger)];
    const event = this.events.succeeded(operation);
    const settled = await this.posting.to(accounts, () => this.settlements.succeed(operation, decision, event));
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
      startSeconds = null,
      ...decision
    }: {
      readonly decider: Decider;
      readonly code: DeclineCode;
      readonly remark: string;
      readonly startSeconds?: number | null;
    },
  ): Promise<boolean> {
    const event = this.events.failed(operation, decision.code);
    const settled = await this.settlements.decline(operation, { ...decision, startSeconds }, event);
    if (settled) {
      reach('settled');
      this.events.publish(event);
    }
    return settled;
  }

  /** The rail says the opposite of what is decided, which stays. Money that it collected all the same waits in suspense. */
  async contradict(operation: RailOperation, outcome: FinalOutcome): Promise<void> {
    if (outcome.kind === 'declined') await this.#dispute(operation);
    else if (await this.#record(operation, outcome)) this.#alert(CONTRADICTION, operation);
  }

  /** What the rail collected waits for an operator, whatever the rail reports now. */
  async #compare(operation: RailOperation, outcome: FinalOutcome): Promise<void> {
    const isRepeated =
      outcome.kind === 'succeeded' &&
      (isBookable(operation, outcome) ? outcome.amount : null) === operation.suspendedAmount;
    if (!isRepeated) await this.#dispute(operation);
  }

  async #dispute(operation: RailOperation): Promise<void> {
    if (await this.settlements.contradict(operation)) this.#alert(CONTRADICTION, operation);
  }

  async #escalate(operation: RailOperation, collected: Collected): Promise<void> {
    if (await this.#record(operation, collected))
      this.#alert('a rail collected another amount than it was asked for; an operator must decide', operation);
  }

  /** Books to suspense, once, or notes for people what no account of the ledger can take. */
  #record(operation: RailOperation, collected: Collected): Promise<boolean> {
    const { rail, ledger } = operation;
    const { amount, currency } = collected;
    if (!isBookable(operation, collected))
      return this.settlements.escalate(operation, `collected ${amount} ${currency.slice(0, CURRENCY_LENGTH)}`);
    const accounts = [floatAccount(rail, ledger), platformAccount('suspense', ledger)];
    const journalId = newId('transfer');
    return this.posting.to(accounts, () => this.settlements.suspend(operation, journalId, amount));
  }

  #alert(message: string, { operationId: chargeId }: RailOperation): void {
    this.logger.error(message, undefined, { chargeId });
  }
}

function isAsAsked(operation: RailOperation, collected: Collected): boolean {
  return collected.amount === operation.amount && isBookable(operation, collected);
}

/** A journal has one currency, and moves something. */
function isBookable({ ledger }: RailOperation, { amount, currency }: Collected): boolean {
  return amount > 0n && currency === ofLedger(ledger).currency;
}

function isDisputed({ escalation }: RailOperation): boolean {
  return escalation === 'amount_differs' || escalation === 'contradiction';
}
