import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { MEMBERS_PAGE_MAX } from '../bus/commands/members.js';
import { IsEmailAddress, IsId, IsText, IsTimestamp } from '../schema/fields.js';
import { idPattern } from '../vocabulary/ids.js';
import type { MemberRole, MemberStatus } from '../vocabulary/member-roles.js';
import { memberRoles, memberStatuses } from '../vocabulary/member-roles.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsMailToken } from './dashboard-bodies.js';
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from './registration-bodies.js';

/** Bodies of requests and answers about members. */

const badCursor = { context: { code: 'cursor_invalid' as const }, message: 'must be the id of a member' };

export class ListMembersQuery {
  @Note({ description: 'Most members of one page; 20 when absent.', example: 20 })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MEMBERS_PAGE_MAX)
  limit?: number;

  @Note({ description: 'The page goes on after this one, with older ones: `nextCursor` of the page before.' })
  @IsOptional()
  @IsString(badCursor)
  @Matches(idPattern('member'), badCursor)
  startingAfter?: string;
}

export class InviteMemberRequest {
  @Note({ description: 'The invitation is sent there.', example: 'grace@shop.example' })
  @IsEmailAddress()
  email!: string;

  @Note({
    description:
      'Viewers read; developers also manage test keys; admins also live keys and members; owners also owners.',
    example: 'developer',
  })
  @IsIn(memberRoles)
  role!: MemberRole;
}

export class AcceptInvitationRequest {
  @Note({ description: 'The token of the e-mail.', example: 'inv_…' })
  @IsMailToken()
  token!: string;

  @Note({ description: 'As the other members see it.', example: 'Grace' })
  @IsText(120, 1)
  name!: string;

  @Note({
    description:
      'At least 8 characters, and none of the commonest passwords. Of who is a member elsewhere already, the password that they have.',
    example: 'correct horse battery staple',
  })
  @IsText(PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS)
  password!: string;
}

export class ChangeMemberRoleRequest {
  @Note({ example: 'admin' })
  @IsIn(memberRoles)
  role!: MemberRole;
}

export class MemberView {
  @Note({ example: 'mem_01k8zq3y8ng3sw0v6d7jep5f9x' })
  @IsId('member')
  id!: string;

  @Note({ example: 'member' })
  @IsIn(['member'])
  object!: 'member';

  @Note({ example: 'grace@shop.example' })
  @IsEmailAddress()
  email!: string;

  @Note({ description: 'Null until the invitation is accepted.', example: 'Grace' })
  @IsNullable()
  @IsText(120, 1)
  name!: string | null;

  @Note({ example: 'developer' })
  @IsIn(memberRoles)
  role!: MemberRole;

  @Note({ example: 'active' })
  @IsIn(memberStatuses)
  status!: MemberStatus;

  @Note({ example: '2026-11-20T10:00:00.000Z' })
  @IsTimestamp()
  createdAt!: string;

  @Note({ description: 'When the invitation was accepted.', example: '2026-11-20T10:05:00.000Z' })
  @IsNullable()
  @IsTimestamp()
  joinedAt!: string | null;
}

/** A page of members, newest first. */
export class MemberPageAnswer {
  @IsArray()
  @ArrayMaxSize(MEMBERS_PAGE_MAX)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => MemberView)
  data!: MemberView[];

  @Note({ example: false })
  @IsBoolean()
  hasMore!: boolean;

  @Note({ description: 'The cursor of the next page, when there is one.', example: null })
  @IsNullable()
  @IsId('member')
  nextCursor!: string | null;
}
