import { Injectable } from '@nestjs/common';
import type { Reply, SignedOut, SignOut as Request } from '@paygate/contracts';
import { accept, deniedTokensTable, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { AuthConfig } from '../config.js';
import { DeniedTokensRepository } from '../denied-tokens.repository.js';
import { KeptAnswers } from '../kept-answers.js';

/** Ends one user token, for every gateway. The gateway has verified the token: only who holds it can end it. */
@Injectable()
export class SignOut {
  constructor(
    private readonly answers: KeptAnswers,
    private readonly denied: DeniedTokensRepository,
    private readonly config: AuthConfig,
  ) {}

  execute({ tokenId, expiresAt, idempotency }: Request, message: Received<Request>): Promise<Reply<SignedOut>> {
    const longestSeconds = this.config.USER_TOKEN_TTL_SECONDS;
    return this.answers.once<SignedOut>('sign-out', message, async (tx, keep) => {
      const row = await this.denied.deny(tx, tokenId, { expiresAt, longestSeconds });
      // under a key that did not end it, a token that has ended is like any other that is not good
      if (row === undefined && idempotency !== undefined) return refuse('token_invalid');
      if (row !== undefined) tx.putRow(deniedTokensTable, row);
      await keep(tx, { tokenId });
      return accept({ tokenId });
    });
  }
}
