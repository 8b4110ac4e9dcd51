import { Injectable } from '@nestjs/common';
import type { DeclineCode } from '@paygate/contracts';
import type { OutboxRows } from '@paygate/messaging';
import { outboxInsertSql, outboxValues } from '@paygate/messaging';
import { Database } from '@paygate/platform';
import { LEDGER_POSITION_SQL, platformAccountSql } from '../../books/ledger/accounts.repository.js';
import type { Numbered } from '../../rails/connectors/connector.js';
import type { RailOperation } from '../operation.js';
import { inSecondsSql, isDecidableSql, turnEndSql } from '../operation.js';
import type { Verb } from '../operation-status.js';
import { mayMoveSql, moveSql } from '../operation-status.js';

/** A rail decides only what is not in dispute; an operator what is escalated, or not found for so many seconds. */
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

/** A rail has the operation: it is asked again after so many seconds. */
export interface Acceptance extends Numbered {
  readonly nextSeconds: number;
}

/** Money that a rail has moved, in minor units. */
export interface Moved extends Numbered {
  readonly amount: bigint;
}

/**
 * Decisions of operations. Each is one statement that moves the operation under its guard and, only if it moved, inserts charge,
 * journal and event: of two that decide at the same time, one does nothing.
 */
@Injectable()
export class SettlementsRepository {
  constructor(private readonly database: Database) {}

  /** The rail has collected the money: the float, or suspense where the money waits, pays merchant and fees. */
  async succeed({ operationId, lease }: RailOperation, decision: Decision, event: OutboxRows): Promise<boolean> {
    const { decider, remark, providerReference = null } = decision;
    const values = [operationId, remark, ...outboxValues(event), lease];
    return decider === 'rail'
      ? this.#settle('operation-succeed', succeedSql.succeed, [...values, providerReference])
      : this.#settle('operation-decide-succeeded', succeedSql['decide-succeeded'], [
          ...values,
          decider.notFoundSeconds,
        ]);
  }

  /** No money moved, and none will. */
  async decline({ operationId, lease }: RailOperation, decline: Decline, event: OutboxRows): Promise<boolean> {
    const { decider, code, remark, startSeconds, attempt = null, providerReference = null } = decline;
    const values = [operationId, remark, ...outboxValues(event), code, lease];
    if (startSeconds !== undefined)
      return this.#settle('operation-decline-unsent', declineSql['decline-unsent'], [...values, startSeconds]);
    if (decider !== 'rail')
      return this.#settle('operation-decide-declined', declineSql['decide-declined'], [
        ...values,
        decider.notFoundSeconds,
      ]);
    return this.#settle('operation-decline', declineSql.decline, [...values, attempt, providerReference]);
  }

  /** The rail has the operation. Its first acceptance inserts the event of the prompt. */
  async accept(
    { operationId, lease }: RailOperation,
    acceptance: Acceptance,
    event: OutboxRows | undefined,
  ): Promise<boolean> {
    const { nextSeconds, providerReference = null } = acceptance;
    const values = [operationId, nextSeconds, lease, providerReference];
    if (event === undefined) return this.#settle('operation-accept', acceptSql, values);
    return this.#settle('operation-prompt', promptSql, [...values, ...outboxValues(event)]);
  }

  /** The rail moved another amount than it was asked for, or one that was declined: it waits in suspense for a person. */
  async suspend({ operationId }: RailOperation, journalId: string, moved: Moved): Promise<boolean> {
    const { amount, providerReference = null } = moved;
    return this.#settle('operation-suspend', suspendSql, [operationId, journalId, amount, providerReference]);
  }

  /** The rail collected what cannot be booked: people have to look at it. */
  async report({ operationId }: RailOperation, remark: string, numbered: Numbered): Promise<boolean> {
    const { providerReference = null } = numbered;
    return this.#settle('operation-report', reportSql, [operationId, remark, providerReference]);
  }

  /** The rail reports something else than what is decided, or than what it collected before. True the first time. */
  async contradict({ operationId, state }: RailOperation, remark: string): Promise<boolean> {
    return this.#settle('operation-contradict', contradictSql, [operationId, state, remark]);
  }

  async #settle(name: string, text: string, values: readonly unknown[]): Promise<boolean> {
    return (await this.database.query({ name, text, values })).length > 0;
  }
}

const floatSql = `(SELECT account_id FROM append_account f WHERE f.owner_id = o.rail AND f.kind = 'float' AND f.ledger = o.ledger)`;

/** The guard of a rail's own decision: once a report about money is in dispute, only an operator decides. */
export const UNDISPUTED = `(escalation IS NULL OR escalation = 'too_old')`;

/** The number that the rail has given now, or else before. */
const numberedSql = (reference: string): string =>
  `provider_reference = coalesce(${reference}::text, rail_operation.provider_reference)`;

/**
 * The move to a decision: remark $2 on operation $1, and the end of the turn of the worker that has the lease. `reference` is the parameter with
 * the number that the rail has given the transaction.
 */
export const decidedSql = (verb: Verb, lease: string, guard: string, reference = 'NULL'): string => `
    UPDATE rail_operation SET ${moveSql(verb)}, remark = $2, escalation = NULL, ${numberedSql(reference)}, ${turnEndSql(lease, 'NULL')},
      ended_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE operation_id = $1 AND ${mayMoveSql(verb)} AND ${guard}
    RETURNING *`;

