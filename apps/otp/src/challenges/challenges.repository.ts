import { Injectable } from '@nestjs/common';
import type { Currency, OtpChannel } from '@paygate/contracts';
import type { DatabaseTransaction, Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { OtpConfig } from '../config.js';
import type { Challenge, SendTerms } from './challenge.js';
import type { ChallengeScope } from './challenge-scope.js';

/** What a code is bound to besides its scope. */
export interface BoundPayment {
  readonly amount: bigint;
  readonly currency: Currency;
}

/** A code about to be sent: of a new challenge, or the next code of a known one. */
export interface CodeToSend {
  readonly challengeId: string;
  readonly scope: ChallengeScope;
  readonly payment: BoundPayment | null;
  readonly channel: OtpChannel;
  readonly codeHash: Buffer;
  readonly sends: number;
  /** Names the send in its budget, to be given back when the code leads to a success. */
  readonly sendId: string;
  readonly sentAt: Date;
  readonly terms: SendTerms;
}

/** A challenge that a right code has consumed. */
export interface ConsumedChallenge {
  readonly id: string;
  readonly intentId: string | null;
  readonly amount: bigint | null;
  readonly currency: Currency | null;
  readonly consumedAt: Date;
}

const NOW = '(SELECT clock_timestamp())';
const CHALLENGE = `id, purpose, merchant_id AS "merchantId", mode, subject, intent_id AS "intentId", trusted,
  budget_scope AS "budgetScope", checks, sends, resend_at AS "resendAt", expires_at AS "expiresAt",
  consumed_at IS NULL AND expires_at > ${NOW} AS alive`;
/** More than the budgets of one user allow within the life of a code. */
const MOST_ALIVE = 100;
const BATCH = 2_000;

/** Challenges of all purposes. Decisions on them hold the subject's lock: `BudgetsRepository.lock`. */
@Injectable()
export class ChallengesRepository {
  readonly #checksPerChallenge: number;
  readonly #retentionDays: number;

  constructor(
    private readonly database: Database,
    config: OtpConfig,
  ) {
    this.#checksPerChallenge = config.OTP_CHECKS_PER_CHALLENGE;
    this.#retentionDays = config.OTP_RETENTION_DAYS;
  }

  /** A challenge in whatever state, of whatever scope. */
  async find(challengeId: string, queryable: Queryable = this.database): Promise<Challenge | undefined> {
    const [challenge] = await queryable.query<Challenge>({
      name: 'otp-challenge',
      text: `SELECT ${CHALLENGE} FROM otp_challenge WHERE id = $1`,
      values: [challengeId],
    });
    return challenge;
  }

  /**
   * The challenges that are alive, newest first: of a user those for one payment, or for none, at one merchant; of a phone
   * those of one purpose at all merchants. The index leads to those that have not expired, however long the history is.
   */
  alive(
    tx: DatabaseTransaction,
    { purpose, merchantId, mode, subject, intentId }: ChallengeScope,
  ): Promise<Challenge[]> {
    return tx.query<Challenge>({
      name: 'otp-challenges-alive',
      text: `SELECT ${CHALLENGE} FROM otp_challenge
        WHERE subject = $1 AND mode = $2 AND purpose = $3 AND expires_at > ${NOW} AND consumed_at IS NULL
          AND (purpose <> 'payment' OR merchant_id = $4 AND intent_id IS NOT DISTINCT FROM $5)
        ORDER BY created_at DESC, id DESC LIMIT ${MOST_ALIVE}`,
      values: [subject, mode, purpose, merchantId, intentId],
    });
  }

  /**
   * Stores the hash of a code. The next code of a known challenge replaces the one before it and keeps the count of checks.
   * False when the id is that of a challenge of another subject, purpose, merchant or mode; then nothing is stored.
   */
  async record(tx: DatabaseTransaction, code: CodeToSend): Promise<boolean> {
    const { scope, payment, terms } = code;
    const stored = await tx.execute({
      name: 'otp-record-code',
      text: `INSERT INTO otp_challenge AS c (id, purpose, merchant_id, mode, subject, intent_id, amount, currency, trusted,
          budget_scope, channel, code_hash, sends, send_id, sent_at, created_at, resend_at, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15::timestamptz, $15::timestamptz, $16, $17)
        ON CONFLICT (id) DO UPDATE SET trusted = excluded.trusted, budget_scope = excluded.budget_scope,
          channel = excluded.channel, code_hash = excluded.code_hash, sends = excluded.sends, send_id = excluded.send_id,
          sent_at = excluded.sent_at, resend_at = excluded.resend_at, expires_at = excluded.expires_at
        WHERE (c.purpose, c.merchant_id, c.mode, c.subject)
          = (excluded.purpose, excluded.merchant_id, excluded.mode, excluded.subject)`,
      values: [
        ...[code.challengeId, scope.purpose, scope.merchantId, scope.mode, scope.subject, scope.intentId],
        ...[payment?.amount ?? null, payment?.currency ?? null, scope.trusted, scope.budgetScope, code.channel],
        ...[code.codeHash, code.sends, code.sendId, code.sentAt, terms.resendAt, terms.expiresAt],
      ],
    });
    return stored === 1;
  }

  /**
   * Counts a check, before anything is compared, in one atomic statement: however many arrive together, no more are compared
   * than a challenge has checks. The hash to compare with; undefined when there is no check left.
   */
  async countCheck(tx: DatabaseTransaction, challengeId: string): Promise<Buffer | undefined> {
    const [counted] = await tx.query<{ hash: Buffer }>({
      name: 'otp-count-check',
      text: `UPDATE otp_challenge SET checks = checks + 1
        WHERE id = $1 AND consumed_at IS NULL AND expires_at > clock_timestamp() AND checks < $2
        RETURNING code_hash AS hash`,
      values: [challengeId, this.#checksPerChallenge],
    });
    return counted?.hash;
  }

  /**
   * Consumes a challenge whose check was counted in this transaction, for the one token that it gives. The send that brought the
   * code goes back to its budget.
   */
  async consume(tx: DatabaseTransaction, challengeId: string, tokenId: string): Promise<ConsumedChallenge> {
    const [consumed] = await tx.query<ConsumedChallenge>({
      name: 'otp-consume',
      text: `WITH consumed AS (
          UPDATE otp_challenge SET consumed_at = clock_timestamp(), token_id = $2
          WHERE id = $1 AND consumed_at IS NULL
          RETURNING id, intent_id, amount, currency, consumed_at, send_id),
        given_back AS (DELETE FROM otp_use WHERE id = (SELECT send_id FROM consumed))
        SELECT id, intent_id AS "intentId", amount, currency, consumed_at AS "consumedAt" FROM consumed`,
      values: [challengeId, tokenId],
    });
    if (consumed === undefined) throw new Error('a challenge that was counted is open until the transaction ends');
    return consumed;
  }

  /** Deletes challenges after their retention, a bounded number. */
  async deleteExpired(): Promise<void> {
    await this.database.execute({
      name: 'otp-delete-expired-challenges',
      text: `DELETE FROM otp_challenge WHERE id = ANY (ARRAY (SELECT id FROM otp_challenge
        WHERE created_at < ${NOW} - make_interval(days => $1) LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
      values: [this.#retentionDays],
    });
  }
}
