import { Injectable } from '@nestjs/common';
import type { DeclineCode, Mode, MobileOperator, WalletState } from '@paygate/contracts';
import type { Queryable, Statement } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { accountSql, LEDGER_POSITION_SQL, platformAccountSql } from '../../books/ledger/accounts.repository.js';
import type { LedgerNumber, WalletName } from '../../books/ledger/domain/ledger.js';
import { walletStateSql } from '../../books/wallets/wallet-state.js';
import type { OperationState } from '../../rails/operations/operation-status.js';
import type { NewOperation } from '../../rails/operations/new-operations.js';

/** A top-up that a user asks for, by mobile money. Amount in minor units. */
export interface WantedTopUp extends WalletName {
  readonly topUpId: string;
  readonly merchantId: string;
  readonly amount: bigint;
  readonly keyHash: string;
  readonly bodyHash: string;
  readonly contentHash: string | null;
}

/** A top-up as it is stored. */
export interface StoredTopUp extends WalletName {
  readonly topUpId: string;
  readonly ledger: LedgerNumber;
  readonly rail: MobileOperator;
  readonly phoneMasked: string;
  readonly amount: bigint;
  readonly keyHash: string;
  readonly bodyHash: string;
  readonly contentHash: string | null;
  readonly state: 'pending' | 'completed' | 'failed';
  readonly failureCode: DeclineCode | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  readonly operationState: OperationState;
}

/** The facts that decide whether a wallet can be filled. */
export interface Fillable {
  readonly state: WalletState;
  /** Its balance, with the top-ups that are pending. */
  readonly expected: bigint;
}

const topUpColumns = `t.top_up_id AS "topUpId", t.user_id AS "userId", t.ledger, t.rail, t.phone_masked AS "phoneMasked", t.amount,
  t.key_hash AS "keyHash", t.body_hash AS "bodyHash", t.content_hash AS "contentHash", t.state, t.failure_code AS "failureCode",
  t.created_at AS "createdAt", t.ended_at AS "endedAt",
  (SELECT o.state FROM rail_operation o WHERE o.operation_id = t.top_up_id) AS "operationState"`;

/** Top-ups that users ask for. A wallet is credited when its rail has collected the money, once, and then whatever became of the wallet. */
@Injectable()
export class TopUpsRepository {
  constructor(private readonly database: Database) {}

  /** The top-up that was asked for with the same key, or has the same id. */
  async known(
    { userId, ledger, keyHash, topUpId }: WantedTopUp,
    on: Queryable = this.database,
  ): Promise<StoredTopUp | undefined> {
    const [row] = await on.query<StoredTopUp>({
      name: 'top-up-known',
      text: `SELECT ${topUpColumns} FROM wallet_top_up t
        WHERE user_id = $1 AND ((ledger > 999) = ($2 > 999) AND key_hash = $3 OR top_up_id = $4)
        ORDER BY key_hash = $3 DESC LIMIT 1`,
      values: [userId, ledger, keyHash, topUpId],
    });
    return row;
  }

  async find(userId: string, mode: Mode, topUpId: string): Promise<StoredTopUp | undefined> {
    const [row] = await this.database.query<StoredTopUp>({
      name: 'top-up-find',
      text: `SELECT ${topUpColumns} FROM wallet_top_up t WHERE top_up_id = $1 AND user_id = $2 AND (ledger > 999) = $3`,
      values: [topUpId, userId, mode === 'test'],
    });
    return row;
  }

  /** Of a wallet that is locked: its top-ups are accepted one after the other. */
  async fillable(tx: Queryable, { userId, ledger }: WalletName): Promise<Fillable> {
    const [fillable] = await tx.query<Fillable>({
      name: 'top-up-fillable',
      text: `SELECT ${walletStateSql('w')} AS state, balance + coalesce((SELECT sum(t.amount) FROM wallet_top_up t
          WHERE (t.user_id, t.ledger, t.state) = ($1, $2, 'pending')), 0)::bigint AS expected
        FROM wallet w WHERE user_id = $1 AND ledger = $2`,
      values: [userId, ledger],
    });
    if (fillable === undefined) throw new Error('a wallet was not opened');
    return fillable;
  }

