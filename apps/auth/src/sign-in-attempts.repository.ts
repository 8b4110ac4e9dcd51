import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';

/** A phone number that someone tries to sign in with, known or not, and the message that asks for it. */
export interface SignInAttempt {
  readonly mode: Mode;
  readonly phoneIndex: Buffer;
  /** Where it is counted: the known network that it comes from, or {@link ELSEWHERE}. */
  readonly lane: Buffer;
  /** A redelivered message is one attempt. */
  readonly messageId: string;
}

/** The lane of all attempts from networks that the number has not signed in from. */
export const ELSEWHERE: Buffer = Buffer.alloc(0);

const KEPT_SECONDS = 86_400;

/** What one lane of a number allows. */
export interface AttemptLimits {
  /** Seconds to wait after the first, second, third … wrong password in a row; the last entry holds for all that follow. */
  readonly waitsSeconds: readonly number[];
  /** Wrong passwords within a day, which begins with the first of them; right ones in between change nothing. */
  readonly wrongPerDay: number;
}

export interface Admission {
  readonly admitted: boolean;
  /** Whether it was counted for this admission; false of a message that was counted when it came before. */
  readonly isCounted: boolean;
  /** How long the lane of the number has to wait: now, or after this attempt when it fails. */
  readonly waitSeconds: number;
  /** Wrong passwords in a row before this attempt. */
  readonly earlierFailures: number;
}

/** So many of the newest message ids are remembered per number. Redelivery comes within seconds, when it comes. */
const REMEMBERED_MESSAGES = 16;
const DAY = `interval '24 hours'`;

