import { Injectable } from '@nestjs/common';
import type { MemberPasswordReset, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { PendingRequest } from '../../../idempotency/idempotent-requests.js';
import { IdempotentRequests } from '../../../idempotency/idempotent-requests.js';
import { NewPasswords } from '../../../passwords/new-passwords.js';
import { isWeakPassword } from '../../../passwords/password-policy.js';
import { MailTokensRepository } from '../mails/mail-tokens.repository.js';
import { MemberPasswordChange } from './member-password-change.js';

export interface NewMemberPassword {
  readonly tokenHash: string;
  readonly password: string;
  /** The client's IP address. */
  readonly address: string;
}

/** Changes the password of the person to whom a token was mailed. An invalid token costs no hash. */
@Injectable()
export class ResetMemberPassword {
  constructor(
    private readonly tokens: MailTokensRepository,
    private readonly newPasswords: NewPasswords,
    private readonly change: MemberPasswordChange,
    private readonly requests: IdempotentRequests,
  ) {}

  async reset(
    { tokenHash, password, address }: NewMemberPassword,
    request: PendingRequest<MemberPasswordReset>,
  ): Promise<Reply<MemberPasswordReset>> {
    if (isWeakPassword(password, undefined)) return refuse('password_weak', { param: 'password' });
    const person = await this.tokens.findReset(tokenHash);
    if (person === undefined) return refuse('mail_token_invalid');
    if (this.newPasswords.isWeakOfMember(password, person.emailIndex))
      return refuse('password_weak', { param: 'password' });
    return this.newPasswords.admit(async (hash) => {
      const { requestId } = request.message;
      const change = { person, passwordHash: await hash(password), address, requestId };
      return this.requests.commit(request, async (tx) =>
        (await this.change.reset(tx, tokenHash, change))
          ? accept({ personId: person.id })
          : refuse('mail_token_invalid'),
      );
    });
  }
}
