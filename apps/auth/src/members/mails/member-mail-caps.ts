import { Injectable } from '@nestjs/common';
import type { MemberMail } from '@paygate/contracts';
import { SourceUsesRepository } from '@paygate/platform';
import { AuthConfig } from '../../config.js';
import { PersonalData } from '../../personal-data.js';

/** A mail, as far as it is counted. */
interface CountedMail {
  readonly mail: MemberMail;
  readonly asker: string;
  readonly email: string;
}

/** How many mails with a token one account or address may cause, and one e-mail address may get. */
@Injectable()
export class MemberMailCaps {
  constructor(
    private readonly config: AuthConfig,
    private readonly personalData: PersonalData,
    private readonly sources: SourceUsesRepository<'invitation' | 'new-password'>,
  ) {}

  /**
   * Counts a mail; the seconds to wait when there were too many. What is refused to who asks does not count for the address
   * that it would go to, which anybody may name. Nor do invitations, which an account can send to whom it likes, keep anybody
   * from a new password; and those of one account leave others theirs.
   */
  waitSeconds({ mail, asker, email }: CountedMail): Promise<number | undefined> {
    const { config } = this;
    const address = this.personalData.emailIndex(email).toString('base64url');
    const ofAsker = { source: asker, limit: config.MEMBER_MAILS_PER_ASKER };
    const limit = config.MEMBER_MAILS_PER_EMAIL;
    if (mail !== 'invitation') return this.sources.count('new-password', [ofAsker, { source: address, limit }]);
    return this.sources.count('invitation', [
      ofAsker,
      { source: `${asker}:${address}`, limit },
      { source: address, limit: config.MEMBER_INVITATIONS_PER_EMAIL },
    ]);
  }
}
