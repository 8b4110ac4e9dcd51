import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { PhoneNumber } from '../../phone-number.js';
import { PersonalData } from '../../personal-data.js';

/** What waits for its code: at the merchant and in the mode in which it was begun. */
export interface PendingAt {
  readonly id: string;
  readonly merchantId: string;
  readonly mode: Mode;
}

/** Somebody who would like to be a user. */
export interface Registration extends PendingAt {
  readonly phoneNumber: PhoneNumber;
  readonly email: string | undefined;
  readonly passwordHash: string;
}

interface StoredRegistration extends PendingAt {
  readonly sealedPhone: string;
  readonly sealedEmail: string | null;
  readonly passwordHash: string;
}

/** Longer than any code works. */
export const KEPT_SECONDS = 1_200;
const BATCH = 2_000;

/** Registrations that wait for their code. Numbers and addresses lie sealed. */
@Injectable()
export class RegistrationsRepository {
  constructor(
    private readonly database: Database,
    private readonly personalData: PersonalData,
  ) {}

  /** A registration that is there already stays as it is. */
  async insert(tx: DatabaseTransaction, registration: Registration): Promise<void> {
    const { id, merchantId, mode, phoneNumber, email, passwordHash } = registration;
    await tx.execute({
      name: 'registration-insert',
      text: `INSERT INTO registration
          (id, merchant_id, mode, phone_index, sealed_phone, sealed_email, password_hash, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp() + make_interval(secs => ${KEPT_SECONDS}))
        ON CONFLICT (id) DO NOTHING`,
      values: [
        ...[id, merchantId, mode, this.personalData.phoneIndex(mode, phoneNumber)],
        this.personalData.seal(phoneNumber, 'registration.phone', id),
        email === undefined ? null : this.personalData.seal(email, 'registration.email', id),
        passwordHash,
      ],
    });
  }

  async find({ id, merchantId, mode }: PendingAt): Promise<Registration | undefined> {
    const [stored] = await this.database.query<StoredRegistration>({
      name: 'registration-find',
      text: `SELECT id, merchant_id AS "merchantId", mode, sealed_phone AS "sealedPhone", sealed_email AS "sealedEmail",
          password_hash AS "passwordHash"
        FROM registration WHERE id = $1 AND merchant_id = $2 AND mode = $3 AND expires_at > clock_timestamp()`,
      values: [id, merchantId, mode],
    });
    if (stored === undefined) return undefined;
    const { sealedPhone, sealedEmail, passwordHash } = stored;
    return {
      ...{ id, merchantId, mode, passwordHash },
      phoneNumber: this.personalData.open(sealedPhone, 'registration.phone', id) as PhoneNumber,
      email: sealedEmail === null ? undefined : this.personalData.open(sealedEmail, 'registration.email', id),
    };
  }

  /** The number is a user's now: none of its registrations can be confirmed any more. */
  async removeOfPhone(tx: DatabaseTransaction, mode: Mode, phoneNumber: PhoneNumber): Promise<void> {
    await tx.execute({
      name: 'registration-remove-of-phone',
      text: 'DELETE FROM registration WHERE mode = $1 AND phone_index = $2',
      values: [mode, this.personalData.phoneIndex(mode, phoneNumber)],
    });
  }

  /** Forgets those that were never confirmed, a bounded number. */
  async deleteExpired(): Promise<void> {
    await this.database.execute({
      name: 'registration-forget',
      text: `DELETE FROM registration WHERE id = ANY (ARRAY (SELECT id FROM registration
        WHERE expires_at < clock_timestamp() ORDER BY expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
    });
  }
}
