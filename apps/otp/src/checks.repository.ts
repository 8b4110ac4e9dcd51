import { Injectable } from '@nestjs/common';
import type { Currency } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { OtpConfig } from './config.js';
import { shareOf, WITH_RESERVE } from './domain/budget.js';
import { checksOpenAfterSeconds } from './domain/challenge.js';
import type { BudgetLane } from './domain/lane.js';
import type { OtpLimits } from './domain/limits.js';
import { DAY_SECONDS } from './domain/limits.js';
import { limitsOf } from './limits.js';
import type { Scope } from './scope.js';
import { holdsPayment } from './scope.js';

/** Which challenge a caller means: the one it names, else the newest open one of the scope. */
export interface CheckRequest {
  readonly scope: Scope;
  readonly challengeId: string | undefined;
}

/** A challenge of which one check has been counted. */
export interface CountedChallenge {
  readonly id: string;
  readonly hash: Buffer;
  /** The entry of this check in the user's budget of wrong ones, to be taken out again if it was right. */
  readonly chargedAt: Date;
  readonly chargedTo: BudgetLane;
}

export interface Check {
  /** Absent when there is no open challenge, or no budget for a check: then nothing was counted. */
  readonly challenge: CountedChallenge | undefined;
  /** For how long the wrong checks before this one forbid another; undefined when they do not. */
  readonly spentForSeconds: number | undefined;
}

/** A challenge that a right code has consumed, and the identity of the one token that comes of it. */
export interface ConsumedChallenge {
  readonly id: string;
  /** How often it was checked, the right one included. */
  readonly checks: number;
  readonly intentId: string | null;
  readonly amount: bigint | null;
  readonly currency: Currency | null;
  readonly consumedAt: Date;
  readonly tokenId: string;
}

interface CheckRow {
  readonly id: string | null;
  readonly hash: Buffer | null;
  readonly chargedAt: Date | null;
  readonly lane: BudgetLane;
  /** False where there is a challenge to check, and the lane that it is charged to has no row yet. */
  readonly hasBudget: boolean;
  readonly wrong: readonly Date[] | null;
  /** Null without an address, or in a lane that keeps no reserve. */
  readonly ownWrong: readonly Date[] | null;
  readonly now: Date;
}

/**
 * The challenges that a check may mean, in whatever state: of the user $1 in the mode $2 at the merchant $3 the one that is
 * named $4, and then of the payment $5 when that is given; where none is named, those of the payment $5, or of no payment.
 * How many challenges the user had for other payments costs nothing: no index answers IS NOT DISTINCT FROM, so one that is
 * named is looked up by its id.
 */
const MEANT_CHALLENGES = `(
  SELECT * FROM otp_challenge
  WHERE id = $4::text AND (user_id, mode, merchant_id) IS NOT DISTINCT FROM ($1, $2, $3)
    AND ($5::text IS NULL OR intent_id = $5)
  UNION ALL
  SELECT * FROM otp_challenge
  WHERE $4::text IS NULL AND user_id = $1 AND mode = $2 AND merchant_id = $3
    AND coalesce(intent_id, '') = coalesce($5::text, '')) AS meant_challenge`;

const CONSUMED = `id, checks, intent_id AS "intentId", amount, currency, consumed_at AS "consumedAt", token_id AS "tokenId"`;

@Injectable()
export class ChecksRepository {
  readonly #limits: OtpLimits;

  constructor(
    private readonly database: Database,
    config: OtpConfig,
  ) {
    this.#limits = limitsOf(config);
  }

  /**
   * Counts a check, of the challenge and of the user's day, before anything is compared, and holds both until the transaction
   * ends: guesses that arrive together are judged one after the other, and no more than the limits are compared. Whoever
   * names the challenge, or holds its payment, keeps what checks it has: others may have spent the day, and then only no
   * further code is sent. Anyone else draws on the lane of strangers, whatever is met, and cannot use a code up. Locks
   * budgets before challenge, as sending does.
   */
  async count(tx: DatabaseTransaction, request: CheckRequest): Promise<Check> {
    const { mode, userId } = request.scope;
    await tx.execute({
      name: 'otp-hold-budgets',
      text: 'SELECT FROM otp_budget WHERE mode = $1 AND user_id = $2 ORDER BY lane FOR UPDATE',
      values: [mode, userId],
    });
    const row = await this.#count(tx, request);
    if (row.hasBudget) return this.#checkOf(row);
    await tx.execute({
      name: 'otp-open-budget',
      text: 'INSERT INTO otp_budget (mode, user_id, lane) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      values: [mode, userId, row.lane],
    });
    return this.#checkOf(await this.#count(tx, request));
  }

