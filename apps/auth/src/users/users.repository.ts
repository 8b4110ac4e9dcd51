import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';

/** A user as stored: the phone number only as an index and sealed. */
export interface StoredUser {
  readonly id: string;
  readonly phoneIndex: Buffer;
  readonly sealedPhone: string;
  readonly sealedEmail: string | null;
  readonly passwordHash: string;
}

export interface UserCredentials {
  readonly id: string;
  readonly passwordHash: string;
}

/** A user whose row is locked. */
export interface LockedUser {
  readonly id: string;
  readonly mode: Mode;
  readonly phoneIndex: Buffer;
}

export interface UserInMode {
  readonly userId: string;
  readonly mode: Mode;
}

export interface SealedContact extends UserInMode {
  readonly sealedPhone: string;
  readonly sealedEmail: string | null;
}

@Injectable()
export class UsersRepository {
  constructor(private readonly database: Database) {}

  /**
   * Inserts the users whose id and phone number are new, in one statement; returns their ids. Of two with one number the
   * first is stored. The order of the numbers keeps two batches from deadlock.
   */
  async insertNew(tx: DatabaseTransaction, mode: Mode, users: readonly StoredUser[]): Promise<ReadonlySet<string>> {
    const rows = await tx.query<{ id: string }>({
      name: 'users-insert',
      text: `INSERT INTO end_user (mode, id, phone_index, sealed_phone, sealed_email, password_hash)
        SELECT $1, id, phone_index, sealed_phone, sealed_email, password_hash
        FROM unnest($2::text[], $3::bytea[], $4::text[], $5::text[], $6::text[]) WITH ORDINALITY
          AS given (id, phone_index, sealed_phone, sealed_email, password_hash, position)
        ORDER BY phone_index, position
        ON CONFLICT DO NOTHING RETURNING id`,
      values: [
        mode,
        users.map((user) => user.id),
        users.map((user) => user.phoneIndex),
        users.map((user) => user.sealedPhone),
        users.map((user) => user.sealedEmail),
        users.map((user) => user.passwordHash),
      ],
    });
    return new Set(rows.map((row) => row.id));
  }

  /** The users of phone numbers, by index in hexadecimal. Run after the insert, it sees concurrent commits. */
  async idsByPhone(tx: DatabaseTransaction, mode: Mode, indexes: readonly Buffer[]): Promise<Map<string, string>> {
    const rows = await tx.query<{ id: string; phoneIndex: Buffer }>({
      name: 'users-by-phones',
      text: `SELECT id, phone_index AS "phoneIndex" FROM end_user WHERE mode = $1 AND phone_index = ANY ($2::bytea[])`,
      values: [mode, indexes],
    });
    return new Map(rows.map((row) => [row.phoneIndex.toString('hex'), row.id]));
  }

  async findByPhone(mode: Mode, phoneIndex: Buffer): Promise<UserCredentials | undefined> {
    const [row] = await this.database.query<UserCredentials>({
      name: 'user-by-phone',
      text: 'SELECT id, password_hash AS "passwordHash" FROM end_user WHERE mode = $1 AND phone_index = $2',
      values: [mode, phoneIndex],
    });
    return row;
  }

  async exists(id: string): Promise<boolean> {
    const found = await this.database.query({
      name: 'user-exists',
      text: 'SELECT FROM end_user WHERE id = $1',
      values: [id],
    });
    return found.length > 0;
  }

  /** Does `work` in a transaction in which the password cannot change; false when it is not that of this hash any more. */
  withPassword(
    { id, passwordHash }: UserCredentials,
    work: (tx: DatabaseTransaction) => Promise<void>,
  ): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const rows = await tx.query({
        name: 'user-with-password',
        text: 'SELECT FROM end_user WHERE id = $1 AND password_hash = $2 FOR SHARE',
        values: [id, passwordHash],
      });
      if (rows.length === 1) await work(tx);
      return rows.length === 1;
    });
  }

  /** Locks the user of a phone number: changes of one password happen one after the other. */
  async lock(tx: DatabaseTransaction, mode: Mode, phoneIndex: Buffer): Promise<LockedUser | undefined> {
    const [user] = await tx.query<LockedUser>({
      name: 'user-lock',
      text: `SELECT id, mode, phone_index AS "phoneIndex" FROM end_user WHERE mode = $1 AND phone_index = $2
        FOR NO KEY UPDATE`,
      values: [mode, phoneIndex],
    });
    return user;
  }

  async changePassword(tx: DatabaseTransaction, id: string, passwordHash: string): Promise<void> {
    await tx.execute({
      name: 'user-change-password',
      text: 'UPDATE end_user SET password_hash = $2 WHERE id = $1',
      values: [id, passwordHash],
    });
  }

  /** Contacts of those that exist, in no particular order. */
  async contacts(users: readonly UserInMode[]): Promise<readonly SealedContact[]> {
    return this.database.query<SealedContact>({
      name: 'user-contacts',
      text: `SELECT u.id AS "userId", u.mode, u.sealed_phone AS "sealedPhone", u.sealed_email AS "sealedEmail"
        FROM (SELECT DISTINCT * FROM unnest($1::text[], $2::text[])) AS wanted (id, mode)
        JOIN end_user u ON u.id = wanted.id COLLATE "C" AND u.mode = wanted.mode`,
      values: [users.map((user) => user.userId), users.map((user) => user.mode)],
    });
  }
}
