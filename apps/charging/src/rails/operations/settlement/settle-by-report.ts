import { Injectable } from '@nestjs/common';
import { Logger } from '@paygate/platform';
import { ofLedger } from '../../../books/ledger/domain/ledger.js';
import type { RailOutcome } from '../../connectors/connector.js';
import type { RailOperation } from '../operation.js';
import { idsOf, isDecided } from '../operation.js';
import { OperationsRepository } from '../operations.repository.js';
import { Purposes } from './purposes.js';

const CONTRADICTION = 'a rail contradicts what it has reported before; an operator must look at it';
const ANOTHER_AMOUNT = 'a rail moved another amount than it was asked for; an operator must decide';

type FinalOutcome = Extract<RailOutcome, { kind: 'succeeded' | 'declined' }>;
type Collected = Extract<RailOutcome, { kind: 'succeeded' }>;

/** Acts on the final outcome that a rail reports, by a submission or a poll. */
@Injectable()
export class SettleByReport {
  constructor(
    private readonly operations: OperationsRepository,
    private readonly purposes: Purposes,
    private readonly logger: Logger,
  ) {}

  /**
   * Decides the operation, or compares the report with what stands. The installation's team or another worker may have decided since the operation
   * was read: then the report is compared with that decision, so that money which the rail collected after a decline is not lost.
   */
  async settle(operation: RailOperation, outcome: FinalOutcome): Promise<void> {
    if (await this.#apply(operation, outcome)) return;
    const now = await this.operations.find(operation.operationId);
    if (now !== undefined && standingOf(now) !== standingOf(operation)) await this.settle(now, outcome);
  }

  /** False when nothing was changed. */
  async #apply(operation: RailOperation, outcome: FinalOutcome): Promise<boolean> {
    if (isDecided(operation) || isDisputed(operation)) return this.#compare(operation, outcome);
    const purpose = this.purposes.of(operation.kind);
    if (outcome.kind === 'declined') return purpose.decline(operation, { ...outcome, decider: 'rail' });
    if (isAsAsked(operation, outcome))
      return purpose.succeed(operation, {
        ...{ decider: 'rail', remark: 'succeeded' },
        providerReference: outcome.providerReference,
      });
    const escalated = await this.#record(operation, outcome);
    if (escalated) this.#alert(ANOTHER_AMOUNT, operation);
    return escalated;
  }

  /** A final state is for people alone to change. Money that was collected after a decline waits for them in suspense. */
  async #compare(operation: RailOperation, outcome: FinalOutcome): Promise<boolean> {
    if (isKnown(operation, outcome)) return true;
    const isUnexpected =
      outcome.kind === 'succeeded' && operation.state === 'declined' && operation.suspendedAmount === null;
    const contradicted = isUnexpected
      ? await this.#record(operation, outcome)
      : await this.#contradict(operation, outcome);
    if (contradicted) this.#alert(CONTRADICTION, operation);
    return contradicted;
  }

  /** A collection that is declined after its success was taken back: persons are proposed to book that. */
  #contradict(operation: RailOperation, outcome: FinalOutcome): Promise<boolean> {
    const { kind, state } = operation;
    const remark = remarkOn(outcome);
    const isTakenBack = kind === 'collect' && state === 'succeeded' && outcome.kind === 'declined';
    return this.operations.contradict(operation, remark, async (tx) => {
      if (isTakenBack) await this.purposes.takenBack(tx, operation, remark);
    });
  }

  /** Books to suspense, or notes for people what no account of the ledger can take. */
  #record(operation: RailOperation, collected: Collected): Promise<boolean> {
    return isBookable(operation, collected)
      ? this.purposes.of(operation.kind).suspend(operation, collected)
      : this.operations.report(operation, remarkOn(collected), collected);
  }

  #alert(message: string, operation: RailOperation): void {
    this.logger.error(message, undefined, idsOf(operation));
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

/** True when the report says what stands already. */
function isKnown(operation: RailOperation, outcome: FinalOutcome): boolean {
  const { state, amount, suspendedAmount } = operation;
  if (outcome.kind === 'declined') return state === 'declined';
  const reported = isBookable(operation, outcome) ? outcome.amount : null;
  if (state === 'succeeded') return reported === (suspendedAmount ?? amount);
  return reported === suspendedAmount && !(state === 'declined' && reported === null);
}

/** The row that a report of the rail is judged by. */
function standingOf({ state, escalation, suspendedAmount }: RailOperation): string {
  return [state, escalation, suspendedAmount].join();
}

function remarkOn(outcome: FinalOutcome): string {
  return outcome.kind === 'declined' ? outcome.remark : `collected ${outcome.amount} ${outcome.currency}`;
}
