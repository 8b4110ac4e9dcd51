import { Injectable } from '@nestjs/common';
import type { MemberPasswordReset, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { PendingRequest } from '../idempotency/idempotent-requests.js';
import { IdempotentRequests } from '../idempotency/idempotent-requests.js';
import { isWeakPassword } from '../domain/password-policy.js';
import { MailTokensRepository } from '../mail-tokens.repository.js';
import { MemberPasswordChange } from '../member-password-change.js';
import { NewPasswords } from '../sign-in/new-passwords.js';

export interface NewMemberPassword {
  readonly tokenHash: string;
  readonly password: string;
  /** The IP address of who asks. */
  readonly address: string;
}

/** Changes the password of who has the token of an e-mail. A token that is not good costs no hash. */
@Injectable()
export class ResetMemberPassword {
  constructor(
    private readonly tokens: MailTokensRepository,
    private readonly newPasswords: NewPasswords,
    private readonly change: MemberPasswordChange,
    private readonly requests: IdempotentRequests,
  ) {}

  async execute(
    { tokenHash, password, address }: NewMemberPassword,
    request: PendingRequest<MemberPasswordReset>,
  ): Promise<Reply<MemberPasswordReset>> {
    if (isWeakPassword(password, undefined)) return refuse('password_weak', { param: 'password' });
    const person = await this.tokens.findReset(tokenHash);
    if (person === undefined) return refuse('mail_token_invalid');
    return this.newPasswords.admit(async (hash) => {
      const { requestId } = request.message;
      const wanted = { tokenHash, person, passwordHash: await hash(password), address, requestId };
      return this.requests.commit(request, async (tx) =>
        (await this.change.execute(tx, wanted)) ? accept({ personId: person.id }) : refuse('mail_token_invalid'),
      );
    });
  }
}
