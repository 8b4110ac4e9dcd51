import { Injectable } from '@nestjs/common';
import type { Refusal } from '@paygate/contracts';
import { MEMBERSHIPS_MAX, refuse } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import type { AcceptingPassword } from '../members/invitations/new-members.js';
import { MembersRepository } from '../members/members.repository.js';
import type { Person } from '../members/persons.repository.js';
import { PersonsRepository } from '../members/persons.repository.js';
import { MemberPasswordCheck } from '../members/sessions/member-password-check.js';
import type { AccountClaim } from './account-claims.repository.js';
import { AccountClaimsRepository } from './account-claims.repository.js';

/** A claim whose token was valid a moment ago, and the password that was presented or chosen. */
export interface ConfirmedClaim extends AcceptingPassword {
  readonly claim: AccountClaim;
  /** The name of the owner. */
  readonly name: string;
  /** The password that the person had; null when none. */
  readonly passwordHash: string | null;
}

/** A claim, and the password of the person who has its address. */
export type OpenClaim = Pick<ConfirmedClaim, 'claim' | 'passwordHash'>;

/** Admits people to the accounts that they open. */
@Injectable()
export class AccountAdmission {
  constructor(
    private readonly claims: AccountClaimsRepository,
    private readonly persons: PersonsRepository,
    private readonly members: MembersRepository,
    private readonly passwords: MemberPasswordCheck,
  ) {}

  /** Returns undefined when the token is not valid. */
  async find(tokenHash: string): Promise<OpenClaim | undefined> {
    const claim = await this.claims.find(tokenHash);
    if (claim === undefined) return undefined;
    const person = await this.persons.findByEmail(claim.email);
    return { claim, passwordHash: person?.passwordHash ?? null };
  }

  /** Consumes the token and stores a new password; or returns the refusal, which changes nothing. */
  async admit(tx: DatabaseTransaction, confirmed: ConfirmedClaim): Promise<Refusal | undefined> {
    const { claim, newPassword, recordSuccess } = confirmed;
    if (!(await this.claims.lock(tx, claim.tokenHash))) return refuse('mail_token_invalid');
    const person = await this.persons.findOrCreate(tx, claim.email);
    const refusal = await this.#refusalOf(tx, person, confirmed);
    if (refusal !== undefined) {
      await this.persons.deleteIfNoMember(tx, person.id);
      return refusal;
    }
    await recordSuccess?.(tx);
    await this.claims.consume(tx, claim.tokenHash);
    if (newPassword !== undefined) {
      await this.persons.changePassword(tx, person.id, { passwordHash: newPassword.hash });
      await this.passwords.trust(tx, person, newPassword.address);
    }
    return undefined;
  }

  async #refusalOf(
    tx: DatabaseTransaction,
    person: Person,
    { passwordHash }: ConfirmedClaim,
  ): Promise<Refusal | undefined> {
    // a password that was chosen or changed in the meantime is not the one that was presented
    if (person.passwordHash !== passwordHash) return refuse('credentials_invalid');
    const isMost = (await this.members.countOfPerson(tx, person.id)) >= MEMBERSHIPS_MAX;
    return isMost ? refuse('member_limit_reached') : undefined;
  }
}
