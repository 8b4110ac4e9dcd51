import { Injectable } from '@nestjs/common';
import type { ChangeMemberNoticesCommand, MemberNotices, ReadMemberNoticesCommand } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';

/** The notices of a member after a change, and whether it changed any. */
export interface ChangedNotices extends MemberNotices {
  readonly isChanged: boolean;
}

/**
 * True when an active member gets notices of payouts that failed: an expression over a row of `member`. Cashiers do not read payouts.
 * Owners and admins get the notices until they switch them off, others once they switch them on.
 */
export const getsPayoutNoticesSql = (member: string): string => `(${member}.joined_at IS NOT NULL
  AND ${member}.role <> 'cashier' AND coalesce(${member}.payout_failed_notice, ${member}.role IN ('owner', 'admin')))`;

/** The notices that members have chosen. */
@Injectable()
export class MemberNoticesRepository {
  constructor(private readonly database: Database) {}

  /** Undefined for somebody who is no active member of the account. */
  async find({ merchantId, memberId }: ReadMemberNoticesCommand): Promise<MemberNotices | undefined> {
    const [notices] = await this.database.query<MemberNotices>({
      name: 'member-notices-find',
      text: `SELECT ${getsPayoutNoticesSql('m')} AS "payoutFailed" FROM member m
        WHERE m.id = $1 AND m.merchant_id = $2 AND m.joined_at IS NOT NULL`,
      values: [memberId, merchantId],
    });
    return notices;
  }

  /** Changes what is given. Undefined for somebody who is no active member of the account. */
  async change(
    tx: DatabaseTransaction,
    { merchantId, memberId, payoutFailed }: ChangeMemberNoticesCommand,
  ): Promise<ChangedNotices | undefined> {
    const [notices] = await tx.query<ChangedNotices>({
      name: 'member-notices-change',
      text: `WITH before AS (
          SELECT id, ${getsPayoutNoticesSql('m')} AS gets FROM member m
          WHERE m.id = $1 AND m.merchant_id = $2 AND m.joined_at IS NOT NULL FOR UPDATE)
        UPDATE member m SET payout_failed_notice = coalesce($3, m.payout_failed_notice) FROM before
        WHERE m.id = before.id
        RETURNING ${getsPayoutNoticesSql('m')} AS "payoutFailed",
          ${getsPayoutNoticesSql('m')} <> before.gets AS "isChanged"`,
      values: [memberId, merchantId, payoutFailed ?? null],
    });
    return notices;
  }
}
