import { Injectable } from '@nestjs/common';
import type { IntentOfMerchant, ReadPayerPhoneCommand } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { ChargingConfig } from '../../config.js';

/** The phone that was asked to pay a payment. */
export interface KeptPhone {
  readonly chargeId: string;
  /** Sealed. */
  readonly phone: string;
  /** True once the payment can no longer be refunded. */
  readonly isPeriodOver: boolean;
}

/** The phones that payments by mobile money were asked of: the operation of the charge keeps its own. */
@Injectable()
export class PayersRepository {
  constructor(private readonly config: ChargingConfig) {}

  /** Undefined for a payment of another merchant or mode, from a wallet, and for one whose operator was never asked. */
  async find(
    tx: DatabaseTransaction,
    { intentId, merchantId, mode }: IntentOfMerchant,
  ): Promise<KeptPhone | undefined> {
    const [row] = await tx.query<KeptPhone>({
      name: 'payer-phone',
      text: `SELECT o.operation_id AS "chargeId", o.phone,
          coalesce(o.ended_at <= clock_timestamp() - make_interval(days => $4), false) AS "isPeriodOver"
        FROM rail_operation o JOIN ledger l USING (ledger)
        WHERE o.kind = 'collect' AND o.intent_id = $1 AND o.merchant_id = $2 AND l.mode = $3`,
      values: [intentId, merchantId, mode, this.config.REFUND_DAYS],
    });
    return row;
  }

  /** Counts a read of a member or key. False when so many are counted on the present day of Douala already. */
  async count(
    tx: DatabaseTransaction,
    { merchantId, mode, actor }: ReadPayerPhoneCommand,
    perDay: number,
  ): Promise<boolean> {
    const rows = await tx.query({
      name: 'payer-read-count',
      text: `INSERT INTO payer_read AS r (merchant_id, test_mode, actor, day, count)
        VALUES ($1, $2, $3, (clock_timestamp() AT TIME ZONE 'Africa/Douala')::date, 1)
        ON CONFLICT (merchant_id, test_mode, actor) DO UPDATE
          SET day = excluded.day, count = CASE WHEN r.day = excluded.day THEN r.count + 1 ELSE 1 END
          WHERE r.day <> excluded.day OR r.count < $4
        RETURNING count`,
      values: [merchantId, mode === 'test', actor, perDay],
    });
    return rows.length > 0;
  }

  /** Seconds until the next day of Douala. */
  async secondsLeft(tx: DatabaseTransaction): Promise<number> {
    const [row] = await tx.query<{ seconds: number }>({
      name: 'payer-read-seconds-left',
      text: `SELECT 86400 - floor(extract(epoch FROM (clock_timestamp() AT TIME ZONE 'Africa/Douala')::time))::integer AS seconds`,
    });
    return row?.seconds ?? 1;
  }
}
