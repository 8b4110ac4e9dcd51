import { Injectable } from '@nestjs/common';
import type { MemberPasswordReset, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { AccountRequest } from '../account-answers.js';
import { AccountAnswers } from '../account-answers.js';
import { dashboardAsker } from '../dashboard-brake.js';
import { isWeakPassword } from '../domain/password-policy.js';
import { MailTokensRepository } from '../mail-tokens.repository.js';
import { MemberPasswordChange } from '../member-password-change.js';
import { NewPasswords } from '../new-passwords.js';

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
    private readonly answers: AccountAnswers,
  ) {}

  async execute(
    { tokenHash, password, address }: NewMemberPassword,
    request: AccountRequest<MemberPasswordReset>,
  ): Promise<Reply<MemberPasswordReset>> {
    if (isWeakPassword(password, undefined)) return refuse('password_weak', { param: 'password' });
    const person = await this.tokens.findReset(tokenHash);
    if (person === undefined) return refuse('mail_token_invalid');
    return this.newPasswords.admit(dashboardAsker, async (hash) => {
      const { requestId } = request.message;
      const wanted = { tokenHash, person, passwordHash: await hash(password), address, requestId };
      return this.answers.commit(request, async (tx) =>
        (await this.change.execute(tx, wanted)) ? accept({ personId: person.id }) : refuse('mail_token_invalid'),
      );
    });
  }
}
