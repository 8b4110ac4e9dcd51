import { Injectable } from '@nestjs/common';
import type { Idempotency, Mode } from '@paygate/contracts';
import { REFERENCE_NUMBER } from '@paygate/contracts';
import type { DatabaseTransaction, Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { ChangedTerms, Link, LinkTerms } from '../domain/link.js';

/** Names a link of one merchant in one mode. */
export interface OwnedLink {
  readonly linkId: string;
  readonly merchantId: string;
  readonly mode: Mode;
}

/** A link and the database's time when it was read. */
export interface ReadLink {
  readonly link: Link;
  readonly at: Date;
}

/** A link that was created with the same key, or that has the same id. */
export interface EarlierLink {
  readonly link: Link;
  /** Null once the key is no longer kept. */
  readonly bodyHash: string | null;
  readonly contentHash: string | null;
}

type Row = Link & { readonly readAt: Date };

/** The constraint that the guard of uses names when a link expires after its status was read. */
export const UNEXPIRED_CONSTRAINT = 'payment_link_unexpired';

/** The constraint that the guard of links names when more payments are open or completed than the link would have uses. */
export const USES_TAKEN_CONSTRAINT = 'payment_link_uses_taken';

/** Numbers that are looked at for one whose reference is free. */
const NUMBERS_LOOKED_AT = 100;

const cameToNothing = `('FAILED', 'EXPIRED', 'CANCELED')`;

const columns = `id, merchant_id AS "merchantId", mode, currency, amount, min_amount AS "minAmount", max_amount AS "maxAmount",
  description, reference_pattern AS "referencePattern", return_url AS "returnUrl", max_uses AS "maxUses",
  checkout_retries AS "checkoutRetries", actor,
  created_at AS "createdAt", expires_at AS "expiresAt", active, payments, updated_at AS "updatedAt",
  CASE WHEN max_uses IS NULL THEN 0 ELSE link.forgotten_uses + (
    SELECT count(*)::integer FROM payment_link_use AS held JOIN intent ON intent.id = held.intent_id
     WHERE held.link_id = link.id AND intent.status NOT IN ${cameToNothing}) END AS uses,
  clock_timestamp() AS "readAt"`;

const insertText = `
INSERT INTO payment_link (id, merchant_id, mode, currency, amount, min_amount, max_amount, description, reference_pattern,
                          return_url, max_uses, created_at, expires_at, key_hash, body_hash, content_hash, checkout_retries,
                          actor, active, payments, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, true, 0, $12)
ON CONFLICT DO NOTHING`;

const earlierText = `
SELECT ${columns}, body_hash AS "bodyHash", content_hash AS "contentHash" FROM payment_link AS link
 WHERE (merchant_id, mode, key_hash) = ($2, $3, $4) OR (id, merchant_id, mode) = ($1, $2, $3)`;

// every id sorts before the character
const pageText = `
SELECT ${columns} FROM payment_link AS link
 WHERE merchant_id = $1 AND mode = $2 AND id < coalesce($3, '~') ORDER BY id DESC LIMIT $4`;

const changeText = `
UPDATE payment_link SET active = $2, description = $3, return_url = $4, max_uses = $5, expires_at = $6,
       updated_at = date_trunc('milliseconds', clock_timestamp())
 WHERE id = $1`;

const deactivateText = `
WITH held AS MATERIALIZED (SELECT id FROM payment_link
   WHERE id = ANY ($1::text[]) AND (merchant_id, mode) = ($2, $3) AND active ORDER BY id FOR UPDATE)
UPDATE payment_link AS link SET active = false, updated_at = date_trunc('milliseconds', clock_timestamp())
  FROM held WHERE held.id = link.id RETURNING link.id`;

// what has given its use back is no longer counted, so that a count reads no more rows than a link may have uses;
// a scalar subquery looks each reference up in the index, whatever size of the table the planner estimates
const takeNumberText = `
WITH freed AS (DELETE FROM payment_link_use USING intent
                WHERE intent.id = intent_id AND link_id = $1 AND intent.status IN ${cameToNothing})
UPDATE payment_link AS link SET payments = coalesce(
  (SELECT min(number) FROM generate_series(link.payments + 1, link.payments + $2) AS number
    WHERE (SELECT holder.id FROM intent AS holder
            WHERE (holder.merchant_id, holder.mode, holder.reference)
                = (link.merchant_id, link.mode, replace(link.reference_pattern, '${REFERENCE_NUMBER}', number::text))
              AND holder.status IN ('PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'COMPLETED')) IS NULL),
  link.payments + $2)
 WHERE link.id = $1 RETURNING payments`;

const forgetKeysText = `
UPDATE payment_link SET key_hash = NULL, body_hash = NULL, content_hash = NULL WHERE id = ANY (ARRAY (
  SELECT id FROM payment_link
   WHERE key_hash IS NOT NULL AND created_at < (SELECT clock_timestamp()) - make_interval(days => $1)
   LIMIT $2 FOR UPDATE SKIP LOCKED))`;

/** Payment links and their uses. */
@Injectable()
export class LinksRepository {
  constructor(private readonly database: Database) {}

  /** Inserts a link, unless its id or its key is taken: then the answer is false. Waits for a creation under way with the same key. */
  async insert(tx: DatabaseTransaction, terms: LinkTerms, idempotency: Idempotency | undefined): Promise<boolean> {
    const { id, merchantId, mode, currency, amount, minAmount, maxAmount } = terms;
    const { description, referencePattern, returnUrl, maxUses, createdAt, expiresAt } = terms;
    const inserted = await tx.execute({
      name: 'link.insert',
      text: insertText,
      values: [
        ...[id, merchantId, mode, currency, amount, minAmount, maxAmount, description, referencePattern, returnUrl],
        ...[maxUses, createdAt.toISOString(), expiresAt?.toISOString() ?? null],
        ...[idempotency?.keyHash ?? null, idempotency?.bodyHash ?? null, idempotency?.contentHash ?? null],
        ...[terms.checkoutRetries, terms.actor],
      ],
    });
    return inserted === 1;
  }

  /** The link that keeps another from being inserted. */
  async earlier(terms: LinkTerms, idempotency: Idempotency | undefined): Promise<EarlierLink | undefined> {
    const values = [terms.id, terms.merchantId, terms.mode, idempotency?.keyHash ?? null];
    const statement = { name: 'link.earlier', text: earlierText, values };
    const [found] = await this.database.query<Row & Omit<EarlierLink, 'link'>>(statement);
    if (found === undefined) return undefined;
    const { bodyHash, contentHash, ...row } = found;
    return { link: readOf(row).link, bodyHash, contentHash };
  }

  /** Another merchant's link, or one of the other mode, is not found. */
  async findOwned(
    { linkId, merchantId, mode }: OwnedLink,
    on: Queryable = this.database,
  ): Promise<ReadLink | undefined> {
    const text = `SELECT ${columns} FROM payment_link AS link WHERE (id, merchant_id, mode) = ($1, $2, $3)`;
    const [row] = await on.query<Row>({ name: 'link.find', text, values: [linkId, merchantId, mode] });
    return row && readOf(row);
  }

  /** A link, whoever asks: its address is what opens it. */
  async findShared(linkId: string, on: Queryable = this.database): Promise<ReadLink | undefined> {
    const text = `SELECT ${columns} FROM payment_link AS link WHERE id = $1`;
    const [row] = await on.query<Row>({ name: 'link.find-shared', text, values: [linkId] });
    return row && readOf(row);
  }

  /** The same, locked until the transaction ends. Its uses are counted after the lock was granted. */
  async lock(tx: DatabaseTransaction, linkId: string): Promise<ReadLink | undefined> {
    const text = 'SELECT FROM payment_link WHERE id = $1 FOR UPDATE';
    await tx.query({ name: 'link.lock', text, values: [linkId] });
    return this.findShared(linkId, tx);
  }

  /** The first `limit` links from the newest, or the first that are older than `startingAfter`. */
  async page(
    { merchantId, mode, startingAfter }: Omit<OwnedLink, 'linkId'> & { readonly startingAfter?: string },
    limit: number,
  ): Promise<readonly ReadLink[]> {
    const values = [merchantId, mode, startingAfter ?? null, limit];
    return (await this.database.query<Row>({ name: 'link.page', text: pageText, values })).map(readOf);
  }

  /** Changes a locked link. Violates USES_TAKEN_CONSTRAINT when more of its uses are taken than it would have. */
  async change(tx: DatabaseTransaction, link: LinkTerms, active: boolean, changed: ChangedTerms): Promise<void> {
    const { id, description, returnUrl, maxUses, expiresAt } = { ...link, ...changed };
    const values = [id, active, description, returnUrl, maxUses, expiresAt?.toISOString() ?? null];
    await tx.execute({ name: 'link.change', text: changeText, values });
  }

  /** Deactivates links of one merchant, in the order of their ids; returns the ids of those that were active. */
  async deactivate(
    tx: DatabaseTransaction,
    { merchantId, mode }: Omit<OwnedLink, 'linkId'>,
    linkIds: readonly string[],
  ): Promise<readonly string[]> {
    if (linkIds.length === 0) return [];
    const values = [linkIds, merchantId, mode];
    return (await tx.query<{ id: string }>({ name: 'link.deactivate', text: deactivateText, values })).map(
      ({ id }) => id,
    );
  }

  /**
   * Takes the number of the next payment of a locked link: the first whose reference no intent has, or the last that was looked at
   * when all of them are taken.
   */
  async takeNumber(tx: DatabaseTransaction, { id, referencePattern }: LinkTerms): Promise<number> {
    const lookedAt = referencePattern?.includes(REFERENCE_NUMBER) === true ? NUMBERS_LOOKED_AT : 1;
    const statement = { name: 'link.take-number', text: takeNumberText, values: [id, lookedAt] };
    const [link] = await tx.query<Pick<Link, 'payments'>>(statement);
    if (link === undefined) throw new Error(`${id} is not locked`);
    return link.payments;
  }

  /** Records that an intent of this transaction is the use of that number. Violates UNEXPIRED_CONSTRAINT after the link's expiry. */
  async use(tx: DatabaseTransaction, linkId: string, use: { intentId: string; number: number }): Promise<void> {
    const text = 'INSERT INTO payment_link_use (link_id, intent_id, number) VALUES ($1, $2, $3)';
    await tx.execute({ name: 'link.use', text, values: [linkId, use.intentId, use.number] });
  }

  /** Forgets at most `limit` idempotency keys that are older than `retentionDays`; returns how many. */
  forgetKeys(retentionDays: number, limit: number): Promise<number> {
    return this.database.execute({
      name: 'link.forget-keys',
      text: forgetKeysText,
      values: [retentionDays, limit],
    });
  }
}

function readOf({ readAt, ...link }: Row): ReadLink {
  return { link, at: readAt };
}
