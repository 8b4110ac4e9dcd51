import { Injectable } from '@nestjs/common';
import type { ListRefundsCommand, Mode } from '@paygate/contracts';
import { currencyCodes, referenceKey } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { accountSql, LEDGER_POSITION_SQL } from '../../books/ledger/accounts.repository.js';
import type { NewOperation } from '../../rails/operations/new-operations.js';
import { operationsNumberedSql } from '../../rails/connectors/numbered-operations.js';
import { ledgerOf } from '../../books/ledger/domain/ledger.js';
import { placeSql } from '../../holds/hold-statements.js';
import { outgoingColumns, OutgoingRepository } from '../outgoing.repository.js';
import { reversedSql } from '../reversals/reversals.repository.js';
import type { RefundableCharge, StoredRefund } from './domain/refund.js';

/** A refund that may be made. */
export interface NewRefund extends Pick<
  StoredRefund,
  'refundId' | 'amount' | 'reason' | 'metadata' | 'actor' | 'contentHash'
> {
  readonly charge: RefundableCharge;
  readonly byProvenOwner: boolean;
  readonly keyHash: string;
  readonly bodyHash: string;
}

/** The facts that decide about a refund, read under the lock of its charge. */
export interface RefundFacts {
  /** The sum of the refunds that are pending or completed, and of what its rail has taken back. */
  readonly taken: bigint;
  readonly isPeriodOver: boolean;
}

const refundColumns = `${outgoingColumns('refund')}, charge_id AS "chargeId", refund.intent_id AS "intentId", method,
  (SELECT c.fee FROM charge c WHERE c.charge_id = refund.charge_id) AS "feeKept"`;

/** Ledgers of a mode, in every currency. */
const ledgersOf = (mode: Mode): readonly number[] => currencyCodes.map((currency) => ledgerOf(mode, currency));

/**
 * Refunds, their holds and their transfers. The methods that take a transaction are called by one that has locked the charge, and
 * after it the account of the merchant: always in this order.
 */
@Injectable()
export class RefundsRepository extends OutgoingRepository<StoredRefund> {
  protected readonly kind = 'refund';
  protected readonly columns = refundColumns;
  protected readonly fee = '0';

  /** The charge of an intent. */
  async chargeOf(merchantId: string, mode: Mode, intentId: string): Promise<RefundableCharge | undefined> {
    const [charge] = await this.database.query<RefundableCharge>({
      name: 'refund-charge',
      text: `SELECT c.charge_id AS "chargeId", c.intent_id AS "intentId", c.merchant_id AS "merchantId", c.user_id AS "userId", c.ledger,
          c.method, c.amount, c.state = 'declined' AS "isDeclined", o.rail, o.phone, o.phone_masked AS "phoneMasked"
        FROM charge c LEFT JOIN rail_operation o ON o.operation_id = c.charge_id
        WHERE c.intent_id = $1 AND c.merchant_id = $2 AND c.ledger = ANY ($3::smallint[])`,
      values: [intentId, merchantId, ledgersOf(mode)],
    });
    return charge;
  }

  /** Locks a charge: its refunds are decided one after the other. */
  async lockCharge(tx: Queryable, chargeId: string): Promise<void> {
    const text = 'SELECT FROM charge WHERE charge_id = $1 FOR NO KEY UPDATE';
    await tx.query({ name: 'refund-lock-charge', text, values: [chargeId] });
  }

  /** The same for the charge of a refund. */
  async lockChargeOf(tx: Queryable, refundId: string): Promise<void> {
    const text =
      'SELECT FROM charge WHERE charge_id = (SELECT charge_id FROM refund WHERE refund_id = $1) FOR NO KEY UPDATE';
    await tx.query({ name: 'refund-lock-charge-of', text, values: [refundId] });
  }

  async facts(tx: Queryable, chargeId: string, periodDays: number): Promise<RefundFacts> {
    const [facts] = await tx.query<RefundFacts>({
      name: 'refund-facts',
      text: `SELECT settled_at < clock_timestamp() - make_interval(days => $2) AS "isPeriodOver",
          coalesce((SELECT sum(r.amount) FROM refund r WHERE r.intent_id = c.intent_id AND r.state <> 'failed'), 0)::bigint
            + ${reversedSql('c.charge_id')} AS taken
        FROM charge c WHERE charge_id = $1`,
      values: [chargeId, periodDays],
    });
    if (facts === undefined) throw new Error('the charge of a refund is gone');
    return facts;
  }

  /** The sum of the completed refunds of an intent. */
  async completed(tx: Queryable, intentId: string): Promise<bigint> {
    const [row] = await tx.query<{ sum: bigint }>({
      name: 'refund-completed',
      text: `SELECT coalesce(sum(amount), 0)::bigint AS sum FROM refund WHERE intent_id = $1 AND state = 'completed'`,
      values: [intentId],
    });
    return row?.sum ?? 0n;
  }

