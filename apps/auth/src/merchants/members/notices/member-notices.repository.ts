import { Injectable } from '@nestjs/common';
import type {
  ChangeMemberNoticesCommand,
  MemberNotices,
  MemberRole,
  NoticeChoice,
  NoticeKind,
  ReadMemberNoticesCommand,
} from '@paygate/contracts';
import { memberRoles, noticeChannels, noticeKinds, noticeScopes, scopesOfRole } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';

/** The notices of a member after a change, and whether it changed any. */
export interface ChangedNotices {
  readonly notices: MemberNotices;
  readonly isChanged: boolean;
}

/** The roles that may read what a notice is about, as a list in SQL. */
const readersSql = (kind: NoticeKind): string =>
  memberRoles
    .filter((role) => mayRead(role, kind))
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

/** The choices of a member as they are stored. */
interface StoredChoices {
  readonly role: MemberRole;
  /** Null: by the role. */
  readonly payoutFailed: boolean | null;
  /** `kind:channel` */
  readonly notices: readonly string[];
}

/** The choice that has a column of its own. */
const PAYOUT_MAILS = 'payout_failed:email';
const CHOICES = 'role, payout_failed_notice AS "payoutFailed", notices';

/** The notices that members have chosen. */
@Injectable()
export class MemberNoticesRepository {
  constructor(private readonly database: Database) {}

  /** Undefined for somebody who is no active member of the account. */
  async find({ merchantId, memberId }: ReadMemberNoticesCommand): Promise<MemberNotices | undefined> {
    const [stored] = await this.database.query<StoredChoices>({
      name: 'member-notices-find',
      text: `SELECT ${CHOICES} FROM member WHERE id = $1 AND merchant_id = $2 AND joined_at IS NOT NULL`,
      values: [memberId, merchantId],
    });
    return stored && noticesOf(stored);
  }

  /** Changes what is given. Undefined for somebody who is no active member of the account, or may not read what a notice is about. */
  async change(tx: DatabaseTransaction, command: ChangeMemberNoticesCommand): Promise<ChangedNotices | undefined> {
    const { merchantId, memberId } = command;
    const [before] = await tx.query<StoredChoices>({
      name: 'member-notices-lock',
      text: `SELECT ${CHOICES} FROM member WHERE id = $1 AND merchant_id = $2 AND joined_at IS NOT NULL FOR UPDATE`,
      values: [memberId, merchantId],
    });
    if (before === undefined) return undefined;
    const wanted = wantedBy(command);
    if (wanted.some(({ kind }) => !mayRead(before.role, kind))) return undefined;
    const after = wanted.reduce(changed, before);
    const [was, is] = [noticesOf(before), noticesOf(after)];
    const isChanged = JSON.stringify(was) !== JSON.stringify(is);
    if (isChanged || after.payoutFailed !== before.payoutFailed)
      await tx.execute({
        name: 'member-notices-change',
        text: `UPDATE member SET payout_failed_notice = $2, notices = $3, notices_at = clock_timestamp() WHERE id = $1`,
        values: [memberId, after.payoutFailed, after.notices],
      });
    return { notices: is, isChanged };
  }
}

/** The choices of a command, that of before the others included. */
function wantedBy({ payoutFailed, notices = [] }: ChangeMemberNoticesCommand): readonly NoticeChoice[] {
  if (payoutFailed === undefined) return notices;
  return [{ kind: 'payout_failed', channels: payoutFailed ? ['email'] : [] }, ...notices];
}

function changed(stored: StoredChoices, { kind, channels }: NoticeChoice): StoredChoices {
  const others = stored.notices.filter((one) => !one.startsWith(`${kind}:`));
  const chosen = channels.map((channel) => `${kind}:${channel}`).filter((choice) => choice !== PAYOUT_MAILS);
  return {
    role: stored.role,
    payoutFailed: kind === 'payout_failed' ? channels.includes('email') : stored.payoutFailed,
    notices: [...others, ...chosen].sort(),
  };
}

function noticesOf({ role, payoutFailed, notices }: StoredChoices): MemberNotices {
  const mails = payoutFailed ?? (role === 'owner' || role === 'admin');
  const gets = (choice: string): boolean => (choice === PAYOUT_MAILS ? mails : notices.includes(choice));
  const kinds = noticeKinds.filter((kind) => mayRead(role, kind));
  return {
    payoutFailed: kinds.includes('payout_failed') && mails,
    notices: kinds.map((kind) => ({ kind, channels: noticeChannels.filter((channel) => gets(`${kind}:${channel}`)) })),
  };
}

function mayRead(role: MemberRole, kind: NoticeKind): boolean {
  return scopesOfRole(role, 'live').includes(noticeScopes[kind]);
}
