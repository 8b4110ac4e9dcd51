import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { PhoneNumber } from '../../phone-number.js';
import type { PendingAt } from '../registration/registrations.repository.js';
import { KEPT_SECONDS } from '../registration/registrations.repository.js';
import { PersonalData } from '../../personal-data.js';

/** A reset that waits for its code. Whether the number is a user's it does not say. */
export interface PendingReset extends PendingAt {
  readonly phoneNumber: PhoneNumber;
  readonly phoneIndex: Buffer;
}

export type NewReset = Omit<PendingReset, 'phoneIndex'>;

const BATCH = 2_000;

@Injectable()
export class PasswordResetsRepository {
  constructor(
    private readonly database: Database,
    private readonly personalData: PersonalData,
  ) {}

  /** A reset that is there already stays as it is. */
  async insert(tx: DatabaseTransaction, { id, merchantId, mode, phoneNumber }: NewReset): Promise<void> {
    await tx.execute({
      name: 'password-reset-insert',
      text: `INSERT INTO password_reset (id, merchant_id, mode, phone_index, sealed_phone, expires_at)
        VALUES ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(secs => ${KEPT_SECONDS}))
        ON CONFLICT (id) DO NOTHING`,
      values: [
        ...[id, merchantId, mode, this.personalData.phoneIndex(mode, phoneNumber)],
        this.personalData.seal(phoneNumber, 'password_reset.phone', id),
      ],
    });
  }

  async find({ id, merchantId, mode }: PendingAt): Promise<PendingReset | undefined> {
    const [stored] = await this.database.query<{ sealedPhone: string; phoneIndex: Buffer }>({
      name: 'password-reset-find',
      text: `SELECT sealed_phone AS "sealedPhone", phone_index AS "phoneIndex" FROM password_reset
        WHERE id = $1 AND merchant_id = $2 AND mode = $3 AND expires_at > clock_timestamp()`,
      values: [id, merchantId, mode],
    });
    if (stored === undefined) return undefined;
    const phoneNumber = this.personalData.open(stored.sealedPhone, 'password_reset.phone', id) as PhoneNumber;
    return { id, merchantId, mode, phoneNumber, phoneIndex: stored.phoneIndex };
  }

  /**
   * Uses a reset up, and all others of its number with it; false when it is used up already. In a transaction that holds the
   * user, so that two resets of one number never wait for each other.
   */
  async consume(tx: DatabaseTransaction, { id, mode, phoneIndex }: PendingReset): Promise<boolean> {
    const consumed = await tx.query<{ id: string }>({
      name: 'password-reset-consume',
      text: `DELETE FROM password_reset WHERE mode = $2 AND phone_index = $3
          AND EXISTS (SELECT FROM password_reset WHERE id = $1) RETURNING id`,
      values: [id, mode, phoneIndex],
    });
    return consumed.some((each) => each.id === id);
  }

  /** Forgets those that were never used, a bounded number. */
  async deleteExpired(): Promise<void> {
    await this.database.execute({
      name: 'password-reset-forget',
      text: `DELETE FROM password_reset WHERE id = ANY (ARRAY (SELECT id FROM password_reset
        WHERE expires_at < clock_timestamp() ORDER BY expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
    });
  }
}
