import { Controller } from '@nestjs/common';
import type { Reply, SignedOut } from '@paygate/contracts';
import { accept, deniedTokensTable, SignOutCommand, signOut } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand, UnitOfWork } from '@paygate/messaging';
import { AuthConfig } from '../../config.js';
import { DeniedTokensRepository } from './denied-tokens.repository.js';

/** Commands about user tokens. */
@Controller()
export class SessionsCommands {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly denied: DeniedTokensRepository,
    private readonly config: AuthConfig,
  ) {}

  /** Ends one user token at every gateway. The gateway has verified the token. Repeated, it changes nothing. */
  @HandleCommand(signOut)
  signOut({ tokenId, expiresAt }: SignOutCommand, message: Received<SignOutCommand>): Promise<Reply<SignedOut>> {
    const longestSeconds = this.config.USER_TOKEN_TTL_SECONDS;
    return this.unitOfWork.run(
      async (tx) => {
        const row = await this.denied.deny(tx, tokenId, { expiresAt, longestSeconds });
        if (row !== undefined) tx.putRow(deniedTokensTable, row);
        return accept({ tokenId });
      },
      { requestId: message.requestId, causationId: message.id },
    );
  }
}
