import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database, newId } from '@paygate/platform';
import { PersonalData } from '../personal-data.js';

/** A person who is a member of merchant accounts, or was invited. */
export interface Person {
  readonly id: string;
  readonly emailIndex: Buffer;
  /** Null until the first invitation is accepted. */
  readonly passwordHash: string | null;
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
    return this.personalData.emailIndex(email);
  }

  async findByEmail(email: string): Promise<Person | undefined> {
    const [person] = await this.database.query<Person>({
      name: 'person-by-email',
      text: `SELECT ${COLUMNS} FROM person WHERE email_index = $1`,
      values: [this.indexOf(email)],
    });
    return person;
  }

  /** Returns the person with an address, created if new, and locks the row. */
  async findOrCreate(tx: DatabaseTransaction, email: string): Promise<Person> {
    const id = newId('person');
    const [person] = await tx.query<Person>({
      name: 'person-find-or-create',
      text: `INSERT INTO person (id, email_index, sealed_email) VALUES ($1, $2, $3)
        ON CONFLICT (email_index) DO UPDATE SET email_index = excluded.email_index RETURNING ${COLUMNS}`,
      values: [id, this.indexOf(email), this.personalData.seal(email, 'person.email', id)],
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

  /** Changes the password of a locked person, and ends what the previous one has brought: sessions, and tokens to reset it. */
  async changePassword(tx: DatabaseTransaction, id: string, passwordHash: string): Promise<void> {
    await tx.execute({
      name: 'person-change-password',
      text: `WITH sessions AS (DELETE FROM dashboard_session WHERE person_id = $1),
          tokens AS (DELETE FROM mail_token WHERE person_id = $1 AND member_id IS NULL)
        UPDATE person SET password_hash = $2 WHERE id = $1`,
      values: [id, passwordHash],
    });
  }

  /** Deletes a locked person without memberships, with tokens and sessions. */
  async deleteIfNoMember(tx: DatabaseTransaction, id: string): Promise<void> {
    await tx.execute({
      name: 'person-delete',
      text: 'DELETE FROM person WHERE id = $1 AND NOT EXISTS (SELECT FROM member WHERE person_id = $1)',
      values: [id],
    });
  }
}
