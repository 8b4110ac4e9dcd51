import { Injectable } from '@nestjs/common';
import type { MemberRole } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import type { AuditEntry } from '../../audit/audit-trail.js';
import type { Member } from './member.js';
import { MailTokensRepository } from './mails/mail-tokens.repository.js';
import type { MailedToken } from './mails/member-mails.js';
import { AccountActs } from './mails/account-acts.js';
import { MembersRepository } from './members.repository.js';
import { PersonsRepository } from './persons.repository.js';

/** The actor and the request of a change. */
export type RecordedBy = Pick<AuditEntry, 'actor' | 'requestId'>;

/** A change of what a person signs in with, or the use of it, or of the browsers that get the person's notices. */
export type CredentialAction =
  | 'member.push_started'
  | 'member.push_stopped'
  | 'member.password_reset'
  | 'member.password_changed'
  | 'member.second_factor_enabled'
  | 'member.second_factor_disabled'
  | 'member.second_factor_refused'
  | 'member.recovery_code_used'
  | 'member.recovery_codes_renewed';

/** A member to be invited. */
export interface WantedMember {
  readonly memberId: string;
  readonly merchantId: string;
  readonly email: string;
  readonly role: MemberRole;
}

/**
 * Changes of memberships, each with its audit record. Changes of members run in transactions that lock the merchant; sign-ins
 * and password resets lock only the person.
 */
@Injectable()
export class Memberships {
  constructor(
    private readonly persons: PersonsRepository,
    private readonly members: MembersRepository,
    private readonly tokens: MailTokensRepository,
    private readonly acts: AccountActs,
  ) {}

  /** The active membership of a person in an account. */
  async find(tx: DatabaseTransaction, personId: string, merchantId: string): Promise<Member | undefined> {
    return (await this.members.ofPerson(personId, tx)).find((one) => one.merchantId === merchantId);
  }

  /** `token` is undefined where no mail is sent. */
  async invite(
    tx: DatabaseTransaction,
    wanted: WantedMember,
    token: MailedToken | undefined,
    by: RecordedBy,
  ): Promise<Member> {
    const { memberId: id, merchantId, email, role } = wanted;
    const { id: personId } = await this.persons.findOrCreate(tx, email);
    await this.members.insert(tx, { id, merchantId, personId, role });
    if (token !== undefined) await this.tokens.store(tx, { ...token, personId, memberId: id });
    const member = await this.#read(tx, id, merchantId);
    await this.#record(tx, 'member.invited', member, by);
    return member;
  }

  /** The new token replaces the previous one. */
  async inviteAgain(tx: DatabaseTransaction, member: Member, token: MailedToken, by: RecordedBy): Promise<Member> {
    const { id: memberId, personId } = member;
    await this.tokens.store(tx, { ...token, personId, memberId });
    await this.#record(tx, 'member.invited_again', member, by);
    return member;
  }

  async join(tx: DatabaseTransaction, member: Pick<Member, 'id' | 'merchantId'>, name: string, by: RecordedBy) {
    await this.members.join(tx, member.id, name);
    const joined = await this.#read(tx, member.id, member.merchantId);
    await this.#record(tx, 'member.joined', joined, by);
    return joined;
  }

  async changeRole(tx: DatabaseTransaction, member: Member, role: MemberRole, by: RecordedBy): Promise<Member> {
    await this.members.changeRole(tx, member.id, role);
    const changed = { ...member, role };
    await this.#record(tx, 'member.role_changed', changed, by);
    return changed;
  }

  /** With the last membership the person is deleted, and with the person all sessions. */
  async remove(tx: DatabaseTransaction, member: Member, by: RecordedBy): Promise<void> {
    const { id, personId } = member;
    await this.persons.lock(tx, personId);
    await this.members.remove(tx, id);
    await this.persons.deleteIfNoMember(tx, personId);
    await this.#record(tx, 'member.removed', member, by);
  }

  /** Written at every account of the person. */
  async recordCredential(
    tx: DatabaseTransaction,
    action: CredentialAction,
    { personId, requestId }: { readonly personId: string; readonly requestId: string },
  ): Promise<void> {
    const memberships = await this.members.ofPerson(personId, tx);
    await this.#recordOwn(tx, action, memberships, requestId);
  }

  /** Written at every account of the person, in one statement. */
  recordSignIn(tx: DatabaseTransaction, memberships: readonly Member[], requestId: string): Promise<void> {
    return this.#recordOwn(tx, 'member.signed_in', memberships, requestId);
  }

  async #read(tx: DatabaseTransaction, id: string, merchantId: string): Promise<Member> {
    const member = await this.members.find(tx, id, merchantId);
    if (member === undefined) throw new Error('a member vanished under the lock of its merchant');
    return member;
  }

  /** The owners are notified of what gives rights to somebody. */
  #record(tx: DatabaseTransaction, action: AuditEntry['action'], member: Member, by: RecordedBy): Promise<void> {
    return this.acts.record(tx, entryOf(action, member, by), { role: member.role });
  }

  #recordOwn(
    tx: DatabaseTransaction,
    action: AuditEntry['action'],
    memberships: readonly Member[],
    requestId: string,
  ): Promise<void> {
    return this.acts.append(
      tx,
      ...memberships.map((member) => entryOf(action, member, { actor: member.id, requestId })),
    );
  }
}

function entryOf(action: AuditEntry['action'], { id: subject, merchantId, role }: Member, by: RecordedBy): AuditEntry {
  // members belong to both modes; their rights in live mode are what matters
  return { merchantId, mode: 'live', action, subject, detail: { role }, ...by };
}