  async #count(tx: DatabaseTransaction, { scope, challengeId }: CheckRequest): Promise<CheckRow> {
    const named = challengeId !== undefined || holdsPayment(scope);
    const { checksPerChallenge, strangersChecks, strangersChecksOfOthers, wrongChecksPerDay } = this.#limits;
    const [row] = await tx.query<CheckRow>({
      name: 'otp-count-check',
      text: `WITH meant AS (
          SELECT id, callers_lane, consumed_at IS NULL AND expires_at > clock_timestamp()
            AND checks < CASE WHEN $10 THEN $6::integer WHEN assured THEN $15::integer ELSE $14::integer END AS open
          FROM ${MEANT_CHALLENGES}
          -- of the challenges that were not named, strangers' ones come last for who is none
          ORDER BY open DESC, $10::boolean AND assured DESC, created_at DESC, id DESC LIMIT 1),
        met AS (SELECT id FROM meant WHERE open),
        drawn AS (
          SELECT CASE WHEN $9::boolean THEN 'signed-in' WHEN $10 THEN coalesce((SELECT callers_lane FROM meant), $12)
            ELSE 'open' END AS lane),
        held AS (
          SELECT lane, otp_within(wrong, $8::integer) AS wrong FROM otp_budget
          WHERE mode = $2 AND user_id = $1 AND lane = (SELECT lane FROM drawn) FOR UPDATE),
        used AS (
          SELECT otp_moments(wrong) AS wrong, CASE lane WHEN 'open' THEN otp_moments_of(wrong, $13) END AS own FROM held),
        counted AS (
          UPDATE otp_challenge c SET checks = c.checks + 1 FROM used
          WHERE c.id = (SELECT id FROM met) AND c.consumed_at IS NULL AND c.expires_at > clock_timestamp()
            AND c.checks < CASE WHEN $10 THEN $6 WHEN c.assured THEN $15 ELSE $14 END
            AND ($11 OR cardinality(used.wrong) < $7
              OR cardinality(used.wrong) < $16 AND cardinality(used.own) < $17)
          RETURNING c.id, c.code_hash),
        charged AS (
          UPDATE otp_budget b SET wrong = array_append(otp_within(b.wrong, $8::integer), (otp_now(), $13::text)::otp_use)
          FROM counted, drawn
          WHERE b.mode = $2 AND b.user_id = $1 AND b.lane = drawn.lane RETURNING b.wrong[cardinality(b.wrong)].at AS at)
        SELECT counted.id, counted.code_hash AS hash, charged.at AS "chargedAt", otp_now() AS now,
          used.wrong, used.own AS "ownWrong", drawn.lane, used.wrong IS NOT NULL OR met.id IS NULL AS "hasBudget"
        FROM drawn LEFT JOIN met ON true LEFT JOIN used ON true LEFT JOIN counted ON true LEFT JOIN charged ON true`,
      values: [
        ...[scope.userId, scope.mode, scope.merchantId, challengeId ?? null, scope.intentId],
        ...[checksPerChallenge, wrongChecksPerDay, DAY_SECONDS, scope.signedIn, named || scope.assured, named],
        ...[scope.callersLane, scope.address, strangersChecks, strangersChecksOfOthers],
        ...[WITH_RESERVE * wrongChecksPerDay, shareOf(wrongChecksPerDay)],
      ],
    });
    if (row === undefined) throw new Error('this statement always returns a row');
    return row;
  }

  #checkOf({ id, hash, chargedAt, lane, wrong, ownWrong, now }: CheckRow): Check {
    const isCounted = id !== null && hash !== null && chargedAt !== null;
    const used = { now, wrong: { all: wrong ?? [], own: ownWrong } };
    return {
      challenge: isCounted ? { id, hash, chargedAt, chargedTo: lane } : undefined,
      spentForSeconds: checksOpenAfterSeconds(used, this.#limits),
    };
  }

  /** Consumes the challenge that was counted, and held since, in this transaction. */
  async consume(
    tx: DatabaseTransaction,
    challengeId: string,
    by: { readonly commandId: string; readonly tokenId: string },
  ): Promise<ConsumedChallenge> {
    const [consumed] = await tx.query<ConsumedChallenge>({
      name: 'otp-consume',
      text: `UPDATE otp_challenge SET consumed_at = otp_now(), consumed_by = $2, token_id = $3
        WHERE id = $1 AND consumed_at IS NULL RETURNING ${CONSUMED}`,
      values: [challengeId, by.commandId, by.tokenId],
    });
    if (consumed === undefined) throw new Error('a challenge that was counted is open until the transaction ends');
    return consumed;
  }

  /** A success gives back the check it was charged with and the send that brought the code. */
  async restoreBudget(tx: DatabaseTransaction, scope: Scope, success: CountedChallenge): Promise<void> {
    await tx.execute({
      name: 'otp-restore-budget',
      text: `UPDATE otp_budget b SET
          wrong = CASE WHEN b.lane = $5 THEN otp_without(b.wrong, $3) ELSE b.wrong END,
          sent = CASE WHEN b.lane = c.lane THEN otp_without(b.sent, c.sent_at) ELSE b.sent END
        FROM otp_challenge c WHERE c.id = $4 AND b.mode = $1 AND b.user_id = $2 AND b.lane IN (c.lane, $5)`,
      values: [scope.mode, scope.userId, success.chargedAt, success.id, success.chargedTo],
    });
  }

  /** What the same command has consumed already: a repeated command gets its first answer. */
  async consumedBy({ scope, challengeId }: CheckRequest, commandId: string): Promise<ConsumedChallenge | undefined> {
    const { userId, mode, merchantId, intentId } = scope;
    const [consumed] = await this.database.query<ConsumedChallenge>({
      name: 'otp-consumed-by',
      text: `SELECT ${CONSUMED} FROM ${MEANT_CHALLENGES} WHERE consumed_by = $6`,
      values: [userId, mode, merchantId, challengeId ?? null, intentId, commandId],
    });
    return consumed;
  }
}
