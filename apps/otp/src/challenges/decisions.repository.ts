import { Injectable } from '@nestjs/common';
import type { Currency, OtpChannel } from '@paygate/contracts';
import type { OutboxEntry, Transaction } from '@paygate/messaging';
import { Outbox, outboxInsertSql, outboxValues } from '@paygate/messaging';
import type { DatabaseTransaction, KeyedRequest } from '@paygate/platform';
import { IdempotencyRecords, KeyTaken } from '@paygate/platform';
import type { BudgetCaller, Proof } from '../budgets/budgets.repository.js';
import { proofSql } from '../budgets/budgets.repository.js';
import type { OtpAction } from '../budgets/source-caps.js';
import { OtpConfig } from '../config.js';
import type { SendJob } from '../sending/send-job.js';
import { sendSql, SendsRepository } from '../sending/sends.repository.js';
import type { SendTerms } from './challenge.js';
import type { ChallengeScope } from './challenge-scope.js';
import { OPEN } from './challenges.repository.js';

/** The binding of a code besides its scope. */
export interface BoundPayment {
  readonly amount: bigint;
  readonly currency: Currency;
}

/** The records that are stored together with an effect. */
export interface Effect {
  /** The idempotency key that the answer is kept under. */
  readonly keyed: KeyedRequest<OtpAction> | undefined;
  readonly answer: object;
  readonly events: readonly OutboxEntry[];
}

/** A code about to be sent: of a new challenge, or the next code of a known one. */
export interface CodeToSend extends Effect {
  readonly challengeId: string;
  readonly scope: ChallengeScope;
  readonly payment: BoundPayment | null;
  readonly channel: OtpChannel;
  readonly codeHash: Buffer;
  readonly sends: number;
  readonly sentAt: Date;
  readonly terms: SendTerms;
  /** Its id names the send in its budget too, to be given back when the code of a user leads to a success. */
  readonly job: SendJob;
  /** The merchant in whose test inbox the message is kept; null for none. */
  readonly inboxOf: string | null;
}

/** A right code that gives one token. */
export interface Consumption extends Effect {
  readonly challengeId: string;
  readonly tokenId: string;
  readonly at: Date;
  /** The proof of a guest; a user signs in instead. */
  readonly proof: Proof | undefined;
}

/** Which parts of a statement took effect. */
interface Done {
  readonly done: boolean;
  readonly kept: boolean;
}

/** The writes of decisions on sends and checks, under the lock of their subject: `SubjectsRepository.locked`. */
@Injectable()
export class DecisionsRepository {
  readonly #checksPerChallenge: number;
  readonly #recordText: string;
  readonly #consumeText: string;

  constructor(
    private readonly outbox: Outbox,
    private readonly records: IdempotencyRecords<OtpAction>,
    private readonly sends: SendsRepository,
    config: OtpConfig,
  ) {
    this.#checksPerChallenge = config.OTP_CHECKS_PER_CHALLENGE;
    this.#recordText = recordSql(records);
    this.#consumeText = consumeSql(records);
  }

