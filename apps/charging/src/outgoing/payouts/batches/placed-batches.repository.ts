import { Injectable } from '@nestjs/common';
import type { MobileOperator } from '@paygate/contracts';
import { mobileOperators } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { placeSql, voidSql } from '../../../holds/hold-statements.js';
import type { NewOperation } from '../../../rails/operations/new-operations.js';
import { sealedSql } from './batches.repository.js';
import type { StoredBatch } from './stored-batch.js';

/** A recipient that an approval makes, unless the merchant has it. */
export interface NewRecipient {
  readonly destinationId: string;
  readonly rail: MobileOperator;
  /** Sealed for the destination. */
  readonly phone: string;
  readonly phoneMasked: string;
  readonly phoneIndex: string;
}

/** The recipients and payouts that an approval places. */
export interface Placement {
  readonly recipients: readonly NewRecipient[];
  readonly payouts: readonly { readonly number: number; readonly payoutId: string }[];
  /** The owner of the float that pays, by rail. */
  readonly floats: Readonly<Partial<Record<MobileOperator, string>>>;
  readonly approver: string;
  readonly waitHours: number;
}

/** The rows that were placed, as an approval names them. */
export type PlacedRows = Pick<StoredBatch, 'rowCount' | 'amount' | 'fee' | 'hash'>;

/** An operation of a row that is sent now. */
export type ReleasedOperation = NewOperation & { readonly payoutId: string };

/** The payouts of batches, thousands in a statement. Called by transactions that have locked the account of the merchant. */
@Injectable()
export class PlacedBatchesRepository {
  async addRecipients(tx: Queryable, { merchantId, ledger, name }: StoredBatch, placement: Placement): Promise<void> {
    const { recipients, approver, waitHours } = placement;
    await tx.query({
      name: 'batch-recipients',
      text: recipientsSql,
      values: [
        ...[merchantId, ledger, name, approver, waitHours],
        recipients.map(({ destinationId }) => destinationId),
        recipients.map(({ rail }) => rail),
        recipients.map(({ phone }) => phone),
        recipients.map(({ phoneMasked }) => phoneMasked),
        recipients.map(({ phoneIndex }) => phoneIndex),
      ],
    });
  }

  /** Holds the money of all rows. Undefined when a row was placed without a payout. */
  async place(
    tx: Queryable,
    { batchId }: StoredBatch,
    { recipients, payouts, floats, approver }: Placement,
  ): Promise<PlacedRows | undefined> {
    const [placed] = await tx.query<PlacedRows>({
      name: 'batch-place',
      text: placementSql,
      values: [
        ...[batchId, JSON.stringify(Object.fromEntries(payouts.map(({ number, payoutId }) => [number, payoutId])))],
        ...[approver, ...mobileOperators.map((rail) => floats[rail] ?? '')],
        ...[Object.keys(floats), recipients.map(({ phoneIndex }) => phoneIndex)],
      ],
    });
    return placed;
  }

  /** Cancels the payouts of a batch that were not released, all of them or those to a recipient, and voids their holds; returns how many. */
  async cancel(tx: Queryable, batchId: string, destinationId: string | null = null): Promise<number> {
    const [canceled] = await tx.query<{ count: number }>({
      name: 'batch-cancel-rows',
      text: cancelSql,
      values: [batchId, destinationId],
    });
    return canceled?.count ?? 0;
  }

  /** Opens the operations that send released rows. */
  async open(tx: Queryable, operations: readonly ReleasedOperation[]): Promise<void> {
    await tx.query({
      name: 'batch-operations',
      text: operationsSql,
      values: [
        operations.map(({ payoutId }) => payoutId),
        operations.map(({ phone }) => phone),
        operations.map(({ requestId }) => requestId),
        operations.map(({ traceparent }) => traceparent ?? null),
        operations.map(({ callbackToken }) => callbackToken),
      ],
    });
  }
}

