import { createSecretKey, randomBytes } from 'node:crypto';
import type {
  AcceptInvitation,
  CommandContract,
  DashboardSession,
  MemberInfo,
  MemberRole,
  Reply,
  ResetMemberPassword,
  SealedIdempotency,
  SignedInToDashboard,
  SignInToDashboard as SignInToDashboardCommand,
} from '@paygate/contracts';
import {
  acceptInvitation,
  changeMemberRole,
  checkDashboardSession,
  createMerchant,
  forgetMemberPassword,
  importOwner,
  inviteMember,
  listMembers,
  removeMember,
  resetMemberPassword,
  signInToDashboard,
} from '@paygate/contracts';
import { hashPassword, newId, opaqueTokenHash, sha256Base64url } from '@paygate/platform';
import { receivedOf } from '@paygate/testing';
import { InvitationsCommands } from '../invitations.commands.js';
import { MemberPasswordsCommands } from '../member-passwords.commands.js';
import { AuthUnderTest } from './auth-under-test.js';
import { OtpStandIn } from './otp-stand-in.js';

export const password = 'correct horse battery staple';
const ADDRESS = '203.0.113.7';

/** A member with the account and the address. */
export interface KnownMember {
  readonly memberId: string;
  readonly merchantId: string;
  readonly email: string;
}

/** auth with an otp that remembers what it was to mail, commanded as the gateway does for people at the dashboard. */
export class MembersUnderTest {
  private constructor(
    readonly auth: AuthUnderTest,
    readonly otp: OtpStandIn,
    private readonly passwordHash: string,
  ) {}

  static async start(env: Readonly<Record<string, string>> = {}, instances = 1): Promise<MembersUnderTest> {
    const auth = await AuthUnderTest.start({ MEMBER_MAILS_PER_ASKER: '100000', ...env }, instances);
    return new MembersUnderTest(auth, await OtpStandIn.start(auth.busEnv), await hashPassword(password));
  }

  async stop(): Promise<void> {
    await this.otp.stop();
    await this.auth.stop();
  }

  /** Asks as the gateway. */
  ask<Request extends object, Answer extends object>(
    contract: CommandContract<Request, Answer>,
    payload: NoInfer<Request>,
  ): Promise<Reply<Answer>> {
    return this.auth.ask(contract, payload, 'gateway');
  }

  async newMerchant(): Promise<string> {
    const merchantId = newId('merchant');
    await this.auth.get(createMerchant, { merchantId, name: 'Boulangerie du Port' });
    return merchantId;
  }

  /** A new account and its owner. */
  async newOwner(email = freshEmail()): Promise<KnownMember> {
    const [merchantId, memberId] = [await this.newMerchant(), newId('member')];
    await this.auth.get(importOwner, {
      ...{ merchantId, memberId, passwordHash: this.passwordHash },
      email: this.auth.seal(email, 'import-owner.email'),
      name: this.auth.seal('Ada', 'import-owner.name'),
    });
    return { memberId, merchantId, email };
  }

  /** A member whom an owner has invited, and who has accepted. */
  async newMember(owner: KnownMember, role: MemberRole, email = freshEmail()): Promise<KnownMember> {
    const { memberId } = okay(await this.invite(owner, role, email));
    okay(await this.accept(this.otp.tokenTo(email)));
    return { memberId, merchantId: owner.merchantId, email };
  }

  /** `merchantId` is the account at which the actor asks. */
  invite(
    { memberId: actorMemberId, merchantId }: KnownMember,
    role: MemberRole,
    email = freshEmail(),
    key?: string,
  ): Promise<Reply<MemberInfo>> {
    return this.ask(inviteMember, {
      ...this.invitation({ memberId: actorMemberId, merchantId }, role, email),
      ...this.keyed(key, email, role),
    });
  }

  invitation({ memberId: actorMemberId, merchantId }: Omit<KnownMember, 'email'>, role: MemberRole, email: string) {
    const sealed = this.auth.seal(email, 'invite-member.email');
    return { merchantId, memberId: newId('member'), actorMemberId, role, email: sealed };
  }

  accept(token: string, secret = password, more: { readonly key?: string } = {}): Promise<Reply<MemberInfo>> {
    return this.ask(acceptInvitation, this.acceptance(token, secret, more));
  }

