import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { IndexRange, Indexes } from '../../index-keys.js';
import { leastIndex } from '../../index-keys.js';

/** A user as stored: the phone number only as an index and sealed. */
export interface StoredUser {
  readonly id: string;
  readonly phoneIndexes: Indexes;
  readonly sealedPhone: string;
  readonly sealedEmail: string | null;
  readonly passwordHash: string;
}

export interface UserCredentials {
  readonly id: string;
  readonly sealedEmail: string | null;
  readonly passwordHash: string;
}

/** A user whose row is locked. */
export interface LockedUser {
  readonly id: string;
  readonly mode: Mode;
}

export interface UserInMode {
  readonly userId: string;
  readonly mode: Mode;
}

/** A user whose number is to be indexed again. */
export interface SealedPhone extends UserInMode {
  readonly sealedPhone: string;
}

export interface SealedContact extends UserInMode {
  readonly sealedPhone: string;
  readonly sealedEmail: string | null;
}

@Injectable()
export class UsersRepository {
  constructor(private readonly database: Database) {}

  /**
   * Inserts the users whose id and phone number are new, in one statement; returns their ids. When two have one number the
   * first is stored. The order of the numbers keeps two batches from deadlock.
   *
   * One number has one user: the unique index ensures it under one key, and while keys are replaced a lock on the number does.
   */
  async insertNew(tx: DatabaseTransaction, mode: Mode, given: readonly StoredUser[]): Promise<ReadonlySet<string>> {
    const users = await this.#withFreeNumbers(tx, mode, given);
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
        users.map((user) => user.phoneIndexes[0]),
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

  async findByPhone(mode: Mode, phoneIndexes: Indexes): Promise<UserCredentials | undefined> {
    const [row] = await this.database.query<UserCredentials>({
      name: 'user-by-phone',
      text: `SELECT id, sealed_email AS "sealedEmail", password_hash AS "passwordHash"
        FROM end_user WHERE mode = $1 AND phone_index = ANY ($2::bytea[])`,
      values: [mode, phoneIndexes],
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
  async lock(tx: DatabaseTransaction, mode: Mode, phoneIndexes: Indexes): Promise<LockedUser | undefined> {
    const [user] = await tx.query<LockedUser>({
      name: 'user-lock',
      text: 'SELECT id, mode FROM end_user WHERE mode = $1 AND phone_index = ANY ($2::bytea[]) FOR NO KEY UPDATE',
      values: [mode, phoneIndexes],
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

  /** Users whose index lies in these ranges, except those of these ids. */
  indexedIn(
    ranges: readonly IndexRange[],
    limit: number,
    except: readonly string[] = [],
  ): Promise<readonly SealedPhone[]> {
    return this.database.query<SealedPhone>({
      name: 'users-indexed-in',
      text: `SELECT found.* FROM unnest($1::bytea[], $2::bytea[]) AS range (after, before)
        CROSS JOIN LATERAL (
          SELECT id AS "userId", mode, sealed_phone AS "sealedPhone" FROM end_user
          WHERE mode IN ('test', 'live') AND phone_index > range.after AND phone_index < range.before AND id <> ALL ($4::text[])
          LIMIT $3) AS found`,
      values: [ranges.map(({ after }) => after), ranges.map(({ before }) => before), limit, except],
    });
  }

  /** Returns how many indexes changed. */
  setIndexes(users: readonly { readonly userId: string; readonly phoneIndex: Buffer }[]): Promise<number> {
    return this.database.execute({
      name: 'users-set-indexes',
      text: `UPDATE end_user u SET phone_index = given.phone_index
        FROM unnest($1::text[], $2::bytea[]) AS given (id, phone_index)
        WHERE u.id = given.id COLLATE "C" AND u.phone_index <> given.phone_index`,
      values: [users.map(({ userId }) => userId), users.map(({ phoneIndex }) => phoneIndex)],
    });
  }

  /** The users whose numbers belong to nobody under any key. Under one key the insert decides. */
  async #withFreeNumbers(
    tx: DatabaseTransaction,
    mode: Mode,
    users: readonly StoredUser[],
  ): Promise<readonly StoredUser[]> {
    if (users.every(({ phoneIndexes }) => phoneIndexes.length === 1)) return users;
    await tx.execute({
      name: 'users-lock-numbers',
      text: `SELECT pg_advisory_xact_lock(hashtextextended('end_user ' || encode(name, 'hex'), 0))
        FROM (SELECT DISTINCT name FROM unnest($1::bytea[]) AS name ORDER BY name) AS names`,
      values: [users.map(({ phoneIndexes }) => leastIndex(phoneIndexes))],
    });
    const owners = await this.idsByPhone(
      tx,
      mode,
      users.flatMap(({ phoneIndexes }) => phoneIndexes),
    );
    return users.filter(({ phoneIndexes }) => !phoneIndexes.some((index) => owners.has(index.toString('hex'))));
  }
}
