import { Injectable } from '@nestjs/common';
import type { StaffRole } from '@paygate/contracts';
import { STAFF_PROOF_SECONDS } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { PersonalData } from '../personal-data.js';

/** A person who has, or had, a role. */
export interface StaffPerson {
  readonly personId: string;
  readonly email: string;
  /** Null after the removal. */
  readonly role: StaffRole | null;
  readonly changedAt: Date;
}

/** An act, and what it needs: so many different persons, and so many approvers among them. */
export interface NeededProofs {
  readonly act: string;
  /** Of the proofs that are shown. */
  readonly hashes: readonly string[];
  readonly persons: number;
  readonly approvers: number;
}

const staffSql = `SELECT s.person_id AS "personId", p.sealed_email AS email, s.role, s.changed_at AS "changedAt"
  FROM staff s JOIN person p ON p.id = s.person_id`;

@Injectable()
export class StaffRepository {
  constructor(
    private readonly database: Database,
    private readonly personalData: PersonalData,
  ) {}

  /** Lets one transaction at a time change roles. */
  async lock(tx: DatabaseTransaction): Promise<void> {
    await tx.execute({ name: 'staff-lock', text: 'LOCK TABLE staff IN SHARE ROW EXCLUSIVE MODE', values: [] });
  }

  /** A person by the id, or everybody who has, or had, a role. */
  async list(on: Pick<Database, 'query'> = this.database): Promise<readonly StaffPerson[]> {
    const rows = await on.query<StaffPerson>({
      name: 'staff-list',
      text: `${staffSql} ORDER BY s.person_id`,
      values: [],
    });
    return rows.map((row) => ({ ...row, email: this.personalData.open(row.email, 'person.email', row.personId) }));
  }

  async approvers(tx: DatabaseTransaction): Promise<readonly string[]> {
    return (await this.list(tx)).flatMap(({ personId, role }) => (role === 'approver' ? [personId] : []));
  }

  /** The role of a person, null without one, and whether a second factor is enabled. */
  async roleOf(
    tx: DatabaseTransaction,
    personId: string,
  ): Promise<{ readonly role: StaffRole | null; readonly hasFactor: boolean }> {
    const [row] = await tx.query<{ role: StaffRole | null; hasFactor: boolean }>({
      name: 'staff-role',
      text: `SELECT (SELECT role FROM staff WHERE person_id = $1) AS role,
        EXISTS (SELECT FROM second_factor WHERE person_id = $1 AND enabled_at IS NOT NULL) AS "hasFactor"`,
      values: [personId],
    });
    return row ?? { role: null, hasFactor: false };
  }

  /** Sets a role, or with null removes the person: the proofs go, too. */
  async set(tx: DatabaseTransaction, personId: string, role: StaffRole | null): Promise<void> {
    await tx.execute({
      name: 'staff-set',
      text: `WITH gone AS (DELETE FROM staff_proof WHERE person_id = $1)
        INSERT INTO staff (person_id, role) VALUES ($1, $2)
        ON CONFLICT (person_id) DO UPDATE SET role = excluded.role, changed_at = clock_timestamp()`,
      values: [personId, role],
    });
  }

  /** True of a person who was invited to an account, and may have no password yet. */
  async isMember(tx: DatabaseTransaction, personId: string): Promise<boolean> {
    const rows = await tx.query({
      name: 'staff-is-member',
      text: 'SELECT FROM member WHERE person_id = $1 LIMIT 1',
      values: [personId],
    });
    return rows.length > 0;
  }

  /** Stores a proof of a person for acts, and deletes those whose time is over. */
  async prove(
    tx: DatabaseTransaction,
    { personId, hash, acts }: { readonly personId: string; readonly hash: string; readonly acts: readonly string[] },
  ): Promise<void> {
    await tx.execute({
      name: 'staff-prove',
      text: `WITH gone AS (DELETE FROM staff_proof WHERE expires_at < clock_timestamp())
        INSERT INTO staff_proof (hash, act, person_id, expires_at)
        SELECT $1, act, $2, clock_timestamp() + make_interval(secs => ${STAFF_PROOF_SECONDS})
        FROM unnest($3::text[]) AS act GROUP BY act`,
      values: [hash, personId, acts],
    });
  }

  /**
   * Uses the proofs of an act up, and returns their persons; none, and nothing is used, where they are too few. One statement compares the
   * persons: two sessions, keys or codes of one of them are one.
   */
  async redeem(tx: DatabaseTransaction, { act, hashes, persons, approvers }: NeededProofs): Promise<readonly string[]> {
    const used = await tx.query<{ personId: string }>({
      name: 'staff-redeem',
      text: `WITH shown AS (
          SELECT p.hash, p.person_id, s.role FROM staff_proof p JOIN staff s USING (person_id)
          WHERE p.act = $1 AND p.hash = ANY ($2::text[]) AND p.expires_at > clock_timestamp() AND s.role IN ('agent', 'approver')
          FOR UPDATE OF p FOR SHARE OF s),
        enough AS (
          SELECT FROM shown HAVING count(DISTINCT person_id) >= $3
            AND count(DISTINCT person_id) FILTER (WHERE role = 'approver') >= $4),
        used AS (
          DELETE FROM staff_proof p USING enough WHERE p.act = $1 AND p.hash IN (SELECT hash FROM shown) RETURNING p.person_id)
        SELECT DISTINCT person_id AS "personId" FROM used ORDER BY 1`,
      values: [act, hashes, persons, approvers],
    });
    return used.map(({ personId }) => personId);
  }
}
