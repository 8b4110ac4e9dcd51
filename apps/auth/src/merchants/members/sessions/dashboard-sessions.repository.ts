import { Injectable } from '@nestjs/common';
import { DASHBOARD_SESSIONS_MAX } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { AuthConfig } from '../../../config.js';
import { PersonalData } from '../../../personal-data.js';

/** A session that has not ended. */
export interface OpenSession {
  readonly id: string;
  readonly personId: string;
  readonly email: string;
  readonly expiresAt: Date;
}

/** A session in the list of its person. */
export interface ListedSession {
  readonly id: string;
  readonly device: string | null;
  readonly createdAt: Date;
  readonly seenAt: Date;
  readonly expiresAt: Date;
}

export interface NewSession {
  readonly id: string;
  readonly tokenHash: string;
  readonly personId: string;
  /** The hash of the password that was presented. */
  readonly passwordHash: string;
  /** Browser and system; undefined when they are not known. */
  readonly device: string | undefined;
}

const BATCH = 2_000;

@Injectable()
export class DashboardSessionsRepository {
  readonly #lifeSeconds: number;
  readonly #idleSeconds: number;

  constructor(
    private readonly database: Database,
    private readonly personalData: PersonalData,
    config: AuthConfig,
  ) {
    this.#lifeSeconds = config.DASHBOARD_SESSION_SECONDS;
    this.#idleSeconds = config.DASHBOARD_IDLE_SECONDS;
  }

  /**
   * Begins a session, and ends the oldest of a person with too many; the others are not locked. Returns its end; undefined when
   * the password is another one.
   */
  async begin(
    tx: DatabaseTransaction,
    { id, tokenHash, personId, passwordHash, device }: NewSession,
  ): Promise<Date | undefined> {
    const [begun] = await tx.query<{ expiresAt: Date }>({
      name: 'dashboard-session-begin',
      text: `WITH held AS (SELECT id FROM person WHERE id = $3 AND password_hash = $4 FOR SHARE),
          ended AS (DELETE FROM dashboard_session WHERE id = ANY (ARRAY (SELECT id FROM dashboard_session
            WHERE person_id = $3 AND created_at <= (SELECT created_at FROM dashboard_session
              WHERE person_id = $3 ORDER BY created_at DESC OFFSET ${DASHBOARD_SESSIONS_MAX - 1} LIMIT 1)
            FOR UPDATE SKIP LOCKED)))
        INSERT INTO dashboard_session (id, token_hash, person_id, created_at, seen_at, expires_at, device)
        SELECT $1, $2, held.id, now, now, date_trunc('milliseconds', now) + make_interval(secs => $5::int), $6
        FROM held, clock_timestamp() AS now RETURNING expires_at AS "expiresAt"`,
      values: [id, tokenHash, personId, passwordHash, this.#lifeSeconds, device],
    });
    return begun?.expiresAt;
  }

  /** Returns the session of a token and notes the request; undefined when it has ended or is unknown. */
  async seen(tokenHash: string): Promise<OpenSession | undefined> {
    const [row] = await this.database.query<Omit<OpenSession, 'email'> & { sealedEmail: string }>({
      name: 'dashboard-session-seen',
      text: `WITH open AS (SELECT id, person_id, expires_at, seen_at FROM dashboard_session
            WHERE token_hash = $1 AND expires_at > clock_timestamp()
              AND seen_at > clock_timestamp() - make_interval(secs => $2::int)),
          noted AS (UPDATE dashboard_session SET seen_at = clock_timestamp()
            WHERE id IN (SELECT id FROM open WHERE seen_at < clock_timestamp() - interval '1 min'))
        SELECT open.id, person_id AS "personId", expires_at AS "expiresAt", p.sealed_email AS "sealedEmail"
        FROM open JOIN person p ON p.id = person_id`,
      values: [tokenHash, this.#idleSeconds],
    });
    if (row === undefined) return undefined;
    const { sealedEmail, ...session } = row;
    return { ...session, email: this.personalData.open(sealedEmail, 'person.email', row.personId) };
  }

  /** Ends a session. Returns its person; undefined when it has ended. */
  async end(tx: DatabaseTransaction, id: string): Promise<string | undefined> {
    const [ended] = await tx.query<{ personId: string }>({
      name: 'dashboard-session-end',
      text: 'DELETE FROM dashboard_session WHERE id = $1 RETURNING person_id AS "personId"',
      values: [id],
    });
    return ended?.personId;
  }

  /** Ends a session of the person of another one. Returns the person; undefined when that person has no such session. */
  async endOther(tx: DatabaseTransaction, id: string, actorId: string): Promise<string | undefined> {
    const [ended] = await tx.query<{ personId: string }>({
      name: 'dashboard-session-end-other',
      text: `DELETE FROM dashboard_session s USING dashboard_session actor
        WHERE s.id = $1 AND actor.id = $2 AND s.person_id = actor.person_id AND s.expires_at > clock_timestamp()
        RETURNING s.person_id AS "personId"`,
      values: [id, actorId],
    });
    return ended?.personId;
  }

  /** The open sessions of the person of a session, newest first. */
  list(id: string): Promise<readonly ListedSession[]> {
    return this.database.query<ListedSession>({
      name: 'dashboard-session-list',
      text: `SELECT s.id, s.device, s.created_at AS "createdAt", s.seen_at AS "seenAt", s.expires_at AS "expiresAt"
        FROM dashboard_session s JOIN dashboard_session asking ON asking.person_id = s.person_id
        WHERE asking.id = $1 AND s.expires_at > clock_timestamp()
          AND s.seen_at > clock_timestamp() - make_interval(secs => $2::int)
        ORDER BY s.created_at DESC, s.id DESC LIMIT ${DASHBOARD_SESSIONS_MAX}`,
      values: [id, this.#idleSeconds],
    });
  }

  /** A browser gets its notices also after its session has expired: only a session that somebody ends takes them along. */
  async deleteExpired(): Promise<void> {
    await this.database.execute({
      name: 'dashboard-session-forget',
      text: `WITH expired AS (SELECT id FROM dashboard_session
            WHERE expires_at < clock_timestamp() ORDER BY expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED),
          kept AS (UPDATE push_subscription SET session_id = NULL WHERE session_id IN (SELECT id FROM expired))
        DELETE FROM dashboard_session WHERE id IN (SELECT id FROM expired)`,
    });
  }
}