@Injectable()
export class SignInAttemptsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Counts an attempt as failed before its password is looked at, or refuses it because the number has to wait. One
   * statement under the row's lock: however many attempts run at once, no more are admitted than the schedule lets
   * through one after the other, and no more in a day than its limit.
   */
  async admit(attempt: SignInAttempt, limits: AttemptLimits): Promise<Admission> {
    const [counted] = await this.database.query<{ waitSeconds: number; earlierFailures: number }>({
      name: 'sign-in-attempt-admit',
      text: `INSERT INTO sign_in_attempt AS a
          (mode, phone_index, network, failures, blocked_until, last_at, counted, day_began_at, wrong_in_day)
        VALUES ($1, $2, $3, 1, clock_timestamp() + make_interval(secs => ($5::int[])[1]), clock_timestamp(),
          ARRAY[$4::uuid], clock_timestamp(), 1)
        ON CONFLICT (mode, phone_index, network) DO UPDATE SET
          failures = a.failures + 1,
          blocked_until = clock_timestamp()
            + make_interval(secs => ($5::int[])[least(a.failures + 1, cardinality($5::int[]))]),
          last_at = clock_timestamp(),
          counted = (array_prepend($4::uuid, a.counted))[:${REMEMBERED_MESSAGES}],
          day_began_at = CASE WHEN a.day_began_at + ${DAY} > clock_timestamp() THEN a.day_began_at ELSE clock_timestamp() END,
          wrong_in_day = 1 + CASE WHEN a.day_began_at + ${DAY} > clock_timestamp() THEN a.wrong_in_day ELSE 0 END
        WHERE a.blocked_until <= clock_timestamp() AND $4::uuid <> ALL (a.counted)
          AND (a.wrong_in_day < $6 OR a.day_began_at + ${DAY} <= clock_timestamp())
        RETURNING ($5::int[])[least(failures, cardinality($5::int[]))] AS "waitSeconds", failures - 1 AS "earlierFailures"`,
      values: [
        ...[attempt.mode, attempt.phoneIndex, attempt.lane, attempt.messageId],
        ...[limits.waitsSeconds, limits.wrongPerDay],
      ],
    });
    return counted === undefined ? this.#standing(attempt, limits) : { admitted: true, isCounted: true, ...counted };
  }

  /**
   * A right password: the lane starts afresh, and this attempt was not a wrong one. What its day knows of others stays. What
   * else comes of it is done in the same transaction, which holds the lane: of a password that is changed meanwhile nothing
   * stays. Nothing comes of an attempt that was forgiven before: its message has come again, or the number has another password.
   */
  async forgive(
    { mode, phoneIndex, lane, messageId }: SignInAttempt,
    andThen: (tx: DatabaseTransaction) => Promise<void>,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      const forgiven = await tx.execute({
        name: 'sign-in-attempt-forgive',
        text: `UPDATE sign_in_attempt SET failures = 0, blocked_until = clock_timestamp(),
            wrong_in_day = greatest(wrong_in_day - 1, 0),
            forgiven = (array_prepend($4::uuid, forgiven))[:${REMEMBERED_MESSAGES}]
          WHERE mode = $1 AND phone_index = $2 AND network = $3 AND $4::uuid <> ALL (forgiven)`,
        values: [mode, phoneIndex, lane, messageId],
      });
      if (forgiven > 0) await andThen(tx);
    });
  }

  /**
   * Nobody looked at the password of an attempt: it gives its own count back, and the wait that it alone began, unless that
   * was done already.
   */
  async withdraw({ mode, phoneIndex, lane, messageId }: SignInAttempt): Promise<void> {
    await this.database.execute({
      name: 'sign-in-attempt-withdraw',
      text: `UPDATE sign_in_attempt SET failures = greatest(failures - 1, 0),
          wrong_in_day = greatest(wrong_in_day - 1, 0),
          blocked_until = CASE WHEN counted[1] = $4::uuid THEN clock_timestamp() ELSE blocked_until END,
          counted = array_remove(counted, $4::uuid)
        WHERE mode = $1 AND phone_index = $2 AND network = $3 AND $4::uuid = ANY (counted) AND $4::uuid <> ALL (forgiven)`,
      values: [mode, phoneIndex, lane, messageId],
    });
  }

  /**
   * The number has another password: what was counted against the one before is over, in every lane. Which messages were
   * counted is still known: they are not counted against the new one. Nor are they forgiven after it, or withdrawn: whose
   * password was right a moment ago is a stranger now.
   */
  async clear(
    tx: DatabaseTransaction,
    { mode, phoneIndex }: Pick<SignInAttempt, 'mode' | 'phoneIndex'>,
  ): Promise<void> {
    await tx.execute({
      name: 'sign-in-attempt-clear',
      text: `UPDATE sign_in_attempt SET failures = 0, wrong_in_day = 0, blocked_until = clock_timestamp(), forgiven = counted
        WHERE mode = $1 AND phone_index = $2`,
      values: [mode, phoneIndex],
    });
  }

  /** Forgets numbers that nobody has tried for a day: they start afresh. */
  async forget(): Promise<void> {
    await this.database.execute({
      name: 'sign-in-attempt-forget',
      text: `DELETE FROM sign_in_attempt WHERE ctid = ANY (ARRAY (SELECT ctid FROM sign_in_attempt
          WHERE last_at < clock_timestamp() - make_interval(secs => $1::int) AND blocked_until < clock_timestamp()
          ORDER BY last_at LIMIT 10000 FOR UPDATE SKIP LOCKED))`,
      values: [KEPT_SECONDS],
    });
  }

  /** Why an attempt was not counted: this very message was, or the number has to wait. */
  async #standing(attempt: SignInAttempt, { wrongPerDay }: AttemptLimits): Promise<Admission> {
    const [row] = await this.database.query<{ counted: boolean; waitSeconds: number; earlierFailures: number }>({
      name: 'sign-in-attempt-standing',
      text: `SELECT $4::uuid = ANY (counted) AS counted, failures AS "earlierFailures", ceil(extract(epoch FROM
            greatest(blocked_until, CASE WHEN wrong_in_day >= $5 THEN day_began_at + ${DAY} END) - clock_timestamp()
          ))::int AS "waitSeconds"
        FROM sign_in_attempt WHERE mode = $1 AND phone_index = $2 AND network = $3`,
      values: [attempt.mode, attempt.phoneIndex, attempt.lane, attempt.messageId, wrongPerDay],
    });
    const { counted = false, waitSeconds = 1, earlierFailures = 0 } = row ?? {};
    if (counted) return { admitted: true, isCounted: false, waitSeconds: 0, earlierFailures };
    return { admitted: false, isCounted: false, waitSeconds: Math.max(waitSeconds, 1), earlierFailures };
  }
}
