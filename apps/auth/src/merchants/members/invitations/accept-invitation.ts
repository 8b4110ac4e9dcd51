import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { PendingRequest } from '../../../idempotency/idempotent-requests.js';
import { MailTokensRepository } from '../mails/mail-tokens.repository.js';
import { MemberJoining } from './member-joining.js';
import { MemberPasswordCheck } from '../sessions/member-password-check.js';
import type { MemberFacts } from '../member.view.js';
import { NewPasswords } from '../../../passwords/new-passwords.js';

export interface Acceptance {
  readonly tokenHash: string;
  readonly name: string;
  readonly password: string;
  /** The client's IP address. */
  readonly address: string;
}

/**
 * Makes an invited person a member: a new person chooses a password; a person who has one presents it, protected like a sign-in.
 * An invalid token costs no hash.
 */
@Injectable()
export class AcceptInvitation {
  constructor(
    private readonly tokens: MailTokensRepository,
    private readonly newPasswords: NewPasswords,
    private readonly passwords: MemberPasswordCheck,
    private readonly joining: MemberJoining,
  ) {}

  async accept(
    { tokenHash, name, password, address }: Acceptance,
    request: PendingRequest<MemberFacts>,
  ): Promise<Reply<MemberFacts>> {
    const invitation = await this.tokens.findInvitation(tokenHash);
    if (invitation === undefined) return refuse('mail_token_invalid');
    const { person } = invitation;
    if (person.passwordHash === null) {
      if (this.newPasswords.isWeakOfMember(password, person.emailIndex))
        return refuse('password_weak', { param: 'password' });
      return this.newPasswords.admit(async (hash) =>
        this.joining.join(request, { invitation, name, newPassword: { hash: await hash(password), address } }),
      );
    }
    return this.passwords.check(
      { emailIndex: person.emailIndex, password, address },
      () => Promise.resolve(person),
      ({ recordSuccess }) => this.joining.join(request, { invitation, name, recordSuccess }),
    );
  }
}
