import { Injectable } from '@nestjs/common';
import type { Currency, OtpChannel } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { OtpConfig } from './config.js';
import type { Challenge, SendTerms, UserBudget } from './domain/challenge.js';
import { keepsReserve } from './domain/budget.js';
import type { CallersLane } from './domain/lane.js';
import { laneOf } from './domain/lane.js';
import type { OtpLimits } from './domain/limits.js';
import { DAY_SECONDS } from './domain/limits.js';
import { limitsOf, sendLeaseSeconds } from './limits.js';
import type { Scope } from './scope.js';
import type { SendJob } from './sending/send-job.js';

/** What a code is bound to besides its scope. */
export interface BoundPayment {
  readonly amount: bigint;
  readonly currency: Currency;
}

/** A code about to be sent: of a new challenge, or the next code of a known one. */
export interface CodeToSend {
  readonly challengeId: string;
  readonly scope: Scope;
  readonly payment: BoundPayment | null;
  readonly channel: OtpChannel;
  readonly codeHash: Buffer;
  readonly sends: number;
  readonly commandId: string;
  readonly sentAt: Date;
  readonly terms: SendTerms;
  readonly job: SendJob;
}

/** Who began a challenge, and for what. */
export interface BegunChallenge {
  readonly intentId: string | null;
  readonly assured: boolean;
  readonly callersLane: CallersLane;
}

interface BudgetRow {
  readonly now: Date;
  readonly sent: readonly Date[];
  readonly wrong: readonly Date[];
  /** Null without an address. */
  readonly ownSent: readonly Date[] | null;
  readonly ownWrong: readonly Date[] | null;
}

const CHALLENGE = `id, checks, sends, resend_at AS "resendAt", expires_at AS "expiresAt",
  consumed_at AS "consumedAt", sent_by AS "sentBy"`;

/** What an index finds, however many challenges the user had for other payments. */
const OF_SCOPE = `user_id = $1 AND mode = $2 AND merchant_id = $3 AND coalesce(intent_id, '') = coalesce($4::text, '')`;

/** What no index answers: a challenge that is named is looked up by its id, and not among all of its user. */
const OWNER_GIVEN = '(merchant_id, mode, user_id) IS NOT DISTINCT FROM ($2, $3, $4)';

@Injectable()
export class ChallengesRepository {
  readonly #limits: OtpLimits;
  readonly #leaseSeconds: number;
  readonly #retentionDays: number;

  constructor(
    private readonly database: Database,
    config: OtpConfig,
  ) {
    this.#limits = limitsOf(config);
    this.#leaseSeconds = sendLeaseSeconds(config);
    this.#retentionDays = config.OTP_RETENTION_DAYS;
  }

  /** A challenge of this user that a caller names; undefined when there is none. */
  async begun(
    challengeId: string,
    { merchantId, mode, userId }: Pick<Scope, 'merchantId' | 'mode' | 'userId'>,
  ): Promise<BegunChallenge | undefined> {
    const [challenge] = await this.database.query<BegunChallenge>({
      name: 'otp-begun',
      text: `SELECT intent_id AS "intentId", assured, callers_lane AS "callersLane" FROM otp_challenge
        WHERE id = $1 AND ${OWNER_GIVEN}`,
      values: [challengeId, merchantId, mode, userId],
    });
    return challenge;
  }

