import { Injectable } from '@nestjs/common';
import type { MemberMail, NoticeKind, OwnerNotice } from '@paygate/contracts';
import { SourceUsesRepository } from '@paygate/platform';
import { AuthConfig } from '../../../config.js';
import { PersonalData } from '../../../personal-data.js';

/** A mail whose text has a token; notices have none. */
export type TokenMail = Exclude<MemberMail, OwnerNotice | NoticeKind>;

interface CountedMail {
  readonly mail: TokenMail;
  readonly source: string;
  readonly email: string;
}

/** Bounds the mails with tokens that one account or IP address causes, and that one e-mail address gets. */
@Injectable()
export class MemberMailCaps {
  constructor(
    private readonly config: AuthConfig,
    private readonly personalData: PersonalData,
    private readonly sources: SourceUsesRepository<'invitation' | 'new-password' | 'new-account'>,
  ) {}

  /**
   * Counts a mail for its source and its mailbox; returns the seconds to wait when there were too many. A mail that its source may not cause is not counted for
   * the address. Invitations, password resets and sign-ups are counted apart, and invitations also apart per account, so that no account
   * keeps an address from a new password or from other accounts.
   */
  waitSeconds({ mail, source, email }: CountedMail): Promise<number | undefined> {
    const { config } = this;
    const address = this.personalData.emailIndexes(mailboxOf(email))[0].toString('base64url');
    const ofSource = { source, limit: config.MEMBER_MAILS_PER_SOURCE };
    const limit = config.MEMBER_MAILS_PER_EMAIL;
    if (mail !== 'invitation') {
      const action = mail === 'account_confirmation' ? 'new-account' : 'new-password';
      return this.sources.count(action, [ofSource, { source: address, limit }]);
    }
    return this.sources.count('invitation', [
      ofSource,
      { source: `${source}:${address}`, limit },
      { source: address, limit: config.MEMBER_INVITATIONS_PER_EMAIL },
    ]);
  }
}

/** The mailbox of an address: what stands after a plus only sorts the mails that it gets. */
export function mailboxOf(email: string): string {
  return email.replace(/\+[^@]*(?=@)/, '');
}
