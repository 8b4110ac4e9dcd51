import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { operationsOf } from '../../kernel/operation.js';
import { sessionHeaders } from '../../kernel/request-headers.js';
import { ofPerson } from '../../kernel/stored.js';
import { Note } from '../../schema/declarations.js';
import { changeMemberNotices, readMemberNotices } from './member-notice-commands.js';

const PAYOUT_FAILED =
  'True when you get an e-mail about each payout of live mode that its operator did not make, at most 20 in a day. Owners and admins get them until they switch them off, developers and viewers once they switch them on.';

export class MemberNoticesView {
  @Note({ example: 'member_notices' })
  @IsIn(['member_notices'])
  object!: 'member_notices';

  @Note({ description: PAYOUT_FAILED, example: true })
  @IsBoolean()
  payoutFailed!: boolean;
}

export class ChangeMemberNoticesRequest {
  @Note({ description: PAYOUT_FAILED, example: false })
  @IsOptional()
  @IsBoolean()
  payoutFailed?: boolean | null;
}

/** The notices that a signed-in member gets about an account. */
export const memberNoticeOperations = operationsOf({
  readMemberNotices: {
    method: 'GET',
    path: '/dashboard/notices',
    summary: 'Read your notices',
    description:
      'The notices that the signed-in member gets by e-mail about the account. They are the same in both modes.',
    key: 'session',
    scope: 'payouts:read',
    headers: sessionHeaders,
    answer: MemberNoticesView,
    errors: readMemberNotices.refusals,
  },
  changeMemberNotices: {
    method: 'PATCH',
    path: '/dashboard/notices',
    summary: 'Change your notices',
    description:
      'Switches notices of the signed-in member on and off; a parameter that is absent or null leaves the notice unchanged. A notice that is switched off is not sent any more, not even one that waits for the mail server of Paygate. Each change is recorded in the audit trail.',
    key: 'session',
    scope: 'payouts:read',
    headers: sessionHeaders,
    body: ChangeMemberNoticesRequest,
    answer: MemberNoticesView,
    stores: ofPerson('setting', 'audit_record'),
    errors: changeMemberNotices.refusals,
  },
});
