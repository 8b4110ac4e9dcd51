import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { PersonalData } from '../../../personal-data.js';
import { STEP_SECONDS } from './totp.js';

/** A second factor at the present time. */
export interface SecondFactor {
  readonly personId: string;
  readonly secret: Buffer;
  /** Null until a code confirmed it. */
  readonly enabledAt: Date | null;
  /** The newest time step whose code was used, and the present one. */
  readonly lastStep: number;
  readonly now: number;
  /** The wait before another code of an app is checked after wrong ones, by source; null when there is none. */
  readonly waitSeconds: Readonly<Record<CodeSource, number | null>>;
}

/** Networks that the person has signed in from, and acts of sessions that show the password too; or all others. Wrong codes of each are counted apart. */
export type CodeSource = 'trusted' | 'untrusted';

const columnsOf = {
  trusted: { failures: 'trusted_failures', blockedUntil: 'trusted_blocked_until' },
  untrusted: { failures: 'failures', blockedUntil: 'blocked_until' },
} as const;

/** Seconds until a wait ends; null after it. */
const waitSql = (source: CodeSource): string => {
  const until = columnsOf[source].blockedUntil;
  return `CASE WHEN ${until} > now THEN ceil(extract(epoch FROM ${until} - now))::int END`;
};

/** Second factors and recovery codes. What changes them holds the lock of the person. */
@Injectable()
export class SecondFactorsRepository {
  constructor(
    private readonly database: Database,
    private readonly personalData: PersonalData,
  ) {}

  async find(tx: DatabaseTransaction, personId: string): Promise<SecondFactor | undefined> {
    const [row] = await tx.query<Omit<SecondFactor, 'secret'> & { sealedSecret: string }>({
      name: 'second-factor-find',
      text: `SELECT person_id AS "personId", sealed_secret AS "sealedSecret", enabled_at AS "enabledAt",
          last_step AS "lastStep", floor(extract(epoch FROM now) / ${STEP_SECONDS})::int AS now,
          json_build_object('trusted', ${waitSql('trusted')}, 'untrusted', ${waitSql('untrusted')}) AS "waitSeconds"
        FROM second_factor, clock_timestamp() AS now WHERE person_id = $1`,
      values: [personId],
    });
    if (row === undefined) return undefined;
    const { sealedSecret, ...factor } = row;
    return {
      ...factor,
      secret: Buffer.from(this.personalData.open(sealedSecret, 'second_factor.secret', personId), 'hex'),
    };
  }

  /** The state of the person of an open session; undefined when there is no such session. */
  async stateOf(
    sessionId: string,
  ): Promise<{ readonly enabledAt: Date | null; readonly recoveryCodesLeft: number } | undefined> {
    const [row] = await this.database.query<{ enabledAt: Date | null; recoveryCodesLeft: number }>({
      name: 'second-factor-state',
      text: `SELECT f.enabled_at AS "enabledAt",
          (SELECT count(*)::int FROM recovery_code c WHERE c.person_id = s.person_id) AS "recoveryCodesLeft"
        FROM dashboard_session s LEFT JOIN second_factor f ON f.person_id = s.person_id
        WHERE s.id = $1 AND s.expires_at > clock_timestamp()`,
      values: [sessionId],
    });
    return row;
  }

  /** Stores a secret that no code confirmed yet, in place of one that no code confirmed either; false when one is enabled. */
  async begin(tx: DatabaseTransaction, personId: string, secret: Buffer): Promise<boolean> {
    const sealed = this.personalData.seal(secret.toString('hex'), 'second_factor.secret', personId);
    const stored = await tx.execute({
      name: 'second-factor-begin',
      text: `INSERT INTO second_factor AS f (person_id, sealed_secret) VALUES ($1, $2)
        ON CONFLICT (person_id) DO UPDATE SET sealed_secret = excluded.sealed_secret WHERE f.enabled_at IS NULL`,
      values: [personId, sealed],
    });
    return stored === 1;
  }

  /** Marks a time step as used, and resets the count of wrong codes of its source, if it has one; false when it, or a later one, was used already. */
  async consumeStep(
    tx: DatabaseTransaction,
    personId: string,
    { step, source }: { readonly step: number; readonly source: CodeSource | undefined },
  ): Promise<boolean> {
    const reset = source && `, ${columnsOf[source].failures} = 0, ${columnsOf[source].blockedUntil} = NULL`;
    const consumed = await tx.execute({
      name: `second-factor-consume-step-${source ?? 'session'}`,
      text: `UPDATE second_factor SET last_step = $2${reset ?? ''} WHERE person_id = $1 AND last_step < $2`,
      values: [personId, step],
    });
    return consumed === 1;
  }

