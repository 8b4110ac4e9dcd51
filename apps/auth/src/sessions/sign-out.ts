import { Injectable } from '@nestjs/common';
import type { Reply, SignedOut, SignOut as Request } from '@paygate/contracts';
import { accept, deniedTokensTable } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { AuthConfig } from '../config.js';
import { DeniedTokensRepository } from './denied-tokens.repository.js';

/** Ends one user token at every gateway. The gateway has verified the token. Repeated, it changes nothing. */
@Injectable()
export class SignOut {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly denied: DeniedTokensRepository,
    private readonly config: AuthConfig,
  ) {}

  execute({ tokenId, expiresAt }: Request, message: Received<Request>): Promise<Reply<SignedOut>> {
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
