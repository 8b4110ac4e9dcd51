import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { operationsOf } from '../../kernel/operation.js';
import { sessionHeaders } from '../../kernel/request-headers.js';
import { ofPerson } from '../../kernel/stored.js';
import { Note } from '../../schema/declarations.js';
import { IsListOf } from '../../schema/fields.js';
import { noticeKinds } from '../../kernel/shapes/notices.js';
import { changeMemberNotices, NoticeChoice, readMemberNotices } from './member-notice-commands.js';

const PAYOUT_FAILED =
  'The same as the choice `payout_failed` by `email` in `notices`. True when you get an e-mail about each payout of live mode that its operator did not make, at most 20 in a day. Owners and admins get them until they switch them off, developers and viewers once they switch them on.';

export class MemberNoticesView {
  @Note({ example: 'member_notices' })
  @IsIn(['member_notices'])
  object!: 'member_notices';

  @Note({ description: PAYOUT_FAILED, example: true })
  @IsBoolean()
  payoutFailed!: boolean;

  @Note({ description: 'One choice for each kind of what your role may read.' })
  @IsListOf(() => NoticeChoice, noticeKinds.length)
  notices!: NoticeChoice[];
}

export class ChangeMemberNoticesRequest {
  @Note({ description: PAYOUT_FAILED, example: false })
  @IsOptional()
  @IsBoolean()
  payoutFailed?: boolean | null;

  @Note({
    description:
      'Choices, each of which takes the place of the choice of its kind; kinds that are not named stay as they are. A kind of what your role may not read is refused with `scope_missing`.',
  })
  @IsOptional()
  @IsListOf(() => NoticeChoice, noticeKinds.length)
  notices?: NoticeChoice[] | null;
}

/** The notices that a signed-in member gets about an account. */
export const memberNoticeOperations = operationsOf({
  readMemberNotices: {
    method: 'GET',
    path: '/dashboard/notices',
    summary: 'Read your notices',
    description:
      'The notices that the signed-in member gets about the account. By e-mail they are about live mode alone, and by push messages about the payments of test mode, too. Of each kind a member gets at most 20 e-mails in a day of Africa/Douala, of payments 120, and at most 50 push messages, of payments 500; the last one says that it is.',
    key: 'session',
    scope: 'intents:read',
    headers: sessionHeaders,
    answer: MemberNoticesView,
    errors: readMemberNotices.refusals,
  },
  changeMemberNotices: {
    method: 'PATCH',
    path: '/dashboard/notices',
    summary: 'Change your notices',
    description:
      'Switches notices of the signed-in member on and off; a parameter that is absent or null leaves the notice unchanged. A notice that is switched off is not sent any more, except an e-mail that already waits for the mail provider, which is tried for at most 72 hours. A payment of before the change is not notified. Each change is recorded in the audit trail.',
    key: 'session',
    scope: 'intents:read',
    headers: sessionHeaders,
    body: ChangeMemberNoticesRequest,
    answer: MemberNoticesView,
    stores: ofPerson('setting', 'audit_record'),
    errors: changeMemberNotices.refusals,
  },
});
