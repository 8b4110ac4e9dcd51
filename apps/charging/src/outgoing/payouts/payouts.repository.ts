import { Injectable } from '@nestjs/common';
import type { ListPayoutsCommand } from '@paygate/contracts';
import { referenceKey } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import type { LedgerNumber } from '../../books/ledger/domain/ledger.js';
import type { NewOperation } from '../../rails/operations/new-operations.js';
import { operationsNumberedSql } from '../../rails/connectors/numbered-operations.js';
import { correctSql, placeSql } from '../../holds/hold-statements.js';
import { outgoingColumns, OutgoingRepository } from '../outgoing.repository.js';
import type { PayoutDay } from './domain/day.js';
import type { StoredDestination, StoredPayout } from './domain/payout.js';
import type { PayoutOrder } from './payout-order.js';

/** A payout that may be made. */
export interface NewPayout extends Omit<PayoutOrder, 'amount'> {
  readonly destination: StoredDestination;
  readonly amount: bigint;
  readonly fee: bigint;
}

const payoutColumns = `${outgoingColumns('payout')}, payout.destination_id AS "destinationId", payout.rail, payout.fee, source,
  (SELECT d.phone_masked FROM payout_destination d WHERE d.destination_id = payout.destination_id) AS "phoneMasked"`;

/** Payouts, their holds and their transfers. The methods that take a transaction are called by one that has locked the account of the merchant. */
@Injectable()
export class PayoutsRepository extends OutgoingRepository<StoredPayout> {
  protected readonly kind = 'payout';
  protected readonly columns = payoutColumns;
  protected readonly fee = 'payout.fee';

  async today(tx: Queryable, merchantId: string, ledger: LedgerNumber): Promise<PayoutDay> {
    const [row] = await tx.query<PayoutDay>({
      name: 'payout-today',
      text: `SELECT count(*) FILTER (WHERE counts)::integer AS count, coalesce(sum(amount) FILTER (WHERE counts), 0)::bigint AS amount,
          count(*) FILTER (WHERE NOT counts)::integer AS unsuccessful
        FROM payout, LATERAL (SELECT state IN ('pending', 'completed') AS counts) AS kind
        WHERE merchant_id = $1 AND ledger = $2 AND source <> 'batch' AND created_at >= date_trunc('day', clock_timestamp(), 'Africa/Douala')`,
      values: [merchantId, ledger],
    });
    return row ?? { count: 0, amount: 0n, unsuccessful: 0 };
  }

  /** Holds the money, and opens the operation that will send it. */
  async insert(tx: Queryable, payout: NewPayout, operation: NewOperation): Promise<StoredPayout> {
    const { destination, amount, fee, source, reason, metadata, actor, keyHash, bodyHash, contentHash, payoutId } =
      payout;
    const { floatOwner, phone, requestId, traceparent, callbackToken } = operation;
    const [stored] = await tx.query<StoredPayout>({
      name: 'payout-insert',
      text: insertSql,
      values: [
        ...[payoutId, destination.destinationId, amount, fee, source, reason, metadata, actor],
        ...[keyHash, bodyHash, contentHash],
        ...[floatOwner, phone, requestId, traceparent ?? null, callbackToken],
      ],
    });
    if (stored === undefined) throw new Error('a payout was not inserted');
    return { ...stored, operationState: 'requested' };
  }

  /** Ends a pending payout of which nothing was sent: the rail was not available in time, unless the destination is revoked. */
  failUnsent(tx: Queryable, payoutId: string): Promise<StoredPayout> {
    return this.voided(tx, 'fail-unsent', `'failed', failure_code = ${UNSENT_CODE}`, [payoutId]);
  }

  cancel(tx: Queryable, payoutId: string): Promise<StoredPayout> {
    return this.voided(tx, 'cancel', `'canceled', failure_code = NULL`, [payoutId]);
  }

  /** Posts what people have moved at the rail for a payout that has just ended: the rest to the destination, or what came back. */
  async correct(tx: Queryable, payoutId: string, journalId: string): Promise<void> {
    await tx.query({ name: 'payout-correct', text: correctedSql, values: [payoutId, journalId] });
  }

  /** The time at which the completed payout before this one was requested; undefined when there is none. */
  async before({ payoutId }: StoredPayout): Promise<Date | undefined> {
    const [row] = await this.database.query<{ createdAt: Date }>({
      name: 'payout-before',
      text: `SELECT earlier.created_at AS "createdAt"
        FROM payout this JOIN payout earlier ON (earlier.merchant_id, earlier.ledger) = (this.merchant_id, this.ledger)
          AND (earlier.created_at, earlier.payout_id) < (this.created_at, this.payout_id)
        WHERE this.payout_id = $1 AND earlier.state = 'completed'
        ORDER BY earlier.created_at DESC, earlier.payout_id DESC LIMIT 1`,
      values: [payoutId],
    });
    return row?.createdAt;
  }

