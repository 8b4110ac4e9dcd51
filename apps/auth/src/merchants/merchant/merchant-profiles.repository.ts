import { Injectable } from '@nestjs/common';
import type { Logo, MerchantProfile } from '@paygate/contracts';
import { UNLIMITED_REFUNDS } from '@paygate/contracts';
import type { DatabaseTransaction, Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';

/** A logo with its SHA-256. */
export interface NewLogo {
  readonly id: string;
  readonly mediaType: Logo['mediaType'];
  readonly bytes: Buffer;
}

type Stored = Omit<MerchantProfile, 'createdAt'> & { readonly createdAt: Date };

/** The profiles of merchants that customers see. */
@Injectable()
export class MerchantProfilesRepository {
  constructor(private readonly database: Database) {}

  async find(merchantId: string, queryable: Queryable = this.database): Promise<MerchantProfile | undefined> {
    const [stored] = await queryable.query<Stored>({
      name: 'merchant-profile',
      text: `SELECT m.id AS "merchantId", m.name, m.active, m.live_active AS "liveActive", l.id AS "logoId",
          json_build_object('email', m.support_email, 'phone', m.support_phone, 'url', m.support_url) AS "supportContact",
          m.languages, m.customer_sign_in AS "customerSignIn", m.other_phones AS "otherPhones",
          m.guest_payments AS "guestPayments", m.phone_asks AS "phoneAsks", m.sms_receipts AS "smsReceipts",
          m.cashier_refunds_per_day AS "cashierRefundsPerDay",
          json_build_object('count', m.refunds_per_day_count, 'amount', m.refunds_per_day_amount::text,
            'balancePercent', m.refunds_per_day_percent) AS "refundsPerDay",
          m.api_version AS "apiVersion", m.created_at AS "createdAt"
        FROM merchant m LEFT JOIN merchant_logo l ON l.merchant_id = m.id WHERE m.id = $1`,
      values: [merchantId],
    });
    return stored && { ...stored, createdAt: stored.createdAt.toISOString() };
  }

  /** Writes contact, languages and the settings that no key carries of a merchant that is locked. */
  async write(
    tx: DatabaseTransaction,
    profile: Pick<
      MerchantProfile,
      | 'merchantId'
      | 'supportContact'
      | 'languages'
      | 'phoneAsks'
      | 'smsReceipts'
      | 'cashierRefundsPerDay'
      | 'refundsPerDay'
    >,
  ): Promise<void> {
    const { merchantId, supportContact, languages, smsReceipts = false, cashierRefundsPerDay = 0 } = profile;
    const { phoneAsks = false } = profile;
    const { email, phone, url } = supportContact;
    const { count, amount, balancePercent } = profile.refundsPerDay ?? UNLIMITED_REFUNDS;
    await tx.execute({
      name: 'merchant-profile-write',
      text: `UPDATE merchant SET support_email = $2, support_phone = $3, support_url = $4, languages = $5,
        sms_receipts = $6, cashier_refunds_per_day = $7, refunds_per_day_count = $8, refunds_per_day_amount = $9,
        refunds_per_day_percent = $10, phone_asks = $11 WHERE id = $1`,
      values: [
        merchantId,
        email,
        phone,
        url,
        languages,
        smsReceipts,
        cashierRefundsPerDay,
        count,
        amount,
        balancePercent,
        phoneAsks,
      ],
    });
  }

  async putLogo(tx: DatabaseTransaction, merchantId: string, { id, mediaType, bytes }: NewLogo): Promise<void> {
    await tx.execute({
      name: 'merchant-logo-put',
      text: `INSERT INTO merchant_logo (merchant_id, id, media_type, bytes) VALUES ($1, $2, $3, $4)
        ON CONFLICT (merchant_id) DO UPDATE SET (id, media_type, bytes) = (excluded.id, excluded.media_type, excluded.bytes)`,
      values: [merchantId, id, mediaType, bytes],
    });
  }

  async removeLogo(tx: DatabaseTransaction, merchantId: string): Promise<void> {
    await tx.execute({
      name: 'merchant-logo-remove',
      text: 'DELETE FROM merchant_logo WHERE merchant_id = $1',
      values: [merchantId],
    });
  }

  /** The logo with this SHA-256, whichever merchant has it. */
  async logo(id: string): Promise<Logo | undefined> {
    const [logo] = await this.database.query<Logo>({
      name: 'merchant-logo',
      text: `SELECT media_type AS "mediaType", encode(bytes, 'base64') AS bytes FROM merchant_logo WHERE id = $1 LIMIT 1`,
      values: [id],
    });
    // PostgreSQL breaks base64 into lines
    return logo && { mediaType: logo.mediaType, bytes: logo.bytes.replaceAll('\n', '') };
  }
}
