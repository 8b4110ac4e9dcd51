import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database, newId } from '@paygate/platform';
import { Vault } from './vault.js';

/** Somebody who is a member of accounts, or was invited. */
export interface Person {
  readonly id: string;
  readonly emailIndex: Buffer;
  /** Null until the first invitation is accepted. */
  readonly passwordHash: string | null;
}

const COLUMNS = 'id, email_index AS "emailIndex", password_hash AS "passwordHash"';

/** People, by their e-mail addresses. Who is a member of nothing any more is forgotten. */
@Injectable()
export class PersonsRepository {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /** Where an address stands, whether or not it is a person's. */
  indexOf(email: string): Buffer {
    return this.vault.emailIndex(email);
  }

  async findByEmail(email: string): Promise<Person | undefined> {
    const [person] = await this.database.query<Person>({
      name: 'person-by-email',
      text: `SELECT ${COLUMNS} FROM person WHERE email_index = $1`,
      values: [this.indexOf(email)],
    });
    return person;
  }

  /** The person with an address, new or not, whose row is held. */
  async ofEmail(tx: DatabaseTransaction, email: string): Promise<Person> {
    const id = newId('person');
    const [person] = await tx.query<Person>({
      name: 'person-of-email',
      text: `INSERT INTO person (id, email_index, sealed_email) VALUES ($1, $2, $3)
        ON CONFLICT (email_index) DO UPDATE SET email_index = excluded.email_index RETURNING ${COLUMNS}`,
      values: [id, this.indexOf(email), this.vault.seal(email, 'person.email', id)],
    });
    if (person === undefined) throw new Error('an upsert gave no row');
    return person;
  }

  /** A person whose row cannot change, nor go, before the transaction ends. */
  async held(tx: DatabaseTransaction, id: string): Promise<Person | undefined> {
    const [person] = await tx.query<Person>({
      name: 'person-hold',
      text: `SELECT ${COLUMNS} FROM person WHERE id = $1 FOR UPDATE`,
      values: [id],
    });
    return person;
  }

  async changePassword(tx: DatabaseTransaction, id: string, passwordHash: string): Promise<void> {
    await tx.execute({
      name: 'person-change-password',
      text: 'UPDATE person SET password_hash = $2 WHERE id = $1',
      values: [id, passwordHash],
    });
  }

  /** Forgets a person who is held and a member of nothing, with tokens and sessions. */
  async forgetIfAlone(tx: DatabaseTransaction, id: string): Promise<void> {
    await tx.execute({
      name: 'person-forget',
      text: 'DELETE FROM person WHERE id = $1 AND NOT EXISTS (SELECT FROM member WHERE person_id = $1)',
      values: [id],
    });
  }
}
