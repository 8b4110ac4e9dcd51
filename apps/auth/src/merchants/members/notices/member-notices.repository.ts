import { Injectable } from '@nestjs/common';
import type {
  ChangeMemberNoticesCommand,
  MemberNotices,
  NoticeKind,
  ReadMemberNoticesCommand,
} from '@paygate/contracts';
import { memberRoles, noticeKinds, noticeScopes, scopesOfRole } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';

/** The notices of a member after a change, and whether it changed any. */
export interface ChangedNotices extends MemberNotices {
  readonly isChanged: boolean;
}

/** The roles that may read what a notice is about, as a list in SQL. */
const readersSql = (kind: NoticeKind): string =>
  memberRoles
    .filter((role) => scopesOfRole(role, 'live').includes(noticeScopes[kind]))
    .map((role) => `'${role}'`)
    .join(', ');

const readsSql = (member: string, kind: string): string =>
  `CASE ${kind} ${noticeKinds.map((one) => `WHEN '${one}' THEN ${member}.role IN (${readersSql(one)})`).join(' ')} ELSE false END`;

/**
 * True when an active member gets the notices of a kind by a channel: an expression over a row of `member` and the texts `kind` and
 * `channel`, each an expression too. Owners and admins get e-mails of payouts that failed until they switch them off; everything else is off
 * until the member switches it on. A member whose role may not read what a notice is about does not get it.
 */
export const getsNoticeSql = (
  member: string,
  kind: string,
  channel: string,
): string => `(${member}.joined_at IS NOT NULL
  AND ${readsSql(member, kind)} AND CASE WHEN ${kind} = 'payout_failed' AND ${channel} = 'email'
    THEN coalesce(${member}.payout_failed_notice, ${member}.role IN ('owner', 'admin'))
    ELSE ${member}.notices @> ARRAY[${kind} || ':' || ${channel}] END)`;

const getsPayoutNoticesSql = getsNoticeSql('m', `'payout_failed'`, `'email'`);

/** The notices that members have chosen. */
@Injectable()
export class MemberNoticesRepository {
  constructor(private readonly database: Database) {}

  /** Undefined for somebody who is no active member of the account. */
  async find({ merchantId, memberId }: ReadMemberNoticesCommand): Promise<MemberNotices | undefined> {
    const [notices] = await this.database.query<MemberNotices>({
      name: 'member-notices-find',
      text: `SELECT ${getsPayoutNoticesSql} AS "payoutFailed" FROM member m
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
          SELECT id, ${getsPayoutNoticesSql} AS gets FROM member m
          WHERE m.id = $1 AND m.merchant_id = $2 AND m.joined_at IS NOT NULL FOR UPDATE)
        UPDATE member m SET payout_failed_notice = coalesce($3, m.payout_failed_notice) FROM before
        WHERE m.id = before.id
        RETURNING ${getsPayoutNoticesSql} AS "payoutFailed",
          ${getsPayoutNoticesSql} <> before.gets AS "isChanged"`,
      values: [memberId, merchantId, payoutFailed ?? null],
    });
    return notices;
  }
}