  /** Deletes a recovery code, and resets all counts of wrong codes; false when the person has no such code. */
  async consumeRecoveryCode(tx: DatabaseTransaction, personId: string, code: string): Promise<boolean> {
    const consumed = await tx.execute({
      name: 'recovery-code-consume',
      text: `WITH used AS (DELETE FROM recovery_code WHERE person_id = $1 AND hash = ANY ($2::bytea[]) RETURNING person_id)
        UPDATE second_factor f SET failures = 0, blocked_until = NULL, trusted_failures = 0, trusted_blocked_until = NULL
        FROM used WHERE f.person_id = used.person_id`,
      values: [personId, this.personalData.recoveryCodeHashes(personId, code)],
    });
    return consumed === 1;
  }

  /** Counts a wrong code. `waitsSeconds`: the wait after the first, second, third … in a row; the last entry holds for all that follow. */
  async countFailure(
    tx: DatabaseTransaction,
    personId: string,
    { source, waitsSeconds }: { readonly source: CodeSource; readonly waitsSeconds: readonly number[] },
  ): Promise<void> {
    const { failures, blockedUntil } = columnsOf[source];
    await tx.execute({
      name: `second-factor-count-failure-${source}`,
      text: `UPDATE second_factor SET ${failures} = ${failures} + 1, ${blockedUntil} = clock_timestamp()
          + make_interval(secs => ($2::int[])[least(${failures} + 1, cardinality($2::int[]))])
        WHERE person_id = $1`,
      values: [personId, waitsSeconds],
    });
  }

  async isOpenSession(tx: DatabaseTransaction, sessionId: string): Promise<boolean> {
    const open = await tx.query({
      name: 'second-factor-session',
      text: 'SELECT FROM dashboard_session WHERE id = $1 AND expires_at > clock_timestamp()',
      values: [sessionId],
    });
    return open.length > 0;
  }

  /** Counts a wrong code of a session, which ends with the last that it may show. */
  async countFailureOfSession(tx: DatabaseTransaction, sessionId: string, most: number): Promise<void> {
    await tx.execute({
      name: 'second-factor-count-failure-session',
      text: `WITH counted AS (UPDATE dashboard_session SET wrong_codes = wrong_codes + 1
            WHERE id = $1 AND wrong_codes + 1 < $2 RETURNING id)
        DELETE FROM dashboard_session WHERE id = $1 AND NOT EXISTS (SELECT FROM counted)`,
      values: [sessionId, most],
    });
  }

  /**
   * Enables a second factor with its recovery codes, and ends the sessions of the person except one: they began without it.
   * Returns when.
   */
  async enable(
    tx: DatabaseTransaction,
    personId: string,
    { codes, keptSessionId }: { readonly codes: readonly string[]; readonly keptSessionId: string },
  ): Promise<Date> {
    const [enabled] = await tx.query<{ at: Date }>({
      name: 'second-factor-enable',
      text: `WITH ended AS (DELETE FROM dashboard_session WHERE person_id = $1 AND id <> $3),
          made AS (INSERT INTO recovery_code (person_id, hash) SELECT $1, hash FROM unnest($2::bytea[]) AS hash)
        UPDATE second_factor SET enabled_at = date_trunc('milliseconds', clock_timestamp())
        WHERE person_id = $1 AND enabled_at IS NULL RETURNING enabled_at AS at`,
      values: [personId, codes.map((code) => this.personalData.recoveryCodeHashes(personId, code)[0]), keptSessionId],
    });
    if (enabled === undefined) throw new Error('a second factor vanished under the lock of its person');
    return enabled.at;
  }

  /** Replaces the recovery codes of a person who is locked. */
  async replaceRecoveryCodes(tx: DatabaseTransaction, personId: string, codes: readonly string[]): Promise<void> {
    await tx.execute({
      name: 'recovery-codes-delete',
      text: 'DELETE FROM recovery_code WHERE person_id = $1',
      values: [personId],
    });
    await tx.execute({
      name: 'recovery-codes-insert',
      text: 'INSERT INTO recovery_code (person_id, hash) SELECT $1, hash FROM unnest($2::bytea[]) AS hash',
      values: [personId, codes.map((code) => this.personalData.recoveryCodeHashes(personId, code)[0])],
    });
  }

  async delete(tx: DatabaseTransaction, personId: string): Promise<void> {
    await tx.execute({
      name: 'second-factor-delete',
      text: 'DELETE FROM second_factor WHERE person_id = $1',
      values: [personId],
    });
  }
}
