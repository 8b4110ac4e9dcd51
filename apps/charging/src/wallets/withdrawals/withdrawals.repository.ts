import { Injectable } from '@nestjs/common';
import type { DeclineCode, Mode } from '@paygate/contracts';
import type { Queryable, Statement } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { WalletName } from '../../books/ledger/domain/ledger.js';
import type { NewOperation } from '../../rails/operations/new-operations.js';
import type { NewWithdrawal, StoredWithdrawal, WantedWithdrawal } from './withdrawal.js';
import { completedSql, confirmSql, correctedSql, failedSql, suspendedSql } from './withdrawal-statements.js';

/** The time within which a code may confirm a withdrawal: as the trigger of its table has it. */
const OPEN = `interval '1 hour'`;
const LAPSED = `clock_timestamp() - ${OPEN}`;

const columns = `x.withdrawal_id AS "withdrawalId", x.user_id AS "userId", x.merchant_id AS "merchantId", x.ledger, x.rail,
  x.phone_masked AS "phoneMasked", x.phone_index AS "phoneIndex", x.amount, x.fee, x.key_hash AS "keyHash", x.body_hash AS "bodyHash",
  x.content_hash AS "contentHash", x.state, x.failure_code AS "failureCode", x.created_at AS "createdAt", x.ended_at AS "endedAt",
  CASE WHEN x.state = 'asked' AND x.created_at <= ${LAPSED} THEN x.created_at + ${OPEN} END AS "lapsedAt"`;

/** Withdrawals that users ask for: from the wallet to `clearing` when the code confirms one, and on or back when its rail has decided. */
@Injectable()
export class WithdrawalsRepository {
  constructor(private readonly database: Database) {}

  /** The withdrawal that was asked for with the same key, or has the same id. */
  async known(
    { userId, ledger, keyHash, withdrawalId }: WantedWithdrawal,
    on: Queryable = this.database,
  ): Promise<StoredWithdrawal | undefined> {
    const [row] = await on.query<StoredWithdrawal>({
      name: 'withdrawal-known',
      text: `SELECT ${columns} FROM wallet_withdrawal x
        WHERE user_id = $1 AND ((ledger > 999) = ($2 > 999) AND key_hash = $3 OR withdrawal_id = $4)
        ORDER BY key_hash = $3 DESC LIMIT 1`,
      values: [userId, ledger, keyHash, withdrawalId],
    });
    return row;
  }

  async find(
    userId: string,
    mode: Mode,
    withdrawalId: string,
    on: Queryable = this.database,
  ): Promise<StoredWithdrawal | undefined> {
    const [row] = await on.query<StoredWithdrawal>({
      name: 'withdrawal-find',
      text: `SELECT ${columns} FROM wallet_withdrawal x WHERE withdrawal_id = $1 AND user_id = $2 AND (ledger > 999) = $3`,
      values: [withdrawalId, userId, mode === 'test'],
    });
    return row;
  }

  /** The withdrawals of a user and a mode that a code may still confirm, and the seconds until there is one less. */
  async open(
    tx: Queryable,
    { userId, ledger }: WalletName,
  ): Promise<{ readonly count: number; readonly seconds: number }> {
    const [open] = await tx.query<{ readonly count: number; readonly seconds: number }>({
      name: 'withdrawals-open',
      text: `SELECT count(*)::int AS count,
          coalesce(ceil(extract(epoch FROM min(created_at) - ${LAPSED}))::int, 0) AS seconds
        FROM wallet_withdrawal
        WHERE user_id = $1 AND (ledger > 999) = ($2 > 999) AND state = 'asked' AND created_at > ${LAPSED}`,
      values: [userId, ledger],
    });
    return open ?? { count: 0, seconds: 0 };
  }

  /** Deletes at most `limit` withdrawals that nobody has confirmed, a day after they were asked for; returns how many. */
  forget(limit: number): Promise<number> {
    return this.database.execute({
      name: 'withdrawals-forget',
      text: `DELETE FROM wallet_withdrawal WHERE withdrawal_id = ANY (ARRAY (
        SELECT withdrawal_id FROM wallet_withdrawal
        WHERE state = 'asked' AND created_at < (SELECT clock_timestamp()) - interval '1 day'
        LIMIT $1 FOR UPDATE SKIP LOCKED))`,
      values: [limit],
    });
  }

  async insert(tx: Queryable, withdrawal: NewWithdrawal): Promise<StoredWithdrawal> {
    const { withdrawalId, userId, merchantId, ledger, rail, phoneMasked, phoneIndex, amount, fee } = withdrawal;
    const { keyHash, bodyHash, contentHash } = withdrawal;
    const [row] = await tx.query<StoredWithdrawal>({
      name: 'withdrawal-insert',
      text: `INSERT INTO wallet_withdrawal AS x (withdrawal_id, user_id, merchant_id, ledger, rail, phone_masked, phone_index, amount, fee,
          key_hash, body_hash, content_hash)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING ${columns}`,
      values: [
        ...[withdrawalId, userId, merchantId, ledger, rail, phoneMasked, phoneIndex, amount, fee],
        ...[keyHash, bodyHash, contentHash],
      ],
    });
    if (row === undefined) throw new Error('a withdrawal was not inserted');
    return row;
  }

  /** Debits the wallet, which the transaction has locked, and opens the operation that will pay. */
  async confirm(tx: Queryable, withdrawalId: string, operation: NewOperation): Promise<StoredWithdrawal> {
    const { floatOwner, phone, requestId, traceparent = null, callbackToken } = operation;
    const [row] = await tx.query<StoredWithdrawal>({
      name: 'withdrawal-confirm',
      text: `${confirmSql} SELECT ${columns} FROM x JOIN debited USING (ledger)`,
      values: [withdrawalId, floatOwner, phone, requestId, traceparent, callbackToken],
    });
    if (row === undefined) throw new Error('a withdrawal was not confirmed');
    return row;
  }

  /** The rail has paid: to its float, or to suspense where its payment waits, and the fee. */
  complete(moved: Statement, journalId: string): Promise<boolean> {
    return this.#run(moved, completedSql, [journalId]);
  }

  /** Nothing was paid, and nothing will be: the wallet has its money again, whatever became of it. */
  fail(moved: Statement, journalId: string, code: DeclineCode): Promise<boolean> {
    return this.#run(moved, failedSql, [journalId, code]);
  }

  /** The rail has paid another amount, or what was declined: it waits in suspense. */
  suspend(moved: Statement): Promise<boolean> {
    return this.#run(moved, suspendedSql, []);
  }

  /** Posts what people have moved at the rail for a withdrawal that ends by it: the rest to the user, or what came back. `journals`: of the end, and of that. */
  correct(moved: Statement, end: 'completed' | 'failed', journals: readonly [string, string]): Promise<boolean> {
    return this.#run(moved, correctedSql(end), end === 'failed' ? [...journals, 'rail_error'] : journals);
  }

  /** One statement: of two that decide at the same time, one moves nothing. It reads the moved operation as `o`. */
  async #run(moved: Statement, rest: (next: number) => string, values: readonly unknown[]): Promise<boolean> {
    const before = moved.values ?? [];
    const text = `WITH o AS (${moved.text}), ${rest(before.length + 1)} SELECT operation_id FROM o`;
    return (await this.database.query({ ...moved, text, values: [...before, ...values] })).length > 0;
  }
}
