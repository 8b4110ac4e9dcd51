import { Injectable } from '@nestjs/common';
import type { EndSessionsCommand as Request, Reply, SessionsEnded } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { UserSessions } from '../sessions/user-sessions.js';
import { UsersRepository } from './users.repository.js';

/** Ends all tokens that a user has, for every gateway. */
@Injectable()
export class EndSessions {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: UsersRepository,
    private readonly sessions: UserSessions,
  ) {}

  async end({ userId }: Request, message: Received<Request>): Promise<Reply<SessionsEnded>> {
    if (!(await this.users.exists(userId)))
      return refuse('parameter_invalid', { param: 'userId', detail: 'no such user' });
    return this.unitOfWork.run(
      async (tx) => {
        const { issuedUntil } = await this.sessions.end(tx, userId);
        return accept({ userId, issuedUntil });
      },
      { requestId: message.requestId, causationId: message.id },
    );
  }
}
