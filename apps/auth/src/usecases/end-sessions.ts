import { Injectable } from '@nestjs/common';
import type { EndSessions as Request, Reply, SessionsEnded } from '@paygate/contracts';
import { accept, deniedTokensTable } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { AuthConfig } from '../config.js';
import { DeniedTokensRepository } from '../denied-tokens.repository.js';

/** Ends all tokens that a user has, for every gateway. */
@Injectable()
export class EndSessions {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly denied: DeniedTokensRepository,
    private readonly config: AuthConfig,
  ) {}

  execute({ userId }: Request, message: Received<Request>): Promise<Reply<SessionsEnded>> {
    return this.unitOfWork.run(
      async (tx) => {
        const row = await this.denied.denyUser(tx, userId, this.config.USER_TOKEN_TTL_SECONDS);
        tx.putRow(deniedTokensTable, row);
        return accept({ userId, issuedUntil: row.issuedUntil });
      },
      { requestId: message.requestId, causationId: message.id },
    );
  }
}