  /** The same past the bus, which hands over the commands of one token one after the other. */
  acceptAtOnce(token: string, secret: string): Promise<Reply<MemberInfo>> {
    const command = this.acceptance(token, secret);
    return this.auth.app.get(InvitationsCommands).accept(command, receivedOf(acceptInvitation, command));
  }

  private acceptance(token: string, secret: string, more: { readonly key?: string } = {}): AcceptInvitation {
    return {
      tokenHash: this.hashOf(token),
      name: this.auth.seal('Grace', 'accept-invitation.name'),
      password: this.auth.seal(secret, 'dashboard.password'),
      address: this.auth.seal(ADDRESS, 'dashboard.address'),
      ...this.keyed(more.key, token, secret),
    };
  }

  signIn(
    email: string,
    secret = password,
    { address = ADDRESS }: { readonly address?: string } = {},
  ): Promise<Reply<SignedInToDashboard>> {
    return this.ask(signInToDashboard, this.credentials(email, secret, address));
  }

  private credentials(email: string, secret: string, address: string): SignInToDashboardCommand {
    return {
      email: this.auth.seal(email, 'dashboard.email'),
      password: this.auth.seal(secret, 'dashboard.password'),
      address: this.auth.seal(address, 'dashboard.address'),
    };
  }

  /** The token of a new session. */
  async tokenOf(email: string, secret = password): Promise<string> {
    return this.auth.open('gateway', okay(await this.signIn(email, secret)).token, 'dashboard.token');
  }

  check(token: string): Promise<Reply<DashboardSession>> {
    return this.ask(checkDashboardSession, { tokenHash: this.hashOf(token) });
  }

  changeRole(actor: KnownMember, memberId: string, role: MemberRole): Promise<Reply<MemberInfo>> {
    const { merchantId, memberId: actorMemberId } = actor;
    return this.ask(changeMemberRole, { merchantId, memberId, actorMemberId, role });
  }

  remove({ merchantId, memberId: actorMemberId }: KnownMember, memberId: string) {
    return this.ask(removeMember, { merchantId, memberId, actorMemberId });
  }

  async membersOf(merchantId: string): Promise<readonly MemberInfo[]> {
    return okay(await this.ask(listMembers, { merchantId, limit: 100 })).members;
  }

  forget(email: string, { address = ADDRESS, key }: { readonly address?: string; readonly key?: string } = {}) {
    return this.ask(forgetMemberPassword, {
      email: this.auth.seal(email, 'dashboard.email'),
      address: this.auth.seal(address, 'dashboard.address'),
      ...this.keyed(key, email),
    });
  }

  reset(token: string, secret: string) {
    return this.ask(resetMemberPassword, this.resetting(token, secret));
  }

  /** The same past the bus. */
  resetAtOnce(token: string, secret: string) {
    const command = this.resetting(token, secret);
    return this.auth.app.get(MemberPasswordsCommands).reset(command, receivedOf(resetMemberPassword, command));
  }

  private resetting(token: string, secret: string): ResetMemberPassword {
    return {
      tokenHash: this.hashOf(token),
      password: this.auth.seal(secret, 'dashboard.password'),
      address: this.auth.seal(ADDRESS, 'dashboard.address'),
    };
  }

  /** What the gateway sends of a token. */
  hashOf(token: string): string {
    return opaqueTokenHash(createSecretKey(Buffer.from(this.auth.pepper, 'base64')), token);
  }

  /** What stands in a merchant's trail: action, subject and actor of each record. */
  trailOf(merchantId: string): Promise<{ action: string; subject: string; actor: string }[]> {
    return this.auth.sql(
      'SELECT action, subject, actor FROM audit_record WHERE merchant_id = $1 ORDER BY sequence',
      merchantId,
    );
  }

  keyed(key: string | undefined, ...body: readonly string[]): { idempotency?: SealedIdempotency } {
    if (key === undefined) return {};
    const bodyHash = this.auth.seal(sha256Base64url(JSON.stringify(body)), 'account.body-hash');
    return { idempotency: { keyHash: sha256Base64url(key), bodyHash } };
  }
}

/** An address that no other test uses. */
export function freshEmail(): string {
  return `m${randomBytes(6).toString('hex')}@shop.example`;
}

/** What a positive answer holds. */
export function okay<Answer>(reply: Reply<Answer>): Answer {
  if (!reply.ok) throw new Error(`refused: ${JSON.stringify(reply)}`);
  return reply.data;
}
