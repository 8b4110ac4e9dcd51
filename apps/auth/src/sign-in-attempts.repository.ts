import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import { Database } from '@paygate/platform';

/** A phone number that someone tries to sign in with, known or not, and the message that asks for it. */
export interface SignInAttempt {
  readonly mode: Mode;
  readonly phoneIndex: Buffer;
  /** A redelivered message is one attempt. */
  readonly messageId: string;
}

export interface Admission {
  readonly admitted: boolean;
  /** How long the number has to wait: now, or after this attempt when it fails. */
  readonly waitSeconds: number;
}

/** So many of the newest message ids are remembered per number. Redelivery comes within seconds, when it comes. */
const REMEMBERED_MESSAGES = 16;

@Injectable()
export class SignInAttemptsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Counts an attempt as failed before its password is looked at, or refuses it because the number has to wait. One
   * statement under the row's lock: however many attempts run at once, no more are admitted than the schedule lets
   * through one after the other.
   */
  async admit(attempt: SignInAttempt, waitsSeconds: readonly number[]): Promise<Admission> {
    const [counted] = await this.database.query<{ waitSeconds: number }>({
      name: 'sign-in-attempt-admit',
      text: `INSERT INTO sign_in_attempt AS a (mode, phone_index, failures, blocked_until, last_at, counted)
        VALUES ($1, $2, 1, clock_timestamp() + make_interval(secs => ($4::int[])[1]), clock_timestamp(), ARRAY[$3::uuid])
        ON CONFLICT (mode, phone_index) DO UPDATE SET
          failures = a.failures + 1,
          blocked_until = clock_timestamp()
            + make_interval(secs => ($4::int[])[least(a.failures + 1, cardinality($4::int[]))]),
          last_at = clock_timestamp(),
          counted = (array_prepend($3::uuid, a.counted))[:${REMEMBERED_MESSAGES}]
        WHERE a.blocked_until <= clock_timestamp() AND $3::uuid <> ALL (a.counted)
        RETURNING ($4::int[])[least(failures, cardinality($4::int[]))] AS "waitSeconds"`,
      values: [attempt.mode, attempt.phoneIndex, attempt.messageId, waitsSeconds],
    });
    return counted === undefined ? this.#standing(attempt) : { admitted: true, ...counted };
  }

  /** A right password: the number starts afresh. */
  async forgive(mode: Mode, phoneIndex: Buffer): Promise<void> {
    await this.database.execute({
      name: 'sign-in-attempt-forgive',
      text: 'DELETE FROM sign_in_attempt WHERE mode = $1 AND phone_index = $2',
      values: [mode, phoneIndex],
    });
  }

  /** Forgets numbers that nobody has tried for so long; the table stays as small as the recent past. */
  async forget(olderThanSeconds: number): Promise<void> {
    await this.database.execute({
      name: 'sign-in-attempt-forget',
      text: `DELETE FROM sign_in_attempt WHERE (mode, phone_index) IN (
          SELECT mode, phone_index FROM sign_in_attempt
          WHERE last_at < clock_timestamp() - make_interval(secs => $1::int) AND blocked_until < clock_timestamp()
          ORDER BY last_at LIMIT 10000 FOR UPDATE SKIP LOCKED)`,
      values: [olderThanSeconds],
    });
  }

  /** Why an attempt was not counted: this very message was, or the number has to wait. */
  async #standing(attempt: SignInAttempt): Promise<Admission> {
    const [row] = await this.database.query<{ counted: boolean; waitSeconds: number }>({
      name: 'sign-in-attempt-standing',
      text: `SELECT $3::uuid = ANY (counted) AS counted,
          ceil(extract(epoch FROM blocked_until - clock_timestamp()))::int AS "waitSeconds"
        FROM sign_in_attempt WHERE mode = $1 AND phone_index = $2`,
      values: [attempt.mode, attempt.phoneIndex, attempt.messageId],
    });
    if (row?.counted === true) return { admitted: true, waitSeconds: 0 };
    return { admitted: false, waitSeconds: Math.max(row?.waitSeconds ?? 1, 1) };
  }
}