const succeedTextOf = (decided: string): string => `
  WITH o AS (${decided}),
  settled AS (
    INSERT INTO charge
      (charge_id, intent_id, merchant_id, user_id, ledger, amount, fee, accepted_at, actor, method, state, debited_id)
    SELECT operation_id, intent_id, merchant_id, user_id, ledger, amount, fee, accepted_at, actor, 'mobile_money', 'succeeded',
      CASE WHEN suspended_amount IS NULL THEN ${floatSql} ELSE ${platformAccountSql('suspense', 'o.ledger')} END
    FROM o
    RETURNING charge_id, merchant_id, ledger, amount, fee, debited_id),
  posted AS (
    INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)
    SELECT s.charge_id, leg.number, s.ledger, s.debited_id, leg.credit_id, leg.amount, ${LEDGER_POSITION_SQL}
    FROM settled s
    LEFT JOIN append_account merchant
      ON merchant.owner_id = s.merchant_id AND merchant.kind = 'merchant' AND merchant.ledger = s.ledger
    CROSS JOIN LATERAL (VALUES
      (1, merchant.account_id, s.amount - s.fee),
      (2, ${platformAccountSql('fees', 's.ledger')}, s.fee)) AS leg (number, credit_id, amount)
    WHERE leg.amount > 0),
  announced AS (${outboxInsertSql(3)} WHERE EXISTS (SELECT FROM settled))
  SELECT charge_id FROM settled`;

/** The guard of a success: suspense never pays more than waits in it. */
export const COVERED = '(suspended_amount IS NULL OR suspended_amount >= amount)';
const succeedSql = {
  succeed: succeedTextOf(decidedSql('succeed', '$8', `${UNDISPUTED} AND ${COVERED}`, '$9')),
  'decide-succeeded': succeedTextOf(decidedSql('decide-succeeded', '$8', `${COVERED} AND ${isDecidableSql('$9')}`)),
};

const declineTextOf = (decided: string): string => `
  WITH o AS (${decided}),
  settled AS (
    INSERT INTO charge
      (charge_id, intent_id, merchant_id, user_id, ledger, amount, fee, accepted_at, actor, method, state, decline_code)
    SELECT operation_id, intent_id, merchant_id, user_id, ledger, amount, 0, accepted_at, actor, 'mobile_money', 'declined', $8
    FROM o
    RETURNING charge_id),
  announced AS (${outboxInsertSql(3)} WHERE EXISTS (SELECT FROM settled))
  SELECT charge_id FROM settled`;

/** The guard of the end of an operation of which nothing was sent within so many seconds. */
export const tooLateSql = (seconds: string): string =>
  `accepted_at < clock_timestamp() - make_interval(secs => ${seconds})`;
const declineSql = {
  decline: declineTextOf(
    decidedSql('decline', '$9', `${UNDISPUTED} AND ($10::integer IS NULL OR attempt = $10)`, '$11'),
  ),
  'decide-declined': declineTextOf(decidedSql('decide-declined', '$9', isDecidableSql('$10'))),
  'decline-unsent': declineTextOf(decidedSql('decline-unsent', '$9', tooLateSql('$10'))),
};

const acceptedSql = `${moveSql('accept')}, not_found_since = NULL, ${numberedSql('$4')},
  polls = CASE WHEN prompted_at IS NULL THEN 0 ELSE polls + 1 END,
  ${turnEndSql('$3', inSecondsSql('$2'))}, updated_at = clock_timestamp()`;

const acceptSql = `
  UPDATE rail_operation SET ${acceptedSql}, prompted_at = coalesce(prompted_at, clock_timestamp())
  WHERE operation_id = $1 AND ${mayMoveSql('accept')} AND (prompted_at IS NOT NULL OR kind <> 'collect')
  RETURNING operation_id`;

const promptSql = `
  WITH o AS (
    UPDATE rail_operation SET ${acceptedSql}, prompted_at = clock_timestamp()
    WHERE operation_id = $1 AND ${mayMoveSql('accept')} AND prompted_at IS NULL
    RETURNING operation_id),
  announced AS (${outboxInsertSql(5)} WHERE EXISTS (SELECT FROM o))
  SELECT operation_id FROM o`;

/** The remark on an open operation says what was collected. */
const contradictSql = `
  UPDATE rail_operation SET escalation = 'contradiction', updated_at = clock_timestamp(),
    remark = CASE WHEN ended_at IS NULL THEN remark ELSE $3 END
  WHERE operation_id = $1 AND ${mayMoveSql('contradict')} AND state = $2 AND escalation IS DISTINCT FROM 'contradiction'
  RETURNING operation_id`;

const differsSql = `updated_at = clock_timestamp(), ${moveSql('suspend')},
  escalation = CASE WHEN ended_at IS NULL THEN 'amount_differs' ELSE 'contradiction' END`;

const reportSql = `
  UPDATE rail_operation SET remark = $2, ${numberedSql('$3')}, ${differsSql}
  WHERE operation_id = $1 AND ${mayMoveSql('suspend')} AND ${UNDISPUTED}
  RETURNING operation_id`;

const suspendSql = `
  WITH o AS (
    UPDATE rail_operation SET suspense_journal_id = $2, suspended_amount = $3, ${numberedSql('$4')}, ${differsSql}
    WHERE operation_id = $1 AND ${mayMoveSql('suspend')} AND suspended_amount IS NULL
    RETURNING *),
  posted AS (
    INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)
    SELECT suspense_journal_id, 1, o.ledger, side.debit_id, side.credit_id, suspended_amount, ${LEDGER_POSITION_SQL}
    FROM o CROSS JOIN LATERAL (
      SELECT ${floatSql} AS debit_id, ${platformAccountSql('suspense', 'o.ledger')} AS credit_id WHERE o.kind = 'collect'
      UNION ALL
      SELECT ${platformAccountSql('suspense', 'o.ledger')}, h.credit_id FROM hold h WHERE h.hold_id = o.operation_id) AS side)
  SELECT operation_id FROM o`;
