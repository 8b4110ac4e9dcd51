import { Injectable } from '@nestjs/common';
import type { Refusal } from '@paygate/contracts';
import { MEMBERSHIPS_MAX, refuse } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import type { AdmittedAttempt } from '../../../throttle/sign-in-throttle.js';
import type { Invitation } from '../mails/mail-tokens.repository.js';
import { MailTokensRepository } from '../mails/mail-tokens.repository.js';
import { MembersRepository } from '../members.repository.js';
import { PersonsRepository } from '../persons.repository.js';
import { MemberPasswordCheck } from '../sessions/member-password-check.js';

/** The password with which an invitation is accepted: a new one, or the right one of a person who has one. */
export interface AcceptingPassword {
  readonly newPassword?: ChosenPassword;
  readonly recordSuccess?: AdmittedAttempt['recordSuccess'];
}

export interface ChosenPassword {
  readonly hash: string;
  /** The IP address of the client that chose it. */
  readonly address: string;
}

/** Admits invited people, in transactions that lock the merchant: of concurrent requests with one token one is admitted. */
@Injectable()
export class NewMembers {
  constructor(
    private readonly persons: PersonsRepository,
    private readonly members: MembersRepository,
    private readonly tokens: MailTokensRepository,
    private readonly passwords: MemberPasswordCheck,
  ) {}

  /** Consumes the token, and stores a new password; or returns the refusal. */
  async admit(
    tx: DatabaseTransaction,
    { person, tokenHash }: Invitation,
    { newPassword, recordSuccess }: AcceptingPassword,
  ): Promise<Refusal | undefined> {
    const locked = await this.persons.lock(tx, person.id);
    if (locked === undefined || !(await this.tokens.isValid(tx, tokenHash))) return refuse('mail_token_invalid');
    // a password that was chosen or changed in the meantime is not the one that was presented
    if (locked.passwordHash !== person.passwordHash) return refuse('credentials_invalid');
    await recordSuccess?.(tx);
    if ((await this.members.countOfPerson(tx, person.id)) >= MEMBERSHIPS_MAX)
      return refuse('member_limit_reached', { detail: `A person belongs to at most ${MEMBERSHIPS_MAX} accounts.` });
    await this.tokens.consume(tx, tokenHash);
    if (newPassword !== undefined) {
      await this.persons.changePassword(tx, person.id, { passwordHash: newPassword.hash });
      await this.passwords.trust(tx, person, newPassword.address);
    }
    return undefined;
  }
}
