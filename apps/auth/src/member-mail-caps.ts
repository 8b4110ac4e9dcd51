import { Injectable } from '@nestjs/common';
import { SourceUsesRepository } from '@paygate/platform';
import { AuthConfig } from './config.js';
import { Vault } from './vault.js';

/** How many mails with a token one account or address may cause, and one e-mail address may get. */
@Injectable()
export class MemberMailCaps {
  constructor(
    private readonly config: AuthConfig,
    private readonly vault: Vault,
    private readonly sources: SourceUsesRepository<'member-mail'>,
  ) {}

  /**
   * Counts a mail; the seconds to wait when there were too many. What is refused to who asks does not count for the address
   * that it would go to, which anybody may name.
   */
  waitSeconds(asker: string, email: string): Promise<number | undefined> {
    const { MEMBER_MAILS_PER_ASKER: ofAsker, MEMBER_MAILS_PER_EMAIL: ofEmail } = this.config;
    const address = this.vault.emailIndex(email).toString('base64url');
    return this.sources.count('member-mail', [
      { source: asker, limit: ofAsker },
      { source: address, limit: ofEmail },
    ]);
  }
}
