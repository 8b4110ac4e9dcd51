import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';

/** An account of a sign-in attempt, whether or not it exists: the HMAC of a phone number or an e-mail address. */
export interface Account {
  readonly mode: Mode;
  readonly accountIndex: Buffer;
}

/** Wrong passwords are counted apart for each trusted network of an account, and together for all untrusted ones. */
export interface AttemptCounter extends Account {
  /** A trusted network, or {@link UNTRUSTED_NETWORKS}. */
  readonly network: Buffer;
}

export const UNTRUSTED_NETWORKS: Buffer = Buffer.alloc(0);

const KEPT_SECONDS = 86_400;
const BATCH = 10_000;
const OF_COUNTER = 'mode = $1 AND account_index = $2 AND network = $3';

@Injectable()
export class SignInAttemptsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Counts an attempt as failed before its password is compared; returns the seconds to wait when the counter refuses it.
   * The row's lock serializes concurrent attempts, so no more are admitted than the schedule allows.
   * `waitsSeconds`: the wait after the first, second, third … wrong password in a row; the last entry holds for all that follow.
   */
  async admit(
    { mode, accountIndex, network }: AttemptCounter,
    waitsSeconds: readonly number[],
  ): Promise<number | undefined> {
    const [row] = await this.database.query<{ admitted: boolean; waitSeconds: number | null }>({
      name: 'sign-in-attempt-admit',
      text: `WITH counted AS (
          INSERT INTO sign_in_attempt AS a (mode, account_index, network, failures, blocked_until)
          VALUES ($1, $2, $3, 1, clock_timestamp() + make_interval(secs => ($4::int[])[1]))
          ON CONFLICT (mode, account_index, network) DO UPDATE SET
            failures = a.failures + 1,
            blocked_until = clock_timestamp()
              + make_interval(secs => ($4::int[])[least(a.failures + 1, cardinality($4::int[]))])
          WHERE a.blocked_until <= clock_timestamp()
          RETURNING true)
        SELECT EXISTS (TABLE counted) AS admitted, (SELECT ceil(extract(epoch FROM blocked_until - clock_timestamp()))::int
          FROM sign_in_attempt WHERE ${OF_COUNTER}) AS "waitSeconds"`,
      values: [mode, accountIndex, network, waitsSeconds],
    });
    // a concurrent attempt may have begun the wait after this statement read the row
    return row?.admitted === true ? undefined : Math.max(row?.waitSeconds ?? 1, 1);
  }

  /** The password was right. */
  async reset(tx: DatabaseTransaction, { mode, accountIndex, network }: AttemptCounter): Promise<void> {
    await tx.execute({
      name: 'sign-in-attempt-reset',
      text: `DELETE FROM sign_in_attempt WHERE ${OF_COUNTER}`,
      values: [mode, accountIndex, network],
    });
  }

  /** Resets all counters of an account. */
  async resetAll(tx: DatabaseTransaction, { mode, accountIndex }: Account): Promise<void> {
    await tx.execute({
      name: 'sign-in-attempt-reset-all',
      text: 'DELETE FROM sign_in_attempt WHERE mode = $1 AND account_index = $2',
      values: [mode, accountIndex],
    });
  }

  /** Deletes counters that were not used for a day. */
  async deleteExpired(): Promise<void> {
    await this.database.execute({
      name: 'sign-in-attempt-delete-expired',
      text: `DELETE FROM sign_in_attempt WHERE ctid = ANY (ARRAY (SELECT ctid FROM sign_in_attempt
          WHERE blocked_until < clock_timestamp() - make_interval(secs => ${KEPT_SECONDS})
          ORDER BY blocked_until LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
    });
  }
}
