import { IsBoolean, IsOptional } from 'class-validator';
import { defineCommand } from '../../kernel/message.js';
import { IsId } from '../../schema/fields.js';

/** The notices that a member gets by e-mail. */
export class MemberNotices {
  /** Of a payout of live mode that its operator did not make. */
  @IsBoolean() payoutFailed!: boolean;
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
}
/** Switches notices of a member on and off. Repeating it changes nothing. */
export const changeMemberNotices = defineCommand({
  name: 'change-member-notices',
  owner: 'auth',
  request: ChangeMemberNoticesCommand,
  answer: MemberNotices,
  key: (request) => request.memberId,
  refusals: ['scope_missing'],
});
