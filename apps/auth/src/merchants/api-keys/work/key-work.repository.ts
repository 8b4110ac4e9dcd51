import { Injectable } from '@nestjs/common';
import type { MerchantAction } from '@paygate/contracts';
import { payoutFrequencies } from '@paygate/contracts';
import type { DatabaseTransaction, Queryable } from '@paygate/platform';
import type { ApiKey } from '../api-key.js';

/** An act of a key on an object of another service, as the audit trail has it. */
export interface WorkAct {
  readonly action: MerchantAction;
  readonly subject: string;
  readonly occurredAt: Date;
}

/** A key that another key made. */
export interface MadeKey {
  readonly id: string;
  readonly isSuccessor: boolean;
  readonly createdAt: Date;
  readonly hasEnded: boolean;
}

/** So many at a time: a revocation that is repeated ends more. */
const ACTS_MAX = 10_000;

/** What API keys made: keys by their rows, the rest by the audit trail of the account. */
@Injectable()
export class KeyWorkRepository {
  /**
   * The keys that a key made, those that these made, and successors of all of these, whoever rotated them. A kept key is left out with
   * what it made. Keys that have ended are included: what they made may stand.
   */
  keysOf(on: Queryable, key: ApiKey, keep: readonly string[]): Promise<readonly MadeKey[]> {
    return on.query<MadeKey>({
      name: 'key-work-keys',
      text: `WITH RECURSIVE ${MADE}
        SELECT id, predecessor_id IS NOT NULL AS "isSuccessor", created_at AS "createdAt",
          revoked_at IS NOT NULL OR coalesce(expires_at <= clock_timestamp(), false) AS "hasEnded"
        FROM api_key JOIN made USING (id) WHERE id <> $3 ORDER BY id`,
      values: [key.merchantId, key.mode, key.id, keep],
    });
  }

  /** Notes on a revoked key, and on the revoked ones of those that it made, the ids that the latest revocation keeps, for late acts. */
  async noteKept(tx: DatabaseTransaction, key: ApiKey, keep: readonly string[]): Promise<void> {
    await tx.execute({
      name: 'key-work-note-kept',
      text: `WITH RECURSIVE ${MADE}, held AS MATERIALIZED (
          SELECT k.id FROM api_key k WHERE (k.id = $3 OR k.id IN (SELECT id FROM made)) AND k.revoked_at IS NOT NULL
            AND k.kept_work IS DISTINCT FROM $4::text[] ORDER BY k.id FOR NO KEY UPDATE)
        UPDATE api_key AS k SET kept_work = $4 FROM held WHERE held.id = k.id`,
      values: [key.merchantId, key.mode, key.id, keep],
    });
  }

  /** The work that the latest revocation of each of these keys kept. Keys that are not revoked are left out. */
  async keptByRevoked(
    tx: DatabaseTransaction,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const rows = await tx.query<{ id: string; kept: readonly string[] }>({
      name: 'key-work-kept',
      text: 'SELECT id, kept_work AS kept FROM api_key WHERE id = ANY ($1::text[]) AND revoked_at IS NOT NULL',
      values: [ids],
    });
    return new Map(rows.map(({ id, kept }) => [id, kept]));
  }

  /**
   * The acts of keys whose effect may stand, one of each kind per object, the newest objects first. The index `audit_record_ends` has the
   * acts that end one.
   */
  actsOf(on: Queryable, { merchantId, mode }: ApiKey, keyIds: readonly string[]): Promise<readonly WorkAct[]> {
    return on.query<WorkAct>({
      name: 'key-work-acts',
      text: `SELECT action, subject, max(occurred_at) AS "occurredAt" FROM audit_record r
        WHERE merchant_id = $1 AND actor = ANY ($3::text[]) AND mode = $2 AND ${WORK}
          AND NOT EXISTS (SELECT FROM audit_record e WHERE (e.merchant_id, e.subject) = (r.merchant_id, r.subject)
            AND e.action IN ('webhook_endpoint.deleted', 'payment_link.deactivated') AND e.sequence > r.sequence)
          AND NOT (r.action = 'payout_schedule.changed' AND EXISTS (SELECT FROM audit_record e
            WHERE (e.merchant_id, e.mode) = (r.merchant_id, r.mode) AND e.subject = ANY ($4::text[])
            AND e.action = 'payout_schedule.changed' AND e.sequence > r.sequence))
        GROUP BY action, subject ORDER BY min(sequence) DESC LIMIT $5`,
      values: [merchantId, mode, keyIds, payoutFrequencies, ACTS_MAX],
    });
  }
}

/** The keys that the key $3 of an account and mode made, without the kept ones of $4 and what these made. */
const MADE = `made AS (
          SELECT id FROM api_key WHERE (merchant_id, mode, maker_id) = ($1, $2, $3) AND id <> ALL ($4::text[])
          UNION
          SELECT k.id FROM made JOIN api_key k ON k.maker_id = made.id OR k.predecessor_id = made.id
          WHERE (k.merchant_id, k.mode) = ($1, $2) AND k.id <> ALL ($4::text[]))`;

/** Acts that leave something behind; the index `audit_record_key_work` has them. A schedule that was turned off leaves nothing. */
const WORK = `r.action IN ('webhook_endpoint.created', 'webhook_endpoint.changed', 'webhook_endpoint.enabled',
  'webhook_endpoint.secret_rotated', 'payment_link.created', 'payment_link.changed', 'payment_link.activated',
  'payout_schedule.changed') AND r.subject <> 'off'`;
