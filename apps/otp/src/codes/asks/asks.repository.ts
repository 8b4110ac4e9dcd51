import { Injectable } from '@nestjs/common';
import type { IntentOfMerchant, Mode } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database, inBatches } from '@paygate/platform';

/** A phone that is asked to pay. */
export interface Ask extends IntentOfMerchant {
  readonly mode: Mode;
  /** The member or key that asks. */
  readonly actor: string;
  /** The till at which the payer stands; null without one. */
  readonly tillId: string | null;
  /** The till as it is counted; null where no till is. */
  readonly till: string | null;
  /** The phone as it is counted: an HMAC. */
  readonly phone: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly tokenId: string;
}

/** Each of these has a bound on the asks of a day. */
export type AskBound = 'phone' | 'actor' | 'till' | 'merchant';
export type AskLimits = Readonly<Record<AskBound, number>>;

/** The time of an ask that was counted, or the bounds that leave no room for it. */
export interface Counted {
  readonly now: Date;
  readonly reached: readonly AskBound[];
  /** Until the day of Africa/Douala ends. */
  readonly secondsLeft: number;
}

/** The asks of one phone in a day, and the time until the day ends. */
export interface AsksOfDay {
  readonly asks: readonly IntentOfMerchant[];
  readonly secondsLeft: number;
}

const BATCH = 10_000;
/** As long as codes are kept, by which the auditor finds the token of a charge. */
const KEPT_DAYS = 30;
const TODAY = `(clock_timestamp() AT TIME ZONE 'Africa/Douala')`;

/** The asks of phones, and the numbers of them by day. */
@Injectable()
export class AsksRepository {
  constructor(private readonly database: Database) {}

  /**
   * Counts an ask for its phone, its actor, its till and its merchant in one statement. Each count goes up only below its bound, under the lock of
   * its row, so that of however many asks at once none passes it. The caller rolls back what was counted where a bound is reached. The
   * rows are locked in the order of their bounds, and of each bound there is one.
   */
  async count(tx: DatabaseTransaction, ask: Ask, limits: AskLimits): Promise<Counted> {
    const { mode, merchantId, actor, till, phone } = ask;
    const of = (id: string): string => `${mode}:${id}`;
    const atTill = till === null ? {} : { till: of(till) };
    const counted = Object.entries({ actor: of(actor), merchant: of(merchantId), phone, ...atTill });
    const most = counted.map(([bound]) => limits[bound as AskBound]);
    const [row] = await tx.query<Counted>({
      name: 'otp-ask-count',
      text: `WITH today AS (SELECT ${TODAY}::date AS day),
        wanted AS (SELECT * FROM unnest($1::text[], $2::text[], $3::integer[]) AS w(bound, counted, most)),
        taken AS (
          INSERT INTO otp_ask_count AS c (bound, counted, day, asks)
          SELECT bound, counted, day, 1 FROM wanted, today ORDER BY bound
          ON CONFLICT (bound, counted, day) DO UPDATE SET asks = c.asks + 1
          WHERE c.asks < (SELECT most FROM wanted w WHERE w.bound = c.bound)
          RETURNING bound)
        SELECT clock_timestamp() AS now,
          ARRAY (SELECT bound FROM wanted WHERE bound NOT IN (SELECT bound FROM taken) ORDER BY bound DESC) AS reached,
          86400 - floor(extract(epoch FROM ${TODAY}::time))::integer AS "secondsLeft"`,
      values: [counted.map(([bound]) => bound), counted.map(([, what]) => what), most],
    });
    if (row === undefined) throw new Error('a statement of one row has none');
    return row;
  }

  async insert(tx: DatabaseTransaction, ask: Ask): Promise<void> {
    const { intentId, merchantId, mode, actor, tillId, phone, amount, currency, tokenId } = ask;
    await tx.execute({
      name: 'otp-ask-insert',
      text: `INSERT INTO otp_ask (intent_id, merchant_id, mode, actor, till_id, phone, amount, currency, token_id, day)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, ${TODAY}::date)`,
      values: [intentId, merchantId, mode, actor, tillId, phone, amount.toString(), currency, tokenId],
    });
  }

  /** The asks of a phone in the present day of Africa/Douala, and the seconds until that ends. */
  async ofPhoneToday(phone: string): Promise<AsksOfDay> {
    const [row] = await this.database.query<AsksOfDay>({
      name: 'otp-asks-of-phone',
      text: `SELECT 86400 - floor(extract(epoch FROM ${TODAY}::time))::integer AS "secondsLeft",
          coalesce(json_agg(json_build_object('intentId', intent_id, 'merchantId', merchant_id, 'mode', mode)), '[]') AS asks
        FROM otp_ask WHERE phone = $1 AND day = ${TODAY}::date`,
      values: [phone],
    });
    return row ?? { asks: [], secondsLeft: 1 };
  }

  /** Deletes what no bound and no auditor needs any more. */
  async deleteExpired(): Promise<void> {
    await inBatches(BATCH, (most) =>
      this.database.execute({
        name: 'otp-delete-asks',
        text: `DELETE FROM otp_ask WHERE ctid = ANY (ARRAY (SELECT ctid FROM otp_ask
          WHERE at < (SELECT clock_timestamp()) - make_interval(days => $1) LIMIT $2 FOR UPDATE SKIP LOCKED))`,
        values: [KEPT_DAYS, most],
      }),
    );
    await inBatches(BATCH, (most) =>
      this.database.execute({
        name: 'otp-delete-ask-counts',
        text: `DELETE FROM otp_ask_count WHERE ctid = ANY (ARRAY (SELECT ctid FROM otp_ask_count
          WHERE day < (SELECT ${TODAY}::date) LIMIT $1 FOR UPDATE SKIP LOCKED))`,
        values: [most],
      }),
    );
  }
}
