import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { OtpConfig } from './config.js';
import type { OtpAction } from './domain/otp-action.js';

/** An idempotency key is scoped to merchant, mode and what it was sent for. */
export interface AnswerKey {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly action: OtpAction;
  readonly keyHash: string;
}

/** What is known under a key: whether it was sent with this body, and then the answer. */
export interface EarlierAnswer {
  readonly sealedAnswer: string | null;
}

/** Bodies that may be tried under one key beside its own: no more than codes of one challenge. */
const MISMATCHES = 5;
const FORGOTTEN_AT_ONCE = 2_000;

@Injectable()
export class KeptAnswersRepository {
  readonly #retentionDays: number;

  constructor(
    private readonly database: Database,
    config: OtpConfig,
  ) {
    this.#retentionDays = config.OTP_IDEMPOTENCY_RETENTION_DAYS;
  }

  /**
   * The answer under a key, if it was sent with this body. Another body is counted in the statement that compares it, and
   * after five of them no body is right any more: otherwise the key would say of every code whether it is the one.
   */
  async earlier({ merchantId, mode, action, keyHash }: AnswerKey, bodyMac: Buffer): Promise<EarlierAnswer | undefined> {
    const [row] = await this.database.query<EarlierAnswer & { readonly known: boolean }>({
      name: 'otp-earlier-answer',
      text: `WITH compared AS (
          UPDATE otp_answer SET mismatches = mismatches + (body_mac <> $5)::integer
          WHERE merchant_id = $1 AND mode = $2 AND action = $3 AND key_hash = $4 AND mismatches < ${MISMATCHES}
          RETURNING CASE WHEN body_mac = $5 THEN sealed_answer END AS sealed)
        SELECT compared.sealed AS "sealedAnswer", EXISTS (
          SELECT FROM otp_answer WHERE merchant_id = $1 AND mode = $2 AND action = $3 AND key_hash = $4) AS known
        FROM (SELECT) AS always LEFT JOIN compared ON true`,
      values: [merchantId, mode, action, keyHash, bodyMac],
    });
    return row?.known === true ? { sealedAnswer: row.sealedAnswer } : undefined;
  }

  /** Stores an answer; false when the key has one already. */
  async keep(
    tx: DatabaseTransaction,
    { merchantId, mode, action, keyHash }: AnswerKey,
    answer: { readonly bodyMac: Buffer; readonly sealedAnswer: string; readonly mismatches: number },
  ): Promise<boolean> {
    const kept = await tx.execute({
      name: 'otp-keep-answer',
      text: `INSERT INTO otp_answer (merchant_id, mode, action, key_hash, body_mac, sealed_answer, mismatches)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
      values: [merchantId, mode, action, keyHash, answer.bodyMac, answer.sealedAnswer, answer.mismatches],
    });
    return kept === 1;
  }

  /** Deletes answers that are older than they need be, a bounded number. */
  async forget(): Promise<void> {
    await this.database.execute({
      name: 'otp-forget-answers',
      text: `DELETE FROM otp_answer WHERE ctid = ANY (ARRAY (SELECT ctid FROM otp_answer
        WHERE created_at < clock_timestamp() - make_interval(days => $1) LIMIT ${FORGOTTEN_AT_ONCE}))`,
      values: [this.#retentionDays],
    });
  }
}
