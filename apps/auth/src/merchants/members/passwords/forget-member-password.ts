import { Injectable } from '@nestjs/common';
import type { Language, MemberPasswordForgotten, Reply } from '@paygate/contracts';
import { accept } from '@paygate/contracts';
import type { PendingRequest } from '../../../idempotency/idempotent-requests.js';
import { IdempotentRequests } from '../../../idempotency/idempotent-requests.js';
import { MemberMails } from '../mails/member-mails.js';
import { PersonsRepository } from '../persons.repository.js';
import { PasswordResetTokens } from './password-reset-tokens.js';

export interface ForgottenMemberPassword {
  readonly email: string;
  /** The HMAC of the client's IP address. */
  readonly source: string;
  readonly language: Language | undefined;
}

/** Mails a token for a new password. An unknown address takes the same steps without a mail. */
@Injectable()
export class ForgetMemberPassword {
  constructor(
    private readonly mails: MemberMails,
    private readonly persons: PersonsRepository,
    private readonly tokens: PasswordResetTokens,
    private readonly requests: IdempotentRequests,
  ) {}

  async forget(
    forgotten: ForgottenMemberPassword,
    request: PendingRequest<MemberPasswordForgotten>,
  ): Promise<Reply<MemberPasswordForgotten>> {
    const person = await this.persons.findByEmail(forgotten.email);
    // a person who has not accepted an invitation yet has no password to forget
    const personId = typeof person?.passwordHash === 'string' ? person.id : undefined;
    const mail = personId === undefined ? 'none' : 'password_reset';
    const mailed = await this.mails.send({ mail, ...forgotten }, request.message);
    if (!mailed.ok) return mailed;
    return this.requests.commit(request, async (tx) => {
      const { requestId } = request.message;
      if (personId !== undefined) await this.tokens.store(tx, mailed.data, { personId, requestId });
      return accept({ validHours: mailed.data.validHours });
    });
  }
}
