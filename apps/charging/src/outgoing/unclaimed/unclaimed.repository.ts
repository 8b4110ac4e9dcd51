import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { accountSql, LEDGER_POSITION_SQL, platformAccountSql } from '../../books/ledger/accounts.repository.js';
import { mayMoveSql, moveSql } from './domain/unclaimed-status.js';
import type { StoredUnclaimed } from './domain/unclaimed.js';

const columns = `unclaimed_id AS "unclaimedId", rail, ledger, amount, operator_number AS "operatorNumber", day::text AS day,
  moved_at AS "movedAt", phone, phone_masked AS "phoneMasked", state, intent_id AS "intentId", merchant_id AS "merchantId",
  return_id AS "returnId", created_at AS "createdAt", confirmed_at AS "confirmedAt", ended_at AS "endedAt"`;

/** A match as people decide it. */
export interface Match {
  readonly unclaimedId: string;
  readonly intentId: string;
  readonly journalId: string;
}

/** Unclaimed money and its transfers. Each decision is one guarded UPDATE: when it changes no row, somebody else was first. */
@Injectable()
export class UnclaimedRepository {
  constructor(private readonly database: Database) {}

  async find(unclaimedId: string, mode: Mode, on: Queryable = this.database): Promise<StoredUnclaimed | undefined> {
    const [money] = await on.query<StoredUnclaimed>({
      name: 'unclaimed-find',
      text: `SELECT ${columns} FROM unclaimed WHERE unclaimed_id = $1 AND (ledger > 999) = $2`,
      values: [unclaimedId, mode === 'test'],
    });
    return money;
  }

  /** Those of a mode that wait for people or for their return, oldest first; one more than `limit`. */
  open(mode: Mode, limit: number, startingAfter: string | undefined): Promise<readonly StoredUnclaimed[]> {
    return this.database.query<StoredUnclaimed>({
      name: 'unclaimed-open',
      text: `SELECT ${columns} FROM unclaimed
        WHERE state IN ('listed', 'confirmed', 'returning') AND (ledger > 999) = $1 AND ($3::text IS NULL
          OR (created_at, unclaimed_id) > (SELECT after.created_at, after.unclaimed_id FROM unclaimed after WHERE after.unclaimed_id = $3))
        ORDER BY created_at, unclaimed_id LIMIT $2`,
      values: [mode === 'test', limit + 1, startingAfter ?? null],
    });
  }

  /** The reason for which the money may not be confirmed now: it is, or may become, that of a payment here, or was confirmed before. */
  async contestOf(unclaimedId: string): Promise<string | undefined> {
    const [row] = await this.database.query<{ contest: string | null }>({
      name: 'unclaimed-contest',
      text: `SELECT unclaimed_contest(unclaimed_id) AS contest FROM unclaimed WHERE unclaimed_id = $1 AND confirmed_at IS NULL`,
      values: [unclaimedId],
    });
    return row?.contest ?? undefined;
  }

  /** The operator has the money: it is in suspense from now on. Undefined when it was decided before. */
  async confirm(tx: Queryable, unclaimedId: string): Promise<StoredUnclaimed | undefined> {
    const [confirmed] = await tx.query<StoredUnclaimed>({
      name: 'unclaimed-confirm',
      text: confirmSql,
      values: [unclaimedId],
    });
    return confirmed;
  }

  /** The operator has no such money. Undefined when it was decided before. */
  async dismiss(tx: Queryable, unclaimedId: string): Promise<StoredUnclaimed | undefined> {
    const [dismissed] = await tx.query<StoredUnclaimed>({
      name: 'unclaimed-dismiss',
      text: `UPDATE unclaimed SET ${moveSql('dismiss')}, updated_at = clock_timestamp()
        WHERE unclaimed_id = $1 AND ${mayMoveSql('dismiss')} RETURNING ${columns}`,
      values: [unclaimedId],
    });
    return dismissed;
  }

  /** The merchant of a payment to which the money can be matched: one of the same rail and amount that has failed. */
  async merchantOf(unclaimedId: string, intentId: string): Promise<string | undefined> {
    const [payment] = await this.database.query<{ merchantId: string }>({
      name: 'unclaimed-merchant',
      text: `SELECT c.merchant_id AS "merchantId" FROM unclaimed u JOIN ${failedSql('u')} WHERE u.unclaimed_id = $1 AND c.intent_id = $2`,
      values: [unclaimedId, intentId],
    });
    return payment?.merchantId;
  }

  /** Credits the merchant of the payment, less the fee of the payment. Undefined when the money or the payment does not allow it. */
  async match(tx: Queryable, { unclaimedId, intentId, journalId }: Match): Promise<StoredUnclaimed | undefined> {
    const [matched] = await tx.query<StoredUnclaimed>({
      name: 'unclaimed-match',
      text: matchSql,
      values: [unclaimedId, intentId, journalId],
    });
    return matched;
  }
}

/** Payments `c` with their operations `o` that have failed, of the rail, ledger and amount of the money `u`. */
export const failedSql = (u: string): string => `charge c ON c.state = 'declined' AND c.ledger = ${u}.ledger
  JOIN rail_operation o ON o.operation_id = c.charge_id AND (o.rail, o.amount) = (${u}.rail, ${u}.amount) AND o.suspended_amount IS NULL`;

const SUSPENSE = platformAccountSql('unclaimed', 'u.ledger');

const confirmSql = `
  WITH u AS (
    UPDATE unclaimed SET ${moveSql('confirm')}, confirmed_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE unclaimed_id = $1 AND ${mayMoveSql('confirm')}
    RETURNING *),
  posted AS (
    INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)
    SELECT unclaimed_id, 1, u.ledger, ${accountSql('float', 'u.rail', 'u.ledger')}, ${SUSPENSE}, amount, ${LEDGER_POSITION_SQL} FROM u)
  SELECT ${columns} FROM u`;

const matchSql = `
  WITH payment AS (
    SELECT c.charge_id, c.merchant_id, o.fee FROM unclaimed one JOIN ${failedSql('one')} WHERE one.unclaimed_id = $1 AND c.intent_id = $2),
  u AS (
    UPDATE unclaimed SET ${moveSql('match')}, charge_id = payment.charge_id, intent_id = $2, merchant_id = payment.merchant_id,
      fee = payment.fee, match_journal_id = $3, ended_at = clock_timestamp(), updated_at = clock_timestamp()
    FROM payment WHERE unclaimed_id = $1 AND ${mayMoveSql('match')}
    RETURNING unclaimed.*),
  posted AS (
    INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)
    SELECT match_journal_id, leg.number, u.ledger, ${SUSPENSE}, leg.credit_id, leg.amount, ${LEDGER_POSITION_SQL}
    FROM u CROSS JOIN LATERAL (VALUES
      (1, ${accountSql('merchant', 'u.merchant_id', 'u.ledger')}, u.amount - u.fee),
      (2, ${platformAccountSql('fees', 'u.ledger')}, u.fee)) AS leg (number, credit_id, amount)
    WHERE leg.amount > 0)
  SELECT ${columns} FROM u`;
