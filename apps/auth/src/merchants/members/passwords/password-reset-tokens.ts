import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import type { MailedToken } from '../mails/member-mails.js';
import { MailTokensRepository } from '../mails/mail-tokens.repository.js';
import { MemberActs } from '../member-acts.js';

/** Tokens for new passwords. That one was asked for is counted in the audit trails of the person's accounts. */
@Injectable()
export class PasswordResetTokens {
  constructor(
    private readonly tokens: MailTokensRepository,
    private readonly acts: MemberActs,
  ) {}

  async store(
    tx: DatabaseTransaction,
    mailed: MailedToken,
    asked: { readonly personId: string; readonly requestId: string },
  ): Promise<void> {
    await this.tokens.store(tx, { ...mailed, personId: asked.personId });
    await this.acts.count(tx, 'member.password_reset_requested', { ...asked, actor: 'gateway' });
  }
}
