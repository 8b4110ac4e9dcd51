import { Injectable } from '@nestjs/common';
import type { AccountCodePurpose, Mode } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { Indexes } from '../../index-keys.js';
import { PersonalData } from '../../personal-data.js';
import type { PhoneNumber } from '../../phone-number.js';

/** Identifies a claim, at the merchant and in the mode in which it was made. */
export interface ClaimReference {
  readonly id: string;
  readonly purpose: AccountCodePurpose;
  readonly merchantId: string;
  readonly mode: Mode;
}

/** A registration or a password reset that waits for the code of its phone. */
export interface NewPhoneClaim extends ClaimReference {
  readonly phoneNumber: PhoneNumber;
  readonly email?: string | undefined;
  /** The password of a registration; absent for a reset. */
  readonly passwordHash?: string;
}

export interface PhoneClaim extends ClaimReference {
  readonly phoneNumber: PhoneNumber;
  readonly phoneIndexes: Indexes;
  readonly email: string | undefined;
  readonly passwordHash: string | null;
}

interface StoredClaim extends Pick<PhoneClaim, 'passwordHash'> {
  readonly sealedPhone: string;
  readonly sealedEmail: string | null;
}

/** Longer than any code is valid. */
const KEPT_SECONDS = 1_200;
const BATCH = 2_000;

@Injectable()
export class PhoneClaimsRepository {
  constructor(
    private readonly database: Database,
    private readonly personalData: PersonalData,
  ) {}

  /** A claim that exists stays as it is. */
  async insert(tx: DatabaseTransaction, claim: NewPhoneClaim): Promise<void> {
    const { id, purpose, merchantId, mode, phoneNumber, email, passwordHash } = claim;
    await tx.execute({
      name: 'phone-claim-insert',
      text: `INSERT INTO phone_claim
          (id, purpose, merchant_id, mode, phone_index, sealed_phone, sealed_email, password_hash, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp() + make_interval(secs => ${KEPT_SECONDS}))
        ON CONFLICT (id) DO NOTHING`,
      values: [
        ...[id, purpose, merchantId, mode, this.personalData.phoneIndexes(mode, phoneNumber)[0]],
        this.personalData.seal(phoneNumber, 'phone_claim.phone', id),
        email === undefined ? null : this.personalData.seal(email, 'phone_claim.email', id),
        passwordHash ?? null,
      ],
    });
  }

  async find(reference: ClaimReference): Promise<PhoneClaim | undefined> {
    const { id, purpose, merchantId, mode } = reference;
    const [stored] = await this.database.query<StoredClaim>({
      name: 'phone-claim-find',
      text: `SELECT sealed_phone AS "sealedPhone", sealed_email AS "sealedEmail",
          password_hash AS "passwordHash"
        FROM phone_claim
        WHERE id = $1 AND purpose = $2 AND merchant_id = $3 AND mode = $4 AND expires_at > clock_timestamp()`,
      values: [id, purpose, merchantId, mode],
    });
    if (stored === undefined) return undefined;
    const { sealedPhone, sealedEmail, ...rest } = stored;
    const phoneNumber = this.personalData.open(sealedPhone, 'phone_claim.phone', id) as PhoneNumber;
    return {
      ...{ ...reference, ...rest, phoneNumber },
      phoneIndexes: this.personalData.phoneIndexes(mode, phoneNumber),
      email: sealedEmail === null ? undefined : this.personalData.open(sealedEmail, 'phone_claim.email', id),
    };
  }

  /**
   * Consumes a claim, and with it all others of its purpose and number; false when it was consumed already. In a transaction
   * that locks the user of the number, so that two claims of one number never wait for each other.
   */
  async consume(tx: DatabaseTransaction, { id, purpose, mode, phoneIndexes }: PhoneClaim): Promise<boolean> {
    const consumed = await tx.query<{ id: string }>({
      name: 'phone-claim-consume',
      text: `DELETE FROM phone_claim WHERE purpose = $2 AND mode = $3 AND phone_index = ANY ($4::bytea[])
          AND EXISTS (SELECT FROM phone_claim WHERE id = $1) RETURNING id`,
      values: [id, purpose, mode, phoneIndexes],
    });
    return consumed.some((each) => each.id === id);
  }

  async deleteExpired(): Promise<void> {
    await this.database.execute({
      name: 'phone-claim-delete-expired',
      text: `DELETE FROM phone_claim WHERE id = ANY (ARRAY (SELECT id FROM phone_claim
        WHERE expires_at < clock_timestamp() ORDER BY expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
    });
  }
}
