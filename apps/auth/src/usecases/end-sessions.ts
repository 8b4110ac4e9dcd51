import { Injectable } from '@nestjs/common';
import type { EndSessions as Request, Reply, SessionsEnded } from '@paygate/contracts';
import { accept } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { UserSessions } from '../user-sessions.js';

/** Ends all tokens that a user has, for every gateway. */
@Injectable()
export class EndSessions {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly sessions: UserSessions,
  ) {}

  execute({ userId }: Request, message: Received<Request>): Promise<Reply<SessionsEnded>> {
    return this.unitOfWork.run(
      async (tx) => {
        const { issuedUntil } = await this.sessions.end(tx, userId);
        return accept({ userId, issuedUntil });
      },
      { requestId: message.requestId, causationId: message.id },
    );
  }
}
