import { Injectable } from '@nestjs/common';
import type { Mode, PhoneCodePurpose } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { OtpConfig } from './config.js';
import type { SendTerms, UserBudget } from './domain/challenge.js';
import type { OtpLimits } from './domain/limits.js';
import { DAY_SECONDS } from './domain/limits.js';
import { limitsOf } from './limits.js';
import type { SendJob } from './sending/send-job.js';
import { SendsRepository } from './sending/sends.repository.js';

/** What a code opens, and for whom it does. */
export interface Claim {
  readonly claimId: string;
  readonly purpose: PhoneCodePurpose;
  readonly merchantId: string;
  readonly mode: Mode;
}

/** A claim with the phone that its code goes to. */
export interface PhoneClaim extends Claim {
  /** HMAC of mode and number. */
  readonly phoneMac: Buffer;
}

/** A code that was sent, as far as the next one depends on it. */
export interface SentCode extends PhoneClaim {
  readonly checks: number;
  readonly resendAt: Date;
  readonly expiresAt: Date;
}

export interface PhoneCodeToRecord {
  readonly claim: PhoneClaim;
  /** What the caller's address is counted under; null where that says nothing of a customer. */
  readonly address: string | null;
  readonly codeHash: Buffer;
  /** To nobody where nothing is sent. */
  readonly job: SendJob;
  readonly sentAt: Date;
  readonly terms: SendTerms;
}

/** A code of which one check has been counted, as wrong until it is known to be right. */
export interface CountedCode {
  readonly hash: Buffer;
  readonly phoneMac: Buffer;
  /** The entry of this check in the phone's budget. */
  readonly chargedAt: Date;
}

interface BudgetRow {
  readonly now: Date;
  readonly sent: readonly Date[];
  readonly wrong: readonly Date[];
  /** Null without an address. */
  readonly ownSent: readonly Date[] | null;
  readonly ownWrong: readonly Date[] | null;
}

const FORGOTTEN_AT_ONCE = 2_000;

@Injectable()
export class PhoneCodesRepository {
  readonly #limits: OtpLimits;
  readonly #retentionDays: number;

  constructor(
    private readonly database: Database,
    private readonly sends: SendsRepository,
    config: OtpConfig,
  ) {
    this.#limits = limitsOf(config);
    this.#retentionDays = config.OTP_RETENTION_DAYS;
  }

