import type { Correction, DeclineCode } from '@paygate/contracts';
import type { Statement } from '@paygate/platform';
import type { Numbered } from '../../connectors/connector.js';
import type { RailOperation } from '../operation.js';
import { acceptedSql, DIFFERS, isDecidableSql, numberedSql, turnEndSql, UNDISPUTED } from '../operation.js';
import type { Verb } from '../operation-status.js';
import { mayMoveSql, moveSql } from '../operation-status.js';

/** A rail decides only what is not in dispute; the installation's team what is escalated, or not found for so many seconds. */
export type Decider = 'rail' | { readonly notFoundSeconds: number };

/** `providerReference`: what the rail has answered with its decision. */
export interface Decision extends Numbered {
  readonly decider: Decider;
  readonly remark: string;
}

export interface Decline extends Decision {
  readonly code: DeclineCode;
  /** Only if nothing was sent to the rail within so many seconds. */
  readonly startSeconds?: number;
  /** Only if the submission with this number is the last one. */
  readonly attempt?: number;
}

/** SQL of conditions; always where there is none. */
export interface Conditions {
  /** Of an operation that may be sent. */
  readonly maySendSql?: string;
  /** Of one that a person may decline. */
  readonly mayDeclineSql?: string;
}

/** A rail has the operation: it is asked again after so many seconds. */
export interface Acceptance extends Numbered {
  readonly nextSeconds: number;
}

/** Money that a rail has moved, in minor units. */
export interface Moved extends Numbered {
  readonly amount: bigint;
}

/**
 * The guarded moves of operations, each an UPDATE that returns the row if it moved. A room runs one in a transaction, or as a part of a statement
 * of its own, whose parameters come after those of the move.
 */
type Named = Pick<RailOperation, 'operationId' | 'kind' | 'lease'>;

/** The guard of a success: suspense never pays more than waits in it. */
const COVERED = '(suspended_amount IS NULL OR suspended_amount >= amount)';

/** The rail has moved the money: its own report, or the decision of the installation's team. */
export function succeededMove(operation: Named, decision: Decision): Statement {
  const { decider, remark, providerReference = null } = decision;
  return decider === 'rail'
    ? decided(operation, 'succeed', { remark, guard: `${UNDISPUTED} AND ${COVERED}`, reference: '$4' }, [
        providerReference,
      ])
    : decided(operation, 'decide-succeeded', { remark, guard: `${COVERED} AND ${isDecidableSql('$4')}` }, [
        decider.notFoundSeconds,
      ]);
}

/** The rail has moved nothing and will not: its own report, the decision of the installation's team, or the end of one that was not sent in time, or may not be sent. */
export function declinedMove(operation: Named, decline: Decline, conditions: Conditions = {}): Statement {
  const { maySendSql = 'true', mayDeclineSql = 'true' } = conditions;
  const { decider, remark, startSeconds, attempt = null, providerReference = null } = decline;
  if (startSeconds !== undefined) {
    const guard = `(accepted_at < clock_timestamp() - make_interval(secs => $4) OR NOT ${maySendSql})`;
    return decided(operation, 'decline-unsent', { remark, guard }, [startSeconds]);
  }
  if (decider === 'rail') {
    const guard = `${UNDISPUTED} AND ($4::integer IS NULL OR attempt = $4)`;
    return decided(operation, 'decline', { remark, guard, reference: '$5' }, [attempt, providerReference]);
  }
  const guard = `${isDecidableSql('$4')} AND ${mayDeclineSql}`;
  return decided(operation, 'decide-declined', { remark, guard }, [decider.notFoundSeconds]);
}

/** The owner takes back an operation of which nothing was sent. */
export function withdrawnMove(operation: Omit<Named, 'lease'>, remark: string): Statement {
  return decided({ ...operation, lease: null }, 'decline-unsent', { name: 'withdraw', remark, guard: 'true' });
}

/** People have settled at the rail what it had moved of an operation. */
export function correctedMove(operation: Named, correction: Correction): Statement {
  const { verb, ...move } = corrections[correction];
  return decided({ ...operation, lease: null }, verb, { name: correction, ...move });
}

const corrections = {
  rest_paid: { verb: 'decide-succeeded', remark: 'an operator has paid the rest', guard: 'suspended_amount < amount' },
  part_returned: {
    verb: 'decide-declined',
    remark: 'the rail has returned what it had paid',
    guard: 'suspended_amount IS NOT NULL',
  },
} as const;

/** The rail asks the payer for the first time. */
export function promptedMove({ operationId, kind, lease }: Named, acceptance: Acceptance): Statement {
  const { nextSeconds, providerReference = null } = acceptance;
  return {
    name: `${kind}-prompt`,
    text: `UPDATE rail_operation SET ${moveSql('accept')}, ${acceptedSql}, updated_at = clock_timestamp()
      WHERE operation_id = $1 AND ${mayMoveSql('accept')} AND prompted_at IS NULL
      RETURNING *`,
    values: [operationId, nextSeconds, lease, providerReference],
  };
}

/** The rail has moved what was not asked for. The row has the journal that is to book it. */
export function suspendedMove({ operationId, kind }: Named, journalId: string, moved: Moved): Statement {
  const { amount, providerReference = null } = moved;
  return {
    name: `${kind}-suspend`,
    text: `UPDATE rail_operation SET suspense_journal_id = $2, suspended_amount = $3, ${numberedSql('$4')}, ${moveSql('suspend')},
        ${DIFFERS}, updated_at = clock_timestamp()
      WHERE operation_id = $1 AND ${mayMoveSql('suspend')} AND suspended_amount IS NULL
      RETURNING *`,
    values: [operationId, journalId, amount, providerReference],
  };
}

interface DecidedMove {
  /** Of the statement; the verb where it has no other. */
  readonly name?: string;
  readonly remark: string;
  readonly guard: string;
  /** The parameter with the number that the rail has given the transaction. */
  readonly reference?: string;
}

/** It ends the turn of the worker that has the lease. `more` are the parameters of the guard, from $4 on. */
function decided(
  { operationId, kind, lease }: Named,
  verb: Verb,
  { name = verb, remark, guard, reference = 'NULL' }: DecidedMove,
  more: readonly unknown[] = [],
): Statement {
  return {
    name: `${kind}-${name}`,
    text: `UPDATE rail_operation SET ${moveSql(verb)}, remark = $2, escalation = NULL, ${numberedSql(reference)},
        ${turnEndSql('$3', 'NULL')}, ended_at = clock_timestamp(), updated_at = clock_timestamp()
      WHERE operation_id = $1 AND ${mayMoveSql(verb)} AND ${guard}
      RETURNING *`,
    values: [operationId, remark, lease, ...more],
  };
}
