import { Injectable } from '@nestjs/common';
import type { Correction } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import type { OperationKind } from '../../connectors/operation-kind.js';
import type { RailOperation } from '../operation.js';
import type { Acceptance, Conditions, Decision, Decline, Moved } from './moves.js';

/**
 * The purpose of the operations of one kind. The room that they are for composes each move with its own rows, postings and event, so that
 * they commit together. The methods return false when somebody else was first. In SQL an operation is `rail_operation`.
 */
export interface Purpose extends Conditions {
  readonly kind: OperationKind;
  /** SQL of the id of the charge that an operation is of. */
  readonly chargeSql: string;
  /** The rail has moved the money. */
  succeed(operation: RailOperation, decision: Decision): Promise<boolean>;
  /** No money was moved, and none will be. */
  decline(operation: RailOperation, decline: Decline): Promise<boolean>;
  /** The rail moved another amount than it was asked for, or one that was declined: it waits in suspense for a person, once. */
  suspend(operation: RailOperation, moved: Moved): Promise<boolean>;
  /** The rail asks the payer for the first time. Absent where nobody is asked. */
  prompt?(operation: RailOperation, acceptance: Acceptance, approvalSeconds: number): Promise<boolean>;
  /** People have settled with the rail what it had moved. Absent where another amount cannot be corrected. */
  correct?(operation: RailOperation, correction: Correction): Promise<boolean>;
}

/** A rail has reported a decided collection as declined, with this remark. */
type TakenBack = (tx: Queryable, operation: RailOperation, remark: string) => Promise<void>;

/** The purposes of all operations, as their rooms have added them. */
@Injectable()
export class Purposes {
  readonly #purposes = new Map<OperationKind, Purpose>();
  #takenBack: TakenBack | undefined;

  add(purpose: Purpose): void {
    this.#purposes.set(purpose.kind, purpose);
  }

  /** Adds what follows when a rail contradicts its success: it has taken back what it had collected. */
  onTakenBack(follow: TakenBack): void {
    this.#takenBack = follow;
  }

  /** In the transaction that notes the contradiction. */
  async takenBack(...given: Parameters<TakenBack>): Promise<void> {
    await this.#takenBack?.(...given);
  }

  of(kind: OperationKind): Purpose {
    const purpose = this.#purposes.get(kind);
    if (purpose === undefined) throw new Error(`operations of kind ${kind} have no purpose`);
    return purpose;
  }

  /** SQL of what the purpose of an operation says. */
  sql(said: 'chargeSql' | 'maySendSql'): string {
    const cases = [...this.#purposes.values()].map(
      (purpose) => `WHEN '${purpose.kind}' THEN ${purpose[said] ?? 'true'}`,
    );
    return `CASE rail_operation.kind ${cases.join(' ')} END`;
  }
}