  /**
   * Stores the hash of a code, its message, its use of the budget, and the answer, with one statement. The next code of a known
   * challenge replaces the one before it and keeps the count of checks. False when the id is that of a challenge of another
   * subject, purpose, merchant or mode; then nothing is stored. Throws KeyTaken.
   */
  record(tx: Transaction, code: CodeToSend): Promise<boolean> {
    const { scope, payment, terms, job, sentAt, inboxOf } = code;
    return this.#effect(tx, code, {
      name: 'otp-record-code',
      text: this.#recordText,
      values: [
        ...[code.challengeId, scope.purpose, scope.merchantId, scope.mode, scope.subject, scope.intentId],
        ...[payment?.amount ?? null, payment?.currency ?? null, scope.trusted, scope.budgetScope, code.channel],
        ...[code.codeHash, code.sends, job.id, sentAt, terms.resendAt, terms.expiresAt, scope.address, scope.countedAs],
        ...this.sends.values(job, terms.expiresAt, inboxOf),
      ],
    });
  }

  /**
   * Counts a check and consumes the challenge, for the one token that it gives. The send that brought the code goes back to its
   * budget, except to that of a guest, who could verify codes of a phone without end. False when the challenge is not open any more; then nothing is stored. Throws KeyTaken.
   */
  consume(tx: Transaction, consumption: Consumption): Promise<boolean> {
    const { challengeId, at, tokenId, proof } = consumption;
    const proved = [proof?.countedAs ?? null, proof?.address ?? null];
    const values = [challengeId, this.#checksPerChallenge, at, tokenId, ...proved];
    return this.#effect(tx, consumption, { name: 'otp-consume', text: this.#consumeText, values });
  }

  /** Counts the check of a wrong code, and charges it to a budget. */
  async countWrong(
    tx: DatabaseTransaction,
    challengeId: string,
    use: { readonly id: string; readonly caller: BudgetCaller; readonly at: Date },
  ): Promise<void> {
    const { mode, countedAs, budgetScope, address } = use.caller;
    await tx.execute({
      name: 'otp-count-wrong',
      text: `WITH counted AS (UPDATE otp_challenge SET checks = checks + 1 WHERE ${OPEN} RETURNING id)
        INSERT INTO otp_use (id, mode, subject, scope, kind, address, at)
        SELECT $3::uuid, $4::text, $5::text, $6::text, 'wrong_check', $7::text, $8::timestamptz FROM counted`,
      values: [challengeId, this.#checksPerChallenge, use.id, mode, countedAs, budgetScope, address, use.at],
    });
  }

  /** Runs a statement whose last parameters are those of the answer's record and of the outbox. */
  async #effect(
    tx: Transaction,
    { keyed, answer, events }: Effect,
    { values, ...statement }: { readonly name: string; readonly text: string; readonly values: readonly unknown[] },
  ): Promise<boolean> {
    const rows = this.outbox.rows(events);
    const more = [...this.records.keepValues(keyed, answer), ...outboxValues(rows)];
    const [took] = await tx.query<Done>({ ...statement, values: [...values, ...more] });
    if (took?.done !== true) return false;
    if (keyed !== undefined && !took.kept) throw new KeyTaken();
    tx.afterCommit(() => {
      this.outbox.publish(rows);
    });
    return true;
  }
}

/** The end of a statement whose expression `done` has a row where it took effect. */
const effectSql = (records: IdempotencyRecords<OtpAction>, first: number): string => `
  kept AS (${records.keepSql(first, 'EXISTS (SELECT FROM done)')} RETURNING key_hash),
  published AS (${outboxInsertSql(first + KEEP_VALUES)} WHERE EXISTS (SELECT FROM done))
  SELECT EXISTS (SELECT FROM done) AS done, EXISTS (SELECT FROM kept) AS kept`;
const KEEP_VALUES = 6;

const recordSql = (records: IdempotencyRecords<OtpAction>): string => `
  WITH done AS (
    INSERT INTO otp_challenge AS c (id, purpose, merchant_id, mode, subject, intent_id, amount, currency, trusted,
      budget_scope, channel, code_hash, sends, send_id, sent_at, created_at, resend_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15::timestamptz, $15::timestamptz, $16, $17)
    ON CONFLICT (id) DO UPDATE SET trusted = excluded.trusted, budget_scope = excluded.budget_scope,
      channel = excluded.channel, code_hash = excluded.code_hash, sends = excluded.sends, send_id = excluded.send_id,
      sent_at = excluded.sent_at, resend_at = excluded.resend_at, expires_at = excluded.expires_at
    WHERE (c.purpose, c.merchant_id, c.mode, c.subject)
      = (excluded.purpose, excluded.merchant_id, excluded.mode, excluded.subject)
    RETURNING id),
  used AS (
    INSERT INTO otp_use (id, mode, subject, scope, kind, address, at)
    SELECT $14::uuid, $4::text, $19::text, $10::text, 'send', $18::text, $15::timestamptz FROM done),
  ${sendSql(20, 'EXISTS (SELECT FROM done)')},
  ${effectSql(records, 29)}`;

const consumeSql = (records: IdempotencyRecords<OtpAction>): string => `
  WITH done AS (
    UPDATE otp_challenge SET checks = checks + 1, consumed_at = $3, token_id = $4 WHERE ${OPEN} RETURNING send_id),
  given_back AS (DELETE FROM otp_use WHERE id = (SELECT send_id FROM done) AND scope NOT LIKE 'intent:%'),
  proved AS (${proofSql('$5', '$6', 'done')}),
  ${effectSql(records, 7)}`;
