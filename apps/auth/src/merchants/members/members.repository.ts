import { Injectable } from '@nestjs/common';
import type { MemberRole } from '@paygate/contracts';
import { MEMBERSHIPS_MAX } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { Member } from './member.js';
import { PersonalData } from '../../personal-data.js';

/** A member, and the account. */
export interface MemberOfMerchant extends Member {
  readonly merchantName: string;
  readonly merchantActive: boolean;
  readonly liveActive: boolean;
}

export interface NewMember {
  readonly id: string;
  readonly merchantId: string;
  readonly personId: string;
  readonly role: MemberRole;
}

type Stored<Row extends Member> = Omit<Row, 'email' | 'name'> & {
  readonly sealedEmail: string;
  readonly sealedName: string | null;
};

const COLUMNS = `m.id, m.merchant_id AS "merchantId", m.person_id AS "personId", m.role, m.created_at AS "createdAt",
  m.joined_at AS "joinedAt", m.sealed_name AS "sealedName", p.sealed_email AS "sealedEmail"`;
const WITH_PERSON = 'member m JOIN person p ON p.id = m.person_id';

/** Transactions that change members lock their merchant's row, so what they read here cannot change before they end. */
@Injectable()
export class MembersRepository {
  constructor(
    private readonly database: Database,
    private readonly personalData: PersonalData,
  ) {}

  /** Another account's member is answered like a missing one. */
  async find(tx: DatabaseTransaction, id: string, merchantId: string): Promise<Member | undefined> {
    const [stored] = await tx.query<Stored<Member>>({
      name: 'member-find',
      text: `SELECT ${COLUMNS} FROM ${WITH_PERSON} WHERE m.id = $1 AND m.merchant_id = $2`,
      values: [id, merchantId],
    });
    return stored && this.#opened(stored);
  }

  async findByEmail(tx: DatabaseTransaction, email: string, merchantId: string): Promise<Member | undefined> {
    const [stored] = await tx.query<Stored<Member>>({
      name: 'member-find-by-email',
      text: `SELECT ${COLUMNS} FROM ${WITH_PERSON} WHERE p.email_index = ANY ($1::bytea[]) AND m.merchant_id = $2`,
      values: [this.personalData.emailIndexes(email), merchantId],
    });
    return stored && this.#opened(stored);
  }

  async count(tx: DatabaseTransaction, merchantId: string): Promise<number> {
    const [row] = await tx.query<{ count: number }>({
      name: 'member-count',
      text: 'SELECT count(*)::int AS count FROM member WHERE merchant_id = $1',
      values: [merchantId],
    });
    return row?.count ?? 0;
  }

  /** The number of accounts of which a person is an active member. */
  async countOfPerson(tx: DatabaseTransaction, personId: string): Promise<number> {
    const [row] = await tx.query<{ count: number }>({
      name: 'member-count-of-person',
      text: 'SELECT count(*)::int AS count FROM member WHERE person_id = $1 AND joined_at IS NOT NULL',
      values: [personId],
    });
    return row?.count ?? 0;
  }

  /** True when the account has an active owner besides a member. */
  async hasOtherOwner(tx: DatabaseTransaction, merchantId: string, memberId = ''): Promise<boolean> {
    const [row] = await tx.query<{ has: boolean }>({
      name: 'member-other-owner',
      text: `SELECT EXISTS (SELECT FROM member
        WHERE merchant_id = $1 AND id <> $2 AND role = 'owner' AND joined_at IS NOT NULL) AS has`,
      values: [merchantId, memberId],
    });
    return row?.has ?? false;
  }

  async insert(tx: DatabaseTransaction, { id, merchantId, personId, role }: NewMember): Promise<void> {
    await tx.execute({
      name: 'member-insert',
      text: 'INSERT INTO member (id, merchant_id, person_id, role) VALUES ($1, $2, $3, $4)',
      values: [id, merchantId, personId, role],
    });
  }

  async join(tx: DatabaseTransaction, id: string, name: string): Promise<void> {
    await tx.execute({
      name: 'member-join',
      text: 'UPDATE member SET sealed_name = $2, joined_at = clock_timestamp() WHERE id = $1 AND joined_at IS NULL',
      values: [id, this.personalData.seal(name, 'member.name', id)],
    });
  }

  async changeRole(tx: DatabaseTransaction, id: string, role: MemberRole): Promise<void> {
    await tx.execute({
      name: 'member-change-role',
      text: 'UPDATE member SET role = $2 WHERE id = $1',
      values: [id, role],
    });
  }

  async remove(tx: DatabaseTransaction, id: string): Promise<void> {
    await tx.execute({ name: 'member-remove', text: 'DELETE FROM member WHERE id = $1', values: [id] });
  }

  /** Members of one account, newest first. */
  async list(merchantId: string, limit: number, startingAfter: string | undefined): Promise<readonly Member[]> {
    const stored = await this.database.query<Stored<Member>>({
      name: 'member-list',
      text: `SELECT ${COLUMNS} FROM ${WITH_PERSON} WHERE m.merchant_id = $1 AND ($2::text IS NULL OR m.id < $2 COLLATE "C")
        ORDER BY m.id DESC LIMIT $3`,
      values: [merchantId, startingAfter ?? null, limit],
    });
    return stored.map((row) => this.#opened(row));
  }

  /** The active memberships of a person, in the order of accounts. */
  async ofPerson(
    personId: string,
    within: Pick<DatabaseTransaction, 'query'> = this.database,
  ): Promise<readonly MemberOfMerchant[]> {
    const stored = await within.query<Stored<MemberOfMerchant>>({
      name: 'member-of-person',
      text: `SELECT ${COLUMNS}, a.name AS "merchantName", a.active AS "merchantActive", a.live_active AS "liveActive"
        FROM ${WITH_PERSON} JOIN merchant a ON a.id = m.merchant_id
        WHERE m.person_id = $1 AND m.joined_at IS NOT NULL ORDER BY m.merchant_id LIMIT $2`,
      values: [personId, MEMBERSHIPS_MAX],
    });
    return stored.map((row) => this.#opened(row));
  }

  #opened<Row extends Member>({ sealedEmail, sealedName, ...row }: Stored<Row>): Row {
    const { id, personId } = row as unknown as Member;
    return {
      ...row,
      email: this.personalData.open(sealedEmail, 'person.email', personId),
      name: sealedName === null ? null : this.personalData.open(sealedName, 'member.name', id),
    } as unknown as Row;
  }
}