  /** Locks a user's budget, so that commands that draw on it follow each other, and reads it with the time after the lock. */
  async holdBudget(tx: DatabaseTransaction, scope: Scope): Promise<UserBudget> {
    const lane = laneOf(scope);
    const [budget] = await tx.query<BudgetRow>({
      name: 'otp-hold-budget',
      text: `INSERT INTO otp_budget AS b (mode, user_id, lane) VALUES ($1, $2, $3)
        ON CONFLICT (mode, user_id, lane) DO UPDATE
        SET sent = otp_within(b.sent, $4::integer), wrong = otp_within(b.wrong, $5::integer)
        RETURNING otp_now() AS now, otp_moments(sent) AS sent, otp_moments(wrong) AS wrong,
          otp_moments_of(sent, $6) AS "ownSent", otp_moments_of(wrong, $6) AS "ownWrong"`,
      values: [
        ...[scope.mode, scope.userId, lane, this.#limits.sendWindowSeconds, DAY_SECONDS],
        keepsReserve(lane) ? scope.address : null,
      ],
    });
    if (budget === undefined) throw new Error('an upsert returns its row');
    const { now, sent, wrong, ownSent, ownWrong } = budget;
    return { now, sent: { all: sent, own: ownSent }, wrong: { all: wrong, own: ownWrong } };
  }

  /** The challenge a caller names, in whatever state. */
  async named(tx: DatabaseTransaction, challengeId: string, scope: Scope): Promise<Challenge | undefined> {
    const [challenge] = await tx.query<Challenge>({
      name: 'otp-named-challenge',
      text: `SELECT ${CHALLENGE} FROM otp_challenge
        WHERE id = $1 AND ${OWNER_GIVEN} AND intent_id IS NOT DISTINCT FROM $5 FOR UPDATE`,
      values: [challengeId, scope.merchantId, scope.mode, scope.userId, scope.intentId],
    });
    return challenge;
  }

  /** The challenge whose latest code a command asked for, in whatever state: the command has come again. */
  async sentBy(tx: DatabaseTransaction, commandId: string, scope: Scope): Promise<Challenge | undefined> {
    const [challenge] = await tx.query<Challenge>({
      name: 'otp-challenge-sent-by',
      text: `SELECT ${CHALLENGE} FROM otp_challenge WHERE ${OF_SCOPE} AND sent_by = $5`,
      values: [scope.userId, scope.mode, scope.merchantId, scope.intentId, commandId],
    });
    return challenge;
  }

  /**
   * The newest challenge of a scope that has not run out, of those that callers of its kind have begun: strangers share none
   * with others, and for no payment none shares with another lane. Its checks may be used up.
   */
  async newestUnexpired(tx: DatabaseTransaction, scope: Scope): Promise<Challenge | undefined> {
    const [challenge] = await tx.query<Challenge>({
      name: 'otp-newest-unexpired-challenge',
      text: `SELECT ${CHALLENGE} FROM otp_challenge
        WHERE ${OF_SCOPE} AND assured = $5 AND (intent_id IS NOT NULL OR lane = $6)
          AND consumed_at IS NULL AND expires_at > clock_timestamp()
        ORDER BY created_at DESC, id DESC LIMIT 1 FOR UPDATE`,
      values: [scope.userId, scope.mode, scope.merchantId, scope.intentId, scope.assured, laneOf(scope)],
    });
    return challenge;
  }

  /**
   * Stores a code's hash with the message that carries it and takes it from the user's budget. The next code of a known
   * challenge replaces the one before it, and messages with that one which have not gone out yet.
   */
  async recordCode(tx: DatabaseTransaction, code: CodeToSend): Promise<void> {
    const { scope, payment, terms, job } = code;
    await tx.execute({
      name: 'otp-record-code',
      text: `WITH charged AS (
          UPDATE otp_budget SET sent = array_append(sent, ($11::timestamptz, $21::text)::otp_use) WHERE mode = $3 AND user_id = $4 AND lane = $18),
        replaced AS (DELETE FROM otp_send WHERE challenge_id = $1),
        stored AS (
          INSERT INTO otp_challenge (id, merchant_id, mode, user_id, intent_id, amount, currency, channel, code_hash, sends,
            sent_at, sent_by, resend_at, expires_at, created_at, lane, callers_lane, assured)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::timestamptz, $12, $13, $14, $11::timestamptz, $18, $19, $20)
          ON CONFLICT (id) DO UPDATE SET channel = excluded.channel, code_hash = excluded.code_hash, sends = excluded.sends,
            lane = excluded.lane, callers_lane = excluded.callers_lane, assured = excluded.assured,
            sent_at = excluded.sent_at, sent_by = excluded.sent_by, resend_at = excluded.resend_at,
            expires_at = excluded.expires_at)
        INSERT INTO otp_send (id, challenge_id, mode, channel, sealed_message, attempt, leased_until, expires_at)
        VALUES ($15, $1, $3, $8, $16, 1, otp_now() + make_interval(secs => $17), $14)`,
      values: [
        ...[code.challengeId, scope.merchantId, scope.mode, scope.userId, scope.intentId],
        ...[payment?.amount ?? null, payment?.currency ?? null, code.channel, code.codeHash, code.sends],
        ...[code.sentAt, code.commandId, terms.resendAt, terms.expiresAt],
        ...[job.id, job.sealedMessage, this.#leaseSeconds, laneOf(scope), scope.callersLane],
        ...[scope.assured, scope.address],
      ],
    });
  }

  /** Deletes budgets and challenges that nothing asks for any more, a bounded number; answers how many challenges went. */
  async forget(): Promise<number> {
    const unused = 'cardinality(otp_within(sent, $1)) = 0 AND cardinality(otp_within(wrong, $1)) = 0';
    await this.database.execute({
      text: `DELETE FROM otp_budget WHERE ${unused}
        AND ctid = ANY (ARRAY (SELECT ctid FROM otp_budget WHERE ${unused} LIMIT ${FORGOTTEN_AT_ONCE}
          FOR UPDATE SKIP LOCKED))`,
      values: [DAY_SECONDS],
    });
    return this.database.execute({
      text: `DELETE FROM otp_challenge WHERE id = ANY (ARRAY (SELECT id FROM otp_challenge
        WHERE created_at < clock_timestamp() - make_interval(days => $1) LIMIT ${FORGOTTEN_AT_ONCE}
        FOR UPDATE SKIP LOCKED))`,
      values: [this.#retentionDays],
    });
  }
}

const FORGOTTEN_AT_ONCE = 2_000;