const recipientsSql = `
  INSERT INTO payout_destination (destination_id, merchant_id, ledger, rail, phone, phone_masked, label, actor, kind, phone_index,
    created_at, usable_at)
  SELECT given.id, $1, $2::smallint, given.rail, given.phone, given.masked, $3, $4, 'recipient', given.index, now, now + make_interval(hours => $5)
  FROM unnest($6::text[], $7::text[], $8::text[], $9::text[], $10::text[]) AS given (id, rail, phone, masked, index),
    (SELECT date_trunc('milliseconds', clock_timestamp()) AS now) AS clock
  ON CONFLICT (merchant_id, ledger, rail, phone_index) WHERE kind = 'recipient' DO NOTHING`;

/** The number of the parameter after those of the floats. */
const RAILS = 4 + mobileOperators.length;

const floatSql = `(CASE payout.rail ${mobileOperators.map((rail, index) => `WHEN '${rail}' THEN $${index + 4}`).join(' ')} END)`;

/** Rows find their payouts and recipients in maps: the plan of a join would depend on what the server knows of tables that have just grown. */
const placementSql = `
  WITH recipient AS MATERIALIZED (
    SELECT jsonb_object_agg(d.rail || ' ' || d.phone_index, jsonb_build_array(d.destination_id, d.usable_at)) AS by_phone
    FROM payout_batch b JOIN payout_destination d ON (d.merchant_id, d.ledger) = (b.merchant_id, b.ledger)
    WHERE b.batch_id = $1 AND d.kind = 'recipient' AND d.revoked_at IS NULL AND d.rail = ANY ($${RAILS}::text[])
      AND d.phone_index = ANY ($${RAILS + 1}::text[])),
  placed AS (
    UPDATE payout_batch_row r SET state = 'placed', payout_id = $2::jsonb ->> r.number::text,
      destination_id = (TABLE recipient) -> (r.rail || ' ' || r.phone_index) ->> 0,
      due_at = greatest(((TABLE recipient) -> (r.rail || ' ' || r.phone_index) ->> 1)::timestamptz, statement_timestamp())
    FROM payout_batch b
    WHERE b.batch_id = $1 AND r.batch_id = $1 AND r.state = 'drafted' AND $2::jsonb ? r.number::text
      AND (TABLE recipient) ? (r.rail || ' ' || r.phone_index)
    RETURNING r.*, b.merchant_id, b.ledger, b.name AS batch_name, b.hash),
  payout AS (
    INSERT INTO payout (payout_id, destination_id, merchant_id, ledger, rail, amount, fee, source, reason, metadata, actor, key_hash,
      body_hash, created_at, updated_at)
    SELECT payout_id, destination_id, merchant_id, ledger, rail, amount + fee, fee, 'batch', batch_name,
      json_build_object('payoutBatchId', batch_id, 'number', number, 'reference', reference)::text, $3,
      'batch ' || batch_id || ' ' || number, hash, now, now
    FROM placed, (SELECT clock_timestamp() AS now) AS clock
    RETURNING *),${placeSql('payout', floatSql)}
  SELECT ${sealedSql} FROM placed HAVING count(*) = (SELECT count(*) FROM payout)`;

const cancelSql = `
  WITH ended AS (
    UPDATE payout_batch_row SET state = 'ended'
    WHERE batch_id = $1 AND state = 'placed' AND ($2::text IS NULL OR destination_id = $2)
    RETURNING payout_id),
  payout AS (
    UPDATE payout SET state = 'canceled', updated_at = statement_timestamp(), ended_at = statement_timestamp()
    FROM ended WHERE payout.payout_id = ended.payout_id AND payout.state = 'pending'
    RETURNING payout.*), ${voidSql('payout')}
  SELECT count(*)::integer AS count FROM payout`;

const operationsSql = `
  INSERT INTO rail_operation (operation_id, kind, rail, merchant_id, ledger, amount, fee, phone, phone_masked, request_id, traceparent,
    accepted_at, callback_token, due_at, is_bulk)
  SELECT p.payout_id, 'payout', p.rail, p.merchant_id, p.ledger, p.amount - p.fee, 0, given.phone, d.phone_masked, given.request_id,
    given.traceparent, now, given.token, now, true
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) AS given (payout_id, phone, request_id, traceparent, token)
    JOIN payout p USING (payout_id) JOIN payout_destination d USING (destination_id), (SELECT clock_timestamp() AS now) AS clock`;
