import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { defineCommand } from '../../kernel/message.js';
import type { NoticeChannelName, NoticeKind } from '../../kernel/shapes/notices.js';
import { noticeChannels, noticeKinds } from '../../kernel/shapes/notices.js';
import { Note } from '../../schema/declarations.js';
import { IsId, IsListOf, IsSubsetOf } from '../../schema/fields.js';

/** The channels by which a member gets the notices of a kind. */
export class NoticeChoice {
  @Note({
    description:
      '`payment`: each completed payment, and from the 21st in an hour on their sum at its end. `daily_sum`: the number and the sum of the payments and refunds of a day, at 21:00 in Douala. `payout_failed`: a payout that its operator did not make. `endpoint_failing`: a webhook endpoint that fails or was disabled. `key_created`: an API key that was created or rotated. `destination_added`: a new destination of payouts. Owners get a mail about a new secret key and a new destination in any case, and no second one.',
    example: 'payment',
  })
  @IsIn(noticeKinds)
  kind!: NoticeKind;

  @Note({ description: 'The channels by which you get it; empty when you do not.', example: ['email'] })
  @IsSubsetOf(noticeChannels)
  channels!: NoticeChannelName[];
}

/** The notices that a member gets. */
export class MemberNotices {
  /** By e-mail, of a payout of live mode that its operator did not make. */
  @IsBoolean() payoutFailed!: boolean;
  /** One for each kind of what the member may read. */
  @IsListOf(() => NoticeChoice, noticeKinds.length) notices!: NoticeChoice[];
}

export class ReadMemberNoticesCommand {
  @IsId('merchant') merchantId!: string;
  @IsId('member') memberId!: string;
}
/** Returns the notices that a member gets. */
export const readMemberNotices = defineCommand({
  name: 'read-member-notices',
  owner: 'auth',
  request: ReadMemberNoticesCommand,
  answer: MemberNotices,
  key: (request) => request.memberId,
  unordered: true,
  refusals: ['scope_missing'],
});

export class ChangeMemberNoticesCommand extends ReadMemberNoticesCommand {
  @IsOptional() @IsBoolean() payoutFailed?: boolean;
  /** Each takes the place of the choice of its kind. */
  @IsOptional() @IsListOf(() => NoticeChoice, noticeKinds.length) notices?: NoticeChoice[];
}
/** Switches notices of a member on and off; refused with `scope_missing` for one of what the member may not read. Repeating it changes nothing. */
export const changeMemberNotices = defineCommand({
  name: 'change-member-notices',
  owner: 'auth',
  request: ChangeMemberNoticesCommand,
  answer: MemberNotices,
  key: (request) => request.memberId,
  refusals: ['scope_missing'],
});