  /** Locks what a phone and, of that, an address has used of a purpose's budgets and reads it, with the time after the lock. */
  async holdBudget(
    tx: DatabaseTransaction,
    { mode, purpose, phoneMac }: PhoneClaim,
    address: string | null,
  ): Promise<UserBudget> {
    const [budget] = await tx.query<BudgetRow>({
      name: 'phone-code-hold-budget',
      text: `INSERT INTO phone_code_budget AS b (mode, purpose, phone_mac) VALUES ($1, $2, $3)
        ON CONFLICT (mode, purpose, phone_mac) DO UPDATE
        SET sent = otp_within(b.sent, $4::integer), wrong = otp_within(b.wrong, $5::integer)
        RETURNING otp_now() AS now, otp_moments(sent) AS sent, otp_moments(wrong) AS wrong,
          otp_moments_of(sent, $6) AS "ownSent", otp_moments_of(wrong, $6) AS "ownWrong"`,
      values: [mode, purpose, phoneMac, this.#limits.sendWindowSeconds, DAY_SECONDS, address],
    });
    if (budget === undefined) throw new Error('an upsert returns its row');
    const { now, sent, wrong, ownSent, ownWrong } = budget;
    return { now, sent: { all: sent, own: ownSent }, wrong: { all: wrong, own: ownWrong } };
  }

  /** The code of this claim, in whatever state; else the newest one of the phone and purpose that has not expired. */
  async latest(tx: DatabaseTransaction, claim: PhoneClaim): Promise<SentCode | undefined> {
    const [code] = await tx.query<SentCode>({
      name: 'phone-code-latest',
      text: `SELECT claim_id AS "claimId", purpose, merchant_id AS "merchantId", mode, phone_mac AS "phoneMac", checks,
          resend_at AS "resendAt", expires_at AS "expiresAt"
        FROM phone_code
        WHERE claim_id = $1 OR (phone_mac = $2 AND purpose = $3 AND mode = $4 AND expires_at > clock_timestamp())
        ORDER BY claim_id = $1 DESC, sent_at DESC LIMIT 1`,
      values: [claim.claimId, claim.phoneMac, claim.purpose, claim.mode],
    });
    return code;
  }

  /**
   * Stores a code's hash with the message that carries it and takes the send from the phone's budget. Of a claim whose code
   * has expired the next one takes its place, and keeps the count of checks. False when the claim has an open code, or is
   * another phone's.
   */
  async record(tx: DatabaseTransaction, code: PhoneCodeToRecord): Promise<boolean> {
    const { claim, address, codeHash, job, sentAt, terms } = code;
    const { claimId, purpose, merchantId, mode, phoneMac } = claim;
    const stored = await tx.query({
      name: 'phone-code-record',
      text: `WITH stored AS (
          INSERT INTO phone_code AS c
            (claim_id, purpose, merchant_id, mode, phone_mac, code_hash, sent_at, resend_at, expires_at)
          VALUES ($1, $2, $3, $4, $5, $6, $7::timestamptz, $8, $9)
          ON CONFLICT (claim_id) DO UPDATE SET code_hash = excluded.code_hash, sent_at = excluded.sent_at,
            resend_at = excluded.resend_at, expires_at = excluded.expires_at
          WHERE c.phone_mac = excluded.phone_mac AND c.expires_at <= clock_timestamp()
          RETURNING claim_id)
        UPDATE phone_code_budget SET sent = array_append(sent, ($7::timestamptz, $10::text)::otp_use)
        WHERE mode = $4 AND purpose = $2 AND phone_mac = $5 AND EXISTS (SELECT FROM stored) RETURNING true`,
      values: [
        claimId,
        purpose,
        merchantId,
        mode,
        phoneMac,
        codeHash,
        sentAt,
        terms.resendAt,
        terms.expiresAt,
        address,
      ],
    });
    if (stored.length === 0) return false;
    await this.sends.record(tx, job, terms.expiresAt);
    return true;
  }

  /**
   * Counts a check, of the code and of the phone's day, in one statement and before anything is compared: however many guesses
   * arrive together, no more are compared than the code has checks. Undefined when there is no open code.
   */
  async count(
    tx: DatabaseTransaction,
    { claimId, purpose, merchantId, mode }: Claim,
    address: string | null,
  ): Promise<CountedCode | undefined> {
    const [counted] = await tx.query<CountedCode>({
      name: 'phone-code-count',
      text: `WITH held AS (
          SELECT b.phone_mac FROM phone_code_budget b JOIN phone_code c USING (mode, purpose, phone_mac)
          WHERE c.claim_id = $1 AND c.purpose = $2 AND c.merchant_id = $3 AND c.mode = $4 FOR UPDATE OF b),
        counted AS (
          UPDATE phone_code c SET checks = c.checks + 1 FROM held
          WHERE c.claim_id = $1 AND c.expires_at > clock_timestamp() AND c.checks < $5
          RETURNING c.code_hash, c.phone_mac),
        charged AS (
          UPDATE phone_code_budget b
          SET wrong = array_append(otp_within(b.wrong, $6::integer), (otp_now(), $7::text)::otp_use)
          FROM counted WHERE b.mode = $4 AND b.purpose = $2 AND b.phone_mac = counted.phone_mac
          RETURNING (b.wrong[cardinality(b.wrong)]).at AS at)
        SELECT code_hash AS hash, phone_mac AS "phoneMac", charged.at AS "chargedAt" FROM counted, charged`,
      values: [claimId, purpose, merchantId, mode, this.#limits.checksPerChallenge, DAY_SECONDS, address],
    });
    return counted;
  }

  /** The hash of an open code of which this message was counted as a check: it may be compared once more. */
  async checkedBy({ claimId, purpose, merchantId, mode }: Claim, messageId: string): Promise<Buffer | undefined> {
    const [checked] = await this.database.query<{ hash: Buffer }>({
      name: 'phone-code-checked-by',
      text: `SELECT code_hash AS hash FROM phone_code
        WHERE claim_id = $1 AND purpose = $2 AND merchant_id = $3 AND mode = $4 AND expires_at > clock_timestamp()
          AND EXISTS (SELECT FROM inbox WHERE message_id = $5)`,
      values: [claimId, purpose, merchantId, mode, messageId],
    });
    return checked?.hash;
  }

  /** The check was not a wrong one: its entry in the budget goes. */
  async uncharge(
    tx: DatabaseTransaction,
    { mode, purpose }: Claim,
    { phoneMac, chargedAt }: CountedCode,
  ): Promise<void> {
    await tx.execute({
      name: 'phone-code-uncharge',
      text: `UPDATE phone_code_budget SET wrong = otp_without(wrong, $4)
        WHERE mode = $1 AND purpose = $2 AND phone_mac = $3`,
      values: [mode, purpose, phoneMac, chargedAt],
    });
  }

  /** Deletes codes and budgets that nothing asks for any more, a bounded number. */
  async forget(): Promise<void> {
    await this.database.execute({
      name: 'phone-code-forget-budgets',
      text: `DELETE FROM phone_code_budget WHERE ctid = ANY (ARRAY (SELECT ctid FROM phone_code_budget
        WHERE cardinality(otp_within(sent, $1)) = 0 AND cardinality(otp_within(wrong, $1)) = 0
        LIMIT ${FORGOTTEN_AT_ONCE} FOR UPDATE SKIP LOCKED))`,
      values: [DAY_SECONDS],
    });
    await this.database.execute({
      name: 'phone-code-forget',
      text: `DELETE FROM phone_code WHERE claim_id = ANY (ARRAY (SELECT claim_id FROM phone_code
        WHERE sent_at < clock_timestamp() - make_interval(days => $1) LIMIT ${FORGOTTEN_AT_ONCE}
        FOR UPDATE SKIP LOCKED))`,
      values: [this.#retentionDays],
    });
  }
}
