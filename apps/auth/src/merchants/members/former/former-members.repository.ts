import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { PersonalData } from '../../../personal-data.js';

/** A removed member. */
export interface FormerMember {
  readonly memberId: string;
  /** The name that the member had; null of an invitation that was not accepted, and after an erasure. */
  readonly name: string | null;
  readonly removedAt: Date;
}

type Stored = Omit<FormerMember, 'name'> & { readonly sealedName: string | null };

/** Removed members. The database inserts them when members are deleted. */
@Injectable()
export class FormerMembersRepository {
  constructor(
    private readonly database: Database,
    private readonly personalData: PersonalData,
  ) {}

  /** Former members of one account, those who were invited last first. */
  async list(merchantId: string, limit: number, startingAfter: string | undefined): Promise<readonly FormerMember[]> {
    const stored = await this.database.query<Stored>({
      name: 'former-member-list',
      text: `SELECT id AS "memberId", sealed_name AS "sealedName", removed_at AS "removedAt" FROM former_member
        WHERE merchant_id = $1 AND ($2::text IS NULL OR id < $2 COLLATE "C") ORDER BY id DESC LIMIT $3`,
      values: [merchantId, startingAfter ?? null, limit],
    });
    return stored.map(({ sealedName, ...row }) => ({
      ...row,
      // the row of the member has moved as it was
      name: sealedName === null ? null : this.personalData.open(sealedName, 'member.name', row.memberId),
    }));
  }

  /** Erases a name. @returns whether there was one, or undefined where the account has no such former member */
  async erase(tx: DatabaseTransaction, id: string, merchantId: string): Promise<boolean | undefined> {
    const [found] = await tx.query<{ named: boolean }>({
      name: 'former-member-erase',
      text: `WITH known AS (
          SELECT id, sealed_name IS NOT NULL AS named FROM former_member WHERE id = $1 AND merchant_id = $2 FOR UPDATE),
        erased AS (UPDATE former_member f SET sealed_name = NULL FROM known WHERE f.id = known.id AND named)
        SELECT named FROM known`,
      values: [id, merchantId],
    });
    return found?.named;
  }
}
