import { Injectable } from '@nestjs/common';
import { ChargingConfig } from '../../config.js';
import { reach } from '../../failpoints.js';
import type { RailOutcome } from '../connectors/connector.js';
import type { RailOperation } from './operation.js';
import { OperationsRepository } from './operations.repository.js';
import { RecordOutcome } from './record-outcome.js';
import { Purposes } from './settlement/purposes.js';
import type { Turn } from './turn.js';

/** The delay before a submission that was refused without an effect is tried again. Seconds. */
const RETRY_SECONDS = 2;

/**
 * Submits an operation to its rail. The row says so before the first byte leaves, and every attempt has the same reference, so the
 * rail cannot collect twice.
 */
@Injectable()
export class SubmitOperation {
  constructor(
    private readonly operations: OperationsRepository,
    private readonly purposes: Purposes,
    private readonly record: RecordOutcome,
    private readonly config: ChargingConfig,
  ) {}

  async submit(turn: Turn): Promise<void> {
    const { operation, breaker } = turn;
    const { CHARGE_START_SECONDS: startSeconds } = this.config;
    if (operation.ageSeconds > startSeconds || hasLostToken(turn)) return this.#refuse(turn);
    if (!breaker.isClosed) return this.#retry(turn, 'the rail takes no submissions at present');
    const prepared = await this.#prepared(turn);
    if (typeof prepared === 'string') return this.#retry(turn, prepared);
    if (!(await this.operations.beginSubmission(operation, startSeconds))) return this.#refuse(turn);
    await this.#submit(prepared);
  }

  /** The turn with what its rail issues before a submission, or why it did not. */
  async #prepared(turn: Turn): Promise<Turn | string> {
    const { rail, operation, collection, signal } = turn;
    if (rail.prepare === undefined || operation.railToken !== null) return turn;
    const outcome = await rail.prepare(signal);
    if (outcome.kind !== 'prepared') {
      turn.breaker.failed();
      return 'remark' in outcome ? outcome.remark : outcome.kind;
    }
    const { railToken } = outcome;
    reach('rail-token-issued');
    if (!(await this.operations.keepRailToken(operation, railToken))) return 'another worker has prepared it';
    reach('rail-token-kept');
    return { ...turn, collection: { ...collection, railToken } };
  }

  async #submit(turn: Turn): Promise<void> {
    const { operation, rail, breaker, collection, signal } = turn;
    reach('submission-begun');
    const outcome = await rail.submit(collection, signal);
    reach('submission-answered');
    if (outcome.kind === 'in_doubt' || outcome.kind === 'unprocessed') breaker.failed();
    else breaker.succeeded();
    if (operation.state !== 'requested') await this.record.record(turn, reliable(outcome));
    else if (outcome.kind === 'unprocessed') await this.operations.takeBack(operation, outcome.remark, RETRY_SECONDS);
    else if (outcome.kind === 'declined')
      // says nothing about a submission that another worker has made since
      await this.purposes
        .of(operation.kind)
        .decline(operation, { ...outcome, decider: 'rail', attempt: operation.attempt + 1 });
    else await this.record.record(turn, outcome);
  }

  async #retry({ operation }: Turn, remark: string): Promise<void> {
    await this.operations.postpone(operation, { remark }, RETRY_SECONDS);
  }

  /** Too old to begin. Only an operation of which nothing was sent can be declined for that. */
  async #refuse(turn: Turn): Promise<void> {
    if (turn.operation.state !== 'requested') return this.record.record(turn, { kind: 'not_found' });
    await this.declineLate(turn.operation);
  }

  /** Declines an operation of which nothing was sent in time. Any other stays as it is. */
  declineLate(operation: RailOperation): Promise<boolean> {
    const { CHARGE_START_SECONDS: startSeconds } = this.config;
    const remark = 'not begun in time';
    const decline = { decider: 'rail', code: 'rail_unavailable', remark, startSeconds } as const;
    return this.purposes.of(operation.kind).decline(operation, decline);
  }
}

/** With a token of its own, a repeated submission would be a second payment. */
function hasLostToken({ rail, operation }: Turn): boolean {
  return rail.prepare !== undefined && operation.railToken === null && operation.state !== 'requested';
}

/** The refusal of a repeated submission says nothing about an earlier one, which may have arrived: the status decides then. */
function reliable(outcome: RailOutcome): RailOutcome {
  return outcome.kind === 'declined' ? { kind: 'in_doubt', remark: outcome.remark } : outcome;
}