  /** The number of refunds that a member has made today, a day of Africa/Douala. Those of one member are counted one after the other. */
  async countToday(tx: Queryable, actor: string, mode: Mode): Promise<CountedToday> {
    const lock = `SELECT pg_advisory_xact_lock(hashtextextended('refunds:' || $1, 0))`;
    await tx.query({ name: 'refund-lock-actor', text: lock, values: [actor] });
    const [row] = await tx.query<CountedToday>({
      name: 'refund-count-today',
      text: `WITH day AS MATERIALIZED (SELECT date_trunc('day', clock_timestamp(), 'Africa/Douala') AS begins_at)
        SELECT day.begins_at + interval '24 hours' AS "renewsAt", (SELECT count(*)::integer FROM refund
          WHERE actor = $1 AND (ledger > 999) = $2 AND state <> 'failed' AND created_at >= day.begins_at) AS count
        FROM day`,
      values: [actor, mode === 'test'],
    });
    if (row === undefined) throw new Error('a day has no count');
    return row;
  }

  /** Moves the money back to the wallet that paid, whatever became of that wallet since. */
  async insertCompleted(tx: Queryable, refund: NewRefund): Promise<StoredRefund> {
    const [stored] = await tx.query<StoredRefund>({
      name: 'refund-to-wallet',
      text: toWalletSql,
      values: insertValues(refund),
    });
    if (stored === undefined) throw new Error('a refund was not inserted');
    return { ...stored, operationState: null };
  }

  /** Holds the money for a rail, and opens the operation that will send it. */
  async insertPending(tx: Queryable, refund: NewRefund, operation: NewOperation): Promise<StoredRefund> {
    const { floatOwner, phone, requestId, traceparent, callbackToken } = operation;
    const values = [...insertValues(refund), floatOwner, phone, requestId, traceparent ?? null, callbackToken];
    const [stored] = await tx.query<StoredRefund>({ name: 'refund-to-rail', text: toRailSql, values });
    if (stored === undefined) throw new Error('a refund was not inserted');
    return { ...stored, operationState: 'requested' };
  }

  /** One more than `limit`, newest first. */
  list({ merchantId, mode, ...filter }: ListRefundsCommand): Promise<readonly StoredRefund[]> {
    const { limit, startingAfter, intentId, providerReference, status, createdFrom, createdTo } = filter;
    const numbered = providerReference === undefined ? '' : '-numbered';
    return this.database.query<StoredRefund>({
      name: `${intentId === undefined ? 'refunds-list' : 'refunds-of-intent'}${numbered}`,
      text: `SELECT ${this.columnsAndState} FROM refund
        WHERE merchant_id = $1 AND (ledger > 999) = $2 ${intentId === undefined ? 'AND $4::text IS NULL' : 'AND intent_id = $4'}
          AND ($5::text IS NULL OR refund_id < $5) AND ($6::text IS NULL OR state = $6)
          AND ($7::timestamptz IS NULL OR created_at >= $7) AND ($8::timestamptz IS NULL OR created_at < $8)
          AND ${providerReference === undefined ? '$9::text IS NULL' : `refund_id IN (${operationsNumberedSql('$1', '$9')})`}
        ORDER BY refund_id DESC LIMIT $3`,
      values: [
        ...[merchantId, mode === 'test', limit + 1, intentId ?? null, startingAfter ?? null],
        ...[status?.toLowerCase() ?? null, createdFrom ?? null, createdTo ?? null],
        providerReference === undefined ? null : referenceKey(providerReference),
      ],
    });
  }
}

interface CountedToday {
  readonly count: number;
  readonly renewsAt: Date;
}

function insertValues(refund: NewRefund): readonly unknown[] {
  const { refundId, charge, amount, reason, metadata, actor, keyHash, bodyHash, contentHash, byProvenOwner } = refund;
  return [refundId, charge.chargeId, amount, reason, metadata, actor, keyHash, bodyHash, contentHash, byProvenOwner];
}

const insertSql = (state: string, endedAt: string): string => `
    INSERT INTO refund (refund_id, charge_id, intent_id, merchant_id, ledger, method, amount, reason, metadata, actor, key_hash, body_hash,
      content_hash, by_proven_owner, state, created_at, updated_at, ended_at)
    SELECT $1, charge_id, intent_id, merchant_id, ledger, method, $3::bigint, $4, $5, $6, $7, $8, $9, $10, '${state}',
      statement_timestamp(), statement_timestamp(), ${endedAt}
    FROM charge WHERE charge_id = $2
    RETURNING *`;

const toWalletSql = `
  WITH refund AS (${insertSql('completed', 'statement_timestamp()')}),
  credited AS (
    UPDATE wallet w SET balance = w.balance + $3::bigint FROM charge c WHERE c.charge_id = $2 AND w.account_id = c.debited_id
    RETURNING w.account_id),
  posted AS (
    INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)
    SELECT refund_id, 1, ledger, ${accountSql('merchant', 'refund.merchant_id', 'refund.ledger')}, (SELECT account_id FROM credited), amount, ${LEDGER_POSITION_SQL}
    FROM refund)
  SELECT ${refundColumns} FROM refund`;

const toRailSql = `
  WITH refund AS (${insertSql('pending', 'NULL')}),${placeSql('refund', '$11')},
  opened AS (
    INSERT INTO rail_operation (operation_id, kind, rail, intent_id, merchant_id, user_id, ledger, amount, fee, phone, phone_masked,
      request_id, traceparent, accepted_at, callback_token)
    SELECT refund_id, 'refund', o.rail, refund.intent_id, refund.merchant_id, o.user_id, refund.ledger, refund.amount, 0, $12,
      o.phone_masked, $13, $14, refund.created_at, $15
    FROM refund JOIN rail_operation o ON o.operation_id = refund.charge_id)
  SELECT ${refundColumns} FROM refund`;
