import { createSecretKey } from 'node:crypto';
import { Controller, Injectable } from '@nestjs/common';
import type {
  ChangeMemberRole,
  CheckDashboardSession,
  DashboardSession,
  DashboardSessionEnded,
  EndDashboardSession,
  InviteMember,
  InviteMemberAgain,
  MemberInfo,
  MemberPasswordForgotten,
  MemberPasswordReset,
  MemberRemoved,
  Membership,
  MembersListed,
  RemoveMember,
  Reply,
  SignedInToDashboard,
  SignInToDashboard,
} from '@paygate/contracts';
import {
  accept,
  acceptInvitation,
  changeMemberRole,
  checkDashboardSession,
  endDashboardSession,
  forgetMemberPassword,
  inviteMember,
  inviteMemberAgain,
  listMembers,
  refuse,
  removeMember,
  resetMemberPassword,
  signInToDashboard,
} from '@paygate/contracts';
import { HandleCommand } from '@paygate/messaging';
import { mintOpaqueToken, newId, opaqueTokenHash, Sealer } from '@paygate/platform';
import { pepper } from './gateway-under-test.js';
import { Silence } from './silence.js';

const EXPIRES_AT = '2199-01-01T00:00:00.000Z';
const CREATED_AT = '2026-11-20T10:00:00.000Z';
const key = createSecretKey(Buffer.from(pepper, 'base64'));

/** Who is signed in, and to what. */
@Injectable()
export class DashboardPeople {
  private readonly sessions = new Map<string, DashboardSession>();

  constructor(readonly sealer: Sealer) {}

  signIn(token: string, memberships: readonly Partial<Membership>[]): void {
    const session = this.session(memberships);
    this.sessions.set(opaqueTokenHash(key, token), session);
  }

  /** Ends a session, or what it was good for. */
  remove(token: string): void {
    this.sessions.delete(opaqueTokenHash(key, token));
  }

  find(tokenHash: string): DashboardSession | undefined {
    return this.sessions.get(tokenHash);
  }

  /** Of accounts that are not activated for live mode. */
  session(memberships: readonly Partial<Membership>[]): DashboardSession {
    const usual = { merchantName: 'Chez Test', merchantActive: true, liveActive: false, role: 'owner' } as const;
    const name = this.sealer.seal('gateway', 'Ada', 'member.name');
    return {
      ...{ sessionId: newId('dashboardSession'), expiresAt: EXPIRES_AT },
      email: this.sealer.seal('gateway', 'ada@shop.example', 'member.email'),
      memberships: memberships.map((more) => ({
        ...{ memberId: newId('member'), merchantId: newId('merchant'), ...usual, name },
        ...more,
      })),
    };
  }

  member({ memberId, role = 'developer' }: Partial<MemberInfo>): MemberInfo {
    return {
      ...{ memberId: memberId ?? newId('member'), role, status: 'active', createdAt: CREATED_AT, joinedAt: CREATED_AT },
      email: this.sealer.seal('gateway', 'grace@shop.example', 'member.email'),
      name: this.sealer.seal('gateway', 'Grace', 'member.name'),
    };
  }
}

/** Sessions of the dashboard and members as auth answers them, for whoever asks. */
@Controller()
export class DashboardCommands {
  constructor(
    private readonly people: DashboardPeople,
    private readonly silence: Silence,
  ) {}

  @HandleCommand(signInToDashboard)
  async signIn({ password }: SignInToDashboard): Promise<Reply<SignedInToDashboard>> {
    await this.silence.broken();
    this.people.sealer.open(password, 'dashboard.password');
    const token = this.people.sealer.seal('gateway', mintOpaqueToken('dashboardSession'), 'dashboard.token');
    return accept(Object.assign(this.people.session([{}]), { token }));
  }

  @HandleCommand(checkDashboardSession)
  async check({ tokenHash }: CheckDashboardSession): Promise<Reply<DashboardSession>> {
    await this.silence.broken();
    const session = this.people.find(tokenHash);
    return session === undefined ? refuse('token_invalid') : accept(session);
  }

  @HandleCommand(endDashboardSession)
  end({ sessionId }: EndDashboardSession): Promise<Reply<DashboardSessionEnded>> {
    return Promise.resolve(accept({ sessionId }));
  }

  @HandleCommand(forgetMemberPassword)
  async forget(): Promise<Reply<MemberPasswordForgotten>> {
    await this.silence.broken();
    return accept({ validHours: 1 });
  }

  @HandleCommand(resetMemberPassword)
  async reset(): Promise<Reply<MemberPasswordReset>> {
    await this.silence.broken();
    return accept({ personId: newId('person') });
  }

  @HandleCommand(listMembers)
  list(): Promise<Reply<MembersListed>> {
    return Promise.resolve(accept({ members: [this.people.member({})], hasMore: false }));
  }

  @HandleCommand(inviteMember)
  invite({ memberId, role }: InviteMember): Promise<Reply<MemberInfo>> {
    return this.answer({ memberId, role });
  }

  @HandleCommand(inviteMemberAgain)
  inviteAgain({ memberId }: InviteMemberAgain): Promise<Reply<MemberInfo>> {
    return this.answer({ memberId });
  }

  @HandleCommand(acceptInvitation)
  async accept(): Promise<Reply<MemberInfo>> {
    await this.silence.broken();
    return this.answer({});
  }

  @HandleCommand(changeMemberRole)
  changeRole({ memberId, role }: ChangeMemberRole): Promise<Reply<MemberInfo>> {
    return this.answer({ memberId, role });
  }

  @HandleCommand(removeMember)
  remove({ memberId }: RemoveMember): Promise<Reply<MemberRemoved>> {
    return Promise.resolve(accept({ memberId }));
  }

  private answer(member: Partial<MemberInfo>): Promise<Reply<MemberInfo>> {
    return Promise.resolve(accept(this.people.member(member)));
  }
}
