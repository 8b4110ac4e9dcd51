import { Injectable } from '@nestjs/common';
import type { Currency } from '@paygate/contracts';
import { Database } from '@paygate/platform';
import { OtpConfig } from '../../config.js';
import type { Challenge } from './challenge.js';

/** A challenge with what a check of its code needs. */
export interface StoredChallenge extends Challenge {
  readonly codeHash: Buffer;
  readonly amount: bigint | null;
  readonly currency: Currency | null;
}

export const NOW = '(SELECT clock_timestamp())';
export const CHALLENGE_COLUMNS = `id, purpose, merchant_id AS "merchantId", mode, subject, intent_id AS "intentId", trusted,
  budget_scope AS "budgetScope", checks, sends, resend_at AS "resendAt", expires_at AS "expiresAt",
  consumed_at IS NULL AND expires_at > ${NOW} AS alive, code_hash AS "codeHash", amount, currency`;
const BATCH = 2_000;

/** Challenges of all purposes. */
@Injectable()
export class ChallengesRepository {
  constructor(
    private readonly database: Database,
    private readonly config: OtpConfig,
  ) {}

  /** A challenge in whatever state, of whatever scope. */
  async find(challengeId: string): Promise<Challenge | undefined> {
    const [challenge] = await this.database.query<Challenge>({
      name: 'otp-challenge',
      text: `SELECT ${CHALLENGE_COLUMNS} FROM otp_challenge WHERE id = $1`,
      values: [challengeId],
    });
    return challenge;
  }

  /** Deletes challenges after their retention, a bounded number. */
  async deleteExpired(): Promise<void> {
    await this.database.execute({
      name: 'otp-delete-expired-challenges',
      text: `DELETE FROM otp_challenge WHERE id = ANY (ARRAY (SELECT id FROM otp_challenge
        WHERE created_at < ${NOW} - make_interval(days => $1) LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
      values: [this.config.OTP_RETENTION_DAYS],
    });
  }
}
