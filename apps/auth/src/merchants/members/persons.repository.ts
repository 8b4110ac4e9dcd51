import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database, newId } from '@paygate/platform';
import type { IndexRange } from '../../index-keys.js';
import { leastIndex } from '../../index-keys.js';
import { PersonalData } from '../../personal-data.js';

/** A person who is a member of merchant accounts, or was invited, or is of the installation's team. */
export interface Person {
  readonly id: string;
  readonly emailIndex: Buffer;
  /** Null until the first invitation is accepted. */
  readonly passwordHash: string | null;
}

/** A person whose address is to be indexed again. */
export interface SealedEmail {
  readonly personId: string;
  readonly sealedEmail: string;
}

const COLUMNS = 'id, email_index AS "emailIndex", password_hash AS "passwordHash"';

/** People, by their e-mail addresses. A person without memberships is deleted. */
@Injectable()
export class PersonsRepository {
  constructor(
    private readonly database: Database,
    private readonly personalData: PersonalData,
  ) {}

  /** The index of an address, whether or not it is a person's. */
  indexOf(email: string): Buffer {
    return this.personalData.emailIndexes(email)[0];
  }

  async findByEmail(email: string): Promise<Person | undefined> {
    const [person] = await this.database.query<Person>({
      name: 'person-by-email',
      text: `SELECT ${COLUMNS} FROM person WHERE email_index = ANY ($1::bytea[])`,
      values: [this.personalData.emailIndexes(email)],
    });
    return person;
  }

  /**
   * Returns the person with an address, created if new, and locks the row. One address has one person: the unique index ensures it
   * under one key, and while keys are replaced a lock on the address does.
   */
  async findOrCreate(tx: DatabaseTransaction, email: string): Promise<Person> {
    const id = newId('person');
    const indexes = this.personalData.emailIndexes(email);
    if (indexes.length > 1)
      await tx.execute({
        name: 'person-lock-address',
        text: "SELECT pg_advisory_xact_lock(hashtextextended('person ' || encode($1::bytea, 'hex'), 0))",
        values: [leastIndex(indexes)],
      });
    const [person] = await tx.query<Person>({
      name: 'person-find-or-create',
      text: `WITH found AS (UPDATE person SET email_index = email_index WHERE email_index = ANY ($2::bytea[]) RETURNING *),
          made AS (
            INSERT INTO person (id, email_index, sealed_email) SELECT $1, $3, $4 WHERE NOT EXISTS (SELECT FROM found)
            ON CONFLICT (email_index) DO UPDATE SET email_index = excluded.email_index RETURNING *)
        SELECT ${COLUMNS} FROM found UNION ALL SELECT ${COLUMNS} FROM made`,
      values: [id, indexes, indexes[0], this.personalData.seal(email, 'person.email', id)],
    });
    if (person === undefined) throw new Error('an upsert gave no row');
    return person;
  }

  /** Locks a person's row until the transaction ends, and returns it. */
  async lock(tx: DatabaseTransaction, id: string): Promise<Person | undefined> {
    const [person] = await tx.query<Person>({
      name: 'person-lock',
      text: `SELECT ${COLUMNS} FROM person WHERE id = $1 FOR UPDATE`,
      values: [id],
    });
    return person;
  }

  /** The person of an open session. */
  async findBySession(sessionId: string): Promise<Person | undefined> {
    const [person] = await this.database.query<Person>({
      name: 'person-by-session',
      text: `SELECT ${COLUMNS} FROM person
        WHERE id = (SELECT person_id FROM dashboard_session WHERE id = $1 AND expires_at > clock_timestamp())`,
      values: [sessionId],
    });
    return person;
  }

  /**
   * Changes the password of a locked person, and ends what the previous one has brought: sessions, except the one that is kept, the notices to
   * browsers of the others, and tokens to reset it.
   */
  async changePassword(
    tx: DatabaseTransaction,
    id: string,
    { passwordHash, keptSessionId }: { readonly passwordHash: string; readonly keptSessionId?: string },
  ): Promise<void> {
    await tx.execute({
      name: 'person-change-password',
      text: `WITH browsers AS (DELETE FROM push_subscription WHERE person_id = $1 AND ($3::text IS NULL OR session_id IS DISTINCT FROM $3)),
          sessions AS (DELETE FROM dashboard_session WHERE person_id = $1 AND id IS DISTINCT FROM $3),
          tokens AS (DELETE FROM mail_token WHERE person_id = $1 AND member_id IS NULL)
        UPDATE person SET password_hash = $2 WHERE id = $1`,
      values: [id, passwordHash, keptSessionId ?? null],
    });
  }

  /** Deletes a locked person without memberships, with tokens and sessions; who has, or had, a role of the installation's team stays. */
  async deleteIfNoMember(tx: DatabaseTransaction, id: string): Promise<void> {
    await tx.execute({
      name: 'person-delete',
      text: `DELETE FROM person WHERE id = $1 AND NOT EXISTS (SELECT FROM member WHERE person_id = $1)
          AND NOT EXISTS (SELECT FROM staff WHERE person_id = $1)`,
      values: [id],
    });
  }

  /** People whose index lies in these ranges, except those of these ids. */
  indexedIn(
    ranges: readonly IndexRange[],
    limit: number,
    except: readonly string[] = [],
  ): Promise<readonly SealedEmail[]> {
    return this.database.query<SealedEmail>({
      name: 'persons-indexed-in',
      text: `SELECT found.* FROM unnest($1::bytea[], $2::bytea[]) AS range (after, before)
        CROSS JOIN LATERAL (
          SELECT id AS "personId", sealed_email AS "sealedEmail" FROM person
          WHERE email_index > range.after AND email_index < range.before AND id <> ALL ($4::text[])
          LIMIT $3) AS found`,
      values: [ranges.map(({ after }) => after), ranges.map(({ before }) => before), limit, except],
    });
  }

  /** Returns how many indexes changed. */
  setIndexes(persons: readonly { readonly personId: string; readonly emailIndex: Buffer }[]): Promise<number> {
    return this.database.execute({
      name: 'persons-set-indexes',
      text: `UPDATE person p SET email_index = given.email_index
        FROM unnest($1::text[], $2::bytea[]) AS given (id, email_index)
        WHERE p.id = given.id COLLATE "C" AND p.email_index <> given.email_index`,
      values: [persons.map(({ personId }) => personId), persons.map(({ emailIndex }) => emailIndex)],
    });
  }
}
