import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { Person } from '../persons.repository.js';

/** An invitation that was not accepted yet. */
export interface Invitation {
  readonly tokenHash: string;
  readonly memberId: string;
  readonly merchantId: string;
  readonly person: Person;
}

/** A token, and the person or invitation it is valid for. */
export interface MailTokenUse {
  readonly hash: string;
  readonly personId: string;
  /** The invited member; absent for the other kinds. */
  readonly memberId?: string;
  readonly validHours: number;
}

const BATCH = 2_000;
const PERSON = `json_build_object('id', p.id, 'emailIndex', encode(p.email_index, 'hex'),
  'passwordHash', p.password_hash) AS person`;

type StoredPerson = Omit<Person, 'emailIndex'> & { readonly emailIndex: string };

/** Mailed tokens, until they are consumed. */
@Injectable()
export class MailTokensRepository {
  constructor(private readonly database: Database) {}

  /** The newest token of an invitation replaces the previous one. */
  async store(tx: DatabaseTransaction, { hash, personId, memberId, validHours }: MailTokenUse): Promise<void> {
    await tx.execute({
      name: 'mail-token-store',
      text: `WITH end_of AS (SELECT clock_timestamp() + make_interval(hours => $4::int) AS it)
        INSERT INTO mail_token (hash, person_id, member_id, expires_at) SELECT $1, $2, $3, it FROM end_of
        ON CONFLICT (member_id) DO UPDATE SET hash = excluded.hash, expires_at = excluded.expires_at`,
      values: [hash, personId, memberId ?? null, validHours],
    });
  }

  async findInvitation(tokenHash: string): Promise<Invitation | undefined> {
    const [row] = await this.database.query<Omit<Invitation, 'person' | 'tokenHash'> & { person: StoredPerson }>({
      name: 'mail-token-invitation',
      text: `SELECT m.id AS "memberId", m.merchant_id AS "merchantId", ${PERSON}
        FROM mail_token t JOIN member m ON m.id = t.member_id JOIN person p ON p.id = t.person_id
        WHERE t.hash = $1 AND t.expires_at > clock_timestamp()`,
      values: [tokenHash],
    });
    return row && { ...row, tokenHash, person: opened(row.person) };
  }

  /** The person who may choose another password with a token. */
  async findReset(tokenHash: string): Promise<Person | undefined> {
    const [row] = await this.database.query<{ person: StoredPerson }>({
      name: 'mail-token-reset',
      text: `SELECT ${PERSON} FROM mail_token t JOIN person p ON p.id = t.person_id
        WHERE t.hash = $1 AND t.member_id IS NULL AND t.expires_at > clock_timestamp()`,
      values: [tokenHash],
    });
    return row && opened(row.person);
  }

  async isValid(tx: DatabaseTransaction, hash: string): Promise<boolean> {
    const [row] = await tx.query<{ valid: boolean }>({
      name: 'mail-token-valid',
      text: 'SELECT EXISTS (SELECT FROM mail_token WHERE hash = $1 AND expires_at > clock_timestamp()) AS valid',
      values: [hash],
    });
    return row?.valid ?? false;
  }

  /** Consumes a token; false when it was consumed already, or has expired. */
  async consume(tx: DatabaseTransaction, hash: string): Promise<boolean> {
    const consumed = await tx.execute({
      name: 'mail-token-consume',
      text: 'DELETE FROM mail_token WHERE hash = $1 AND expires_at > clock_timestamp()',
      values: [hash],
    });
    return consumed === 1;
  }

  async deleteExpired(): Promise<void> {
    await this.database.execute({
      name: 'mail-token-forget',
      text: `DELETE FROM mail_token WHERE hash = ANY (ARRAY (SELECT hash FROM mail_token
        WHERE expires_at < clock_timestamp() ORDER BY expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
    });
  }
}

function opened({ emailIndex, ...person }: StoredPerson): Person {
  return { ...person, emailIndex: Buffer.from(emailIndex, 'hex') };
}
