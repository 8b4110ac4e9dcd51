import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import { DESTINATIONS_LISTED_MAX } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { StoredDestination } from '../domain/payout.js';

export interface NewDestination extends Omit<
  StoredDestination,
  'kind' | 'usableAt' | 'revokedAt' | 'createdAt' | 'isUsable'
> {
  readonly actor: string | null;
  readonly waitHours: number;
}

const columns = `destination_id AS "destinationId", merchant_id AS "merchantId", ledger, rail, kind, phone, phone_masked AS "phoneMasked", label,
  key_hash AS "keyHash", body_hash AS "bodyHash", content_hash AS "contentHash", usable_at AS "usableAt", revoked_at AS "revokedAt", created_at AS "createdAt",
  usable_at <= clock_timestamp() AND revoked_at IS NULL AS "isUsable"`;

/** The numbers to which payouts of requests and schedules may go: recipients of batches are none of them. They never change; they are revoked. */
@Injectable()
export class DestinationsRepository {
  constructor(private readonly database: Database) {}

  async find(
    merchantId: string,
    mode: Mode,
    destinationId: string,
    on: Queryable = this.database,
  ): Promise<StoredDestination | undefined> {
    const found = await this.findRevocable(merchantId, mode, destinationId, on);
    return found?.kind === 'own' ? found : undefined;
  }

  /** A destination, or a recipient of batches. */
  async findRevocable(
    merchantId: string,
    mode: Mode,
    destinationId: string,
    on: Queryable = this.database,
  ): Promise<StoredDestination | undefined> {
    const [destination] = await on.query<StoredDestination>({
      name: 'destination-find',
      text: `SELECT ${columns} FROM payout_destination WHERE destination_id = $1 AND merchant_id = $2 AND (ledger > 999) = $3`,
      values: [destinationId, merchantId, mode === 'test'],
    });
    return destination;
  }

  /** The newest ones, newest first. */
  list(merchantId: string, mode: Mode): Promise<readonly StoredDestination[]> {
    return this.database.query<StoredDestination>({
      name: 'destinations-list',
      text: `SELECT ${columns} FROM payout_destination WHERE merchant_id = $1 AND (ledger > 999) = $2 AND kind = 'own'
        ORDER BY destination_id DESC LIMIT ${DESTINATIONS_LISTED_MAX}`,
      values: [merchantId, mode === 'test'],
    });
  }

  /** The destination that was registered with the same key, or has the same id. */
  async known(
    tx: Queryable,
    {
      merchantId,
      mode,
      destinationId,
      keyHash,
    }: { merchantId: string; mode: Mode; destinationId: string; keyHash: string | null },
  ): Promise<StoredDestination | undefined> {
    const [destination] = await tx.query<StoredDestination>({
      name: 'destination-known',
      text: `SELECT ${columns} FROM payout_destination
        WHERE merchant_id = $1 AND (ledger > 999) = $2 AND (key_hash = $3 OR destination_id = $4) LIMIT 1`,
      values: [merchantId, mode === 'test', keyHash, destinationId],
    });
    return destination;
  }

  /** The number of a merchant's destinations that are not revoked. */
  async countLive(tx: Queryable, merchantId: string, mode: Mode): Promise<number> {
    const [row] = await tx.query<{ count: number }>({
      name: 'destinations-count',
      text: `SELECT count(*)::integer AS count FROM payout_destination WHERE merchant_id = $1 AND (ledger > 999) = $2 AND revoked_at IS NULL AND kind = 'own'`,
      values: [merchantId, mode === 'test'],
    });
    return row?.count ?? 0;
  }

  async insert(tx: Queryable, given: NewDestination): Promise<StoredDestination> {
    const { destinationId, merchantId, ledger, rail, phone, phoneMasked, label, actor } = given;
    const [stored] = await tx.query<StoredDestination>({
      name: 'destination-insert',
      text: `INSERT INTO payout_destination (destination_id, merchant_id, ledger, rail, phone, phone_masked, label, actor, key_hash,
          body_hash, content_hash, created_at, usable_at)
        SELECT $1, $2, $3::smallint, $4, $5, $6, $7, $8, $9, $10, $11, now, now + make_interval(hours => $12)
        FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS now) AS clock
        RETURNING ${columns}`,
      values: [
        ...[destinationId, merchantId, ledger, rail, phone, phoneMasked, label, actor],
        ...[given.keyHash, given.bodyHash, given.contentHash, given.waitHours],
      ],
    });
    if (stored === undefined) throw new Error('a destination was not inserted');
    return stored;
  }

  /** Undefined when it was revoked before. A recipient gives its number up: the next batch to it makes another recipient, which waits. */
  async revoke(tx: Queryable, destinationId: string): Promise<StoredDestination | undefined> {
    const [stored] = await tx.query<StoredDestination>({
      name: 'destination-revoke',
      text: `UPDATE payout_destination SET revoked_at = clock_timestamp(), phone_index = CASE kind WHEN 'recipient' THEN 'revoked ' || destination_id END
        WHERE destination_id = $1 AND revoked_at IS NULL RETURNING ${columns}`,
      values: [destinationId],
    });
    return stored;
  }

  /** Counts a question about the owner of a number. False when those of the day, of Africa/Douala, have been asked. */
  async countLookup(
    tx: Queryable,
    { merchantId, mode, perDay }: { merchantId: string; mode: Mode; perDay: number },
  ): Promise<boolean> {
    const rows = await tx.query({
      name: 'lookup-count',
      text: `INSERT INTO owner_lookup AS l (merchant_id, test_mode, day, count)
        VALUES ($1, $2, (clock_timestamp() AT TIME ZONE 'Africa/Douala')::date, 1)
        ON CONFLICT (merchant_id, test_mode, day) DO UPDATE SET count = l.count + 1 WHERE l.count < $3
        RETURNING count`,
      values: [merchantId, mode === 'test', perDay],
    });
    return rows.length > 0;
  }

  /** Whole seconds since the day of Africa/Douala began. */
  async secondsOfDay(): Promise<number> {
    const [row] = await this.database.query<{ seconds: number }>({
      name: 'lookup-seconds-of-day',
      text: `SELECT floor(extract(epoch FROM (clock_timestamp() AT TIME ZONE 'Africa/Douala')::time))::integer AS seconds`,
    });
    return row?.seconds ?? 0;
  }
}
