import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import { RECEIPT_DAYS } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database, inBatches } from '@paygate/platform';
import { DataSealer } from '../data-sealer.js';

/** A phone, and the payment that it gets a code for. */
export interface GuestPhone {
  readonly intentId: string;
  /** The intent whose phones are counted: of a further try, the first one of the order. */
  readonly countedFor: string;
  /** The HMAC of the number. */
  readonly subject: string;
  readonly phoneNumber: string;
}

const BATCH = 10_000;
/** Longer than an intent lives and its receipts can be sent. */
const KEPT_DAYS = RECEIPT_DAYS + 3;

/** The phones of guests. */
@Injectable()
export class GuestPhonesRepository {
  constructor(
    private readonly database: Database,
    private readonly sealer: DataSealer,
  ) {}

  /** The place of a phone among those of its payment, or the next free one. Phones of one payment are admitted one after the other. */
  async placeOf(tx: DatabaseTransaction, { countedFor, subject }: GuestPhone): Promise<number> {
    await tx.execute({
      name: 'otp-guest-lock',
      text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
      values: [`guests:${countedFor}`],
    });
    const [row] = await tx.query<{ place: number }>({
      name: 'otp-guest-place',
      text: `SELECT coalesce(min(place) FILTER (WHERE subject = $2), count(*) + 1)::integer AS place
        FROM otp_guest_phone WHERE intent_id = $1`,
      values: [countedFor, subject],
    });
    return row?.place ?? 1;
  }

  /** Gives a phone the place that {@link placeOf} has found in this transaction. */
  async take(tx: DatabaseTransaction, phone: GuestPhone, place: number): Promise<void> {
    const { intentId, countedFor, subject, phoneNumber } = phone;
    await tx.execute({
      name: 'otp-guest-phone-insert',
      text: `INSERT INTO otp_guest_phone (intent_id, place, subject, sealed_phone)
        SELECT intent_id, $2, $3, $4 FROM unnest($1::text[]) AS intent_id ON CONFLICT (intent_id, subject) DO NOTHING`,
      values: [
        [...new Set([countedFor, intentId])],
        place,
        subject,
        this.sealer.seal(phoneNumber, 'otp_guest_phone.phone', subject),
      ],
    });
  }

  /** The phone that got codes for a payment under this HMAC; undefined when none did. */
  async find({ intentId, subject }: Pick<GuestPhone, 'intentId' | 'subject'>): Promise<string | undefined> {
    const [row] = await this.database.query<{ sealed: string }>({
      name: 'otp-guest-phone',
      text: 'SELECT sealed_phone AS sealed FROM otp_guest_phone WHERE intent_id = $1 AND subject = $2',
      values: [intentId, subject],
    });
    return row && this.sealer.open(row.sealed, 'otp_guest_phone.phone', subject);
  }

  /** The phone of the guest whose code gave this token; undefined for any other token. */
  async ofToken(paid: { readonly intentId: string; readonly mode: Mode; readonly tokenId: string }) {
    const { intentId, mode, tokenId } = paid;
    const [row] = await this.database.query<{ subject: string; sealed: string }>({
      name: 'otp-guest-phone-of-token',
      text: `SELECT g.subject, g.sealed_phone AS sealed FROM otp_guest_phone g
        JOIN otp_challenge c ON c.subject = g.subject AND c.mode = $2 AND c.purpose = 'payment'
          AND c.intent_id = g.intent_id AND c.token_id::text = $3
        WHERE g.intent_id = $1`,
      values: [intentId, mode, tokenId],
    });
    return row && this.sealer.open(row.sealed, 'otp_guest_phone.phone', row.subject);
  }

  /** Deletes what no payment needs any more. */
  async deleteExpired(): Promise<void> {
    await inBatches(BATCH, (most) =>
      this.database.execute({
        name: 'otp-delete-guest-phones',
        text: `DELETE FROM otp_guest_phone WHERE ctid = ANY (ARRAY (SELECT ctid FROM otp_guest_phone
          WHERE at < (SELECT clock_timestamp()) - make_interval(days => $1) LIMIT $2 FOR UPDATE SKIP LOCKED))`,
        values: [KEPT_DAYS, most],
      }),
    );
  }
}