  /** The payouts to a destination of which nothing was sent. */
  async unsentTo(tx: Queryable, destinationId: string): Promise<readonly string[]> {
    const rows = await tx.query<{ id: string }>({
      name: 'payouts-unsent',
      text: `SELECT payout_id AS id FROM payout JOIN rail_operation ON operation_id = payout_id
        WHERE destination_id = $1 AND payout.state = 'pending' AND rail_operation.state = 'requested' ORDER BY payout_id`,
      values: [destinationId],
    });
    return rows.map(({ id }) => id);
  }

  /** One more than `limit`, newest first. */
  list({ merchantId, mode, ...filter }: ListPayoutsCommand): Promise<readonly StoredPayout[]> {
    const { limit, startingAfter, providerReference, status, createdFrom, createdTo } = filter;
    return this.database.query<StoredPayout>({
      name: providerReference === undefined ? 'payouts-list' : 'payouts-list-numbered',
      text: `SELECT * FROM (SELECT ${payoutColumns}, o.state AS "operationState"
          FROM payout LEFT JOIN rail_operation o ON o.operation_id = payout_id
          WHERE payout.merchant_id = $1 AND (payout.ledger > 999) = $2) AS payout
        WHERE ${providerReference === undefined ? '$8::text IS NULL' : `"payoutId" IN (${operationsNumberedSql('$1', '$8')})`}
          AND ($4::text IS NULL OR "payoutId" < $4)
          AND ($5::text IS NULL OR $5 = CASE WHEN state <> 'pending' THEN state WHEN coalesce("operationState", 'requested') = 'requested' THEN 'pending'
            ELSE 'processing' END)
          AND ($6::timestamptz IS NULL OR "createdAt" >= $6) AND ($7::timestamptz IS NULL OR "createdAt" < $7)
        ORDER BY "payoutId" DESC LIMIT $3`,
      values: [
        ...[merchantId, mode === 'test', limit + 1, startingAfter ?? null],
        ...[status?.toLowerCase() ?? null, createdFrom ?? null, createdTo ?? null],
        providerReference === undefined ? null : referenceKey(providerReference),
      ],
    });
  }
}

/** In test mode a payout to a number that ends in 63 waits before it is sent, so that whoever tries it can cancel it. */
const WAIT_SQL = `CASE WHEN payout.ledger > 999 AND d.phone_masked LIKE '%63' THEN interval '90 seconds' ELSE interval '0' END`;

const insertSql = `
  WITH payout AS (
    INSERT INTO payout (payout_id, destination_id, merchant_id, ledger, rail, amount, fee, source, reason, metadata, actor, key_hash,
      body_hash, content_hash, created_at, updated_at)
    SELECT $1, destination_id, merchant_id, ledger, rail, $3::bigint, $4::bigint, $5, $6, $7, $8, $9, $10, $11, now, now
    FROM payout_destination, (SELECT clock_timestamp() AS now) AS clock WHERE destination_id = $2
    RETURNING *),${placeSql('payout', '$12')},
  opened AS (
    INSERT INTO rail_operation (operation_id, kind, rail, merchant_id, ledger, amount, fee, phone, phone_masked,
      request_id, traceparent, accepted_at, callback_token, due_at)
    SELECT payout_id, 'payout', payout.rail, payout.merchant_id, payout.ledger, payout.amount - payout.fee, 0, $13, d.phone_masked,
      $14, $15, payout.created_at, $16, payout.created_at + ${WAIT_SQL}
    FROM payout JOIN payout_destination d USING (destination_id))
  SELECT ${payoutColumns} FROM payout`;

const correctedSql = `
  WITH corrected AS (
    INSERT INTO payout_correction (payout_id, journal_id, ledger, amount)
    SELECT operation_id, $2, ledger, CASE state WHEN 'succeeded' THEN amount - suspended_amount ELSE suspended_amount END
    FROM rail_operation WHERE operation_id = $1
    RETURNING *)
  ${correctSql('payout')}`;

const UNSENT_CODE = `CASE WHEN EXISTS (SELECT FROM payout_destination d
  WHERE d.destination_id = payout.destination_id AND d.revoked_at IS NOT NULL) THEN 'destination_revoked' ELSE 'rail_unavailable' END`;