  /** Opens the operation that asks the phone of the prompt. */
  async insert(tx: Queryable, wanted: WantedTopUp, operation: Omit<NewOperation, 'floatOwner'>): Promise<StoredTopUp> {
    const { topUpId, userId, merchantId, ledger, amount, keyHash, bodyHash, contentHash } = wanted;
    const { requestId, traceparent = null, callbackToken } = operation;
    const [stored] = await tx.query<StoredTopUp>({
      name: 'top-up-insert',
      text: insertSql,
      values: [
        ...[topUpId, userId, ledger, amount, keyHash, bodyHash, contentHash],
        ...[merchantId, requestId, traceparent, callbackToken],
      ],
    });
    if (stored === undefined) throw new Error('a top-up was not inserted');
    return { ...stored, operationState: 'requested' };
  }

  /** The rail has collected the money: its float, or suspense where the money waits, fills the wallet. */
  succeed(moved: Statement): Promise<boolean> {
    return this.#run(moved, succeededSql, []);
  }

  /** No money moved, and none will. */
  decline(moved: Statement, code: DeclineCode): Promise<boolean> {
    const next = (moved.values?.length ?? 0) + 1;
    const ended = `ended AS (UPDATE wallet_top_up t SET state = 'failed', failure_code = $${next}, ended_at = clock_timestamp()
      FROM o WHERE t.top_up_id = o.operation_id)`;
    return this.#run(moved, ended, [code]);
  }

  /** The rail collected another amount, or what was declined: it waits in suspense. */
  suspend(moved: Statement): Promise<boolean> {
    return this.#run(moved, suspendedSql, []);
  }

  /** One statement: of two that decide at the same time, one moves nothing. It reads the moved operation as `o`. */
  async #run(moved: Statement, rest: string, values: readonly unknown[]): Promise<boolean> {
    const text = `WITH o AS (${moved.text}), ${rest} SELECT operation_id FROM o`;
    return (await this.database.query({ ...moved, text, values: [...(moved.values ?? []), ...values] })).length > 0;
  }
}

const insertSql = `
  WITH asked AS (
    SELECT p.rail, p.phone, p.phone_masked FROM prompt p WHERE p.charge_id = $1),
  t AS (
    INSERT INTO wallet_top_up (top_up_id, user_id, ledger, rail, phone_masked, amount, key_hash, body_hash, content_hash)
    SELECT $1, $2, $3::smallint, rail, phone_masked, $4::bigint, $5, $6, $7 FROM asked
    RETURNING *),
  opened AS (
    INSERT INTO rail_operation (operation_id, kind, rail, merchant_id, user_id, ledger, amount, fee, phone, phone_masked, request_id,
      traceparent, accepted_at, callback_token)
    SELECT t.top_up_id, 'top_up', t.rail, $8, t.user_id, t.ledger, t.amount, 0, asked.phone, t.phone_masked, $9, $10, t.created_at, $11
    FROM t, asked)
  SELECT ${topUpColumns} FROM t`;

const FLOAT = accountSql('float', 'o.rail', 'o.ledger');
const SUSPENSE = platformAccountSql('suspense', 'o.ledger');

const succeededSql = `
  ended AS (
    UPDATE wallet_top_up t SET state = 'completed', ended_at = clock_timestamp() FROM o WHERE t.top_up_id = o.operation_id),
  credited AS (
    UPDATE wallet w SET balance = w.balance + o.amount FROM o WHERE (w.user_id, w.ledger) = (o.user_id, o.ledger)
    RETURNING w.account_id, w.balance),
  filled AS (
    INSERT INTO top_up (top_up_id, user_id, ledger, wallet_id, amount, balance_after)
    SELECT o.operation_id, o.user_id, o.ledger, credited.account_id, o.amount, credited.balance FROM o LEFT JOIN credited ON true),
  posted AS (
    INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)
    SELECT o.operation_id, 1, o.ledger, CASE WHEN o.suspended_amount IS NULL THEN ${FLOAT} ELSE ${SUSPENSE} END, credited.account_id,
      o.amount, ${LEDGER_POSITION_SQL}
    FROM o LEFT JOIN credited ON true)`;

const suspendedSql = `
  posted AS (
    INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)
    SELECT o.suspense_journal_id, 1, o.ledger, ${FLOAT}, ${SUSPENSE}, o.suspended_amount, ${LEDGER_POSITION_SQL} FROM o)`;
