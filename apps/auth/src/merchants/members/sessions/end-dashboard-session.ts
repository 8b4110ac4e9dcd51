import { Injectable } from '@nestjs/common';
import type { DashboardSessionEnded, EndDashboardSessionCommand, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import { Database } from '@paygate/platform';
import { MemberActs } from '../member-acts.js';
import { DashboardSessionsRepository } from './dashboard-sessions.repository.js';

/** Ends sessions of the dashboard: its own at a sign-out, or another one of the same person. */
@Injectable()
export class EndDashboardSession {
  constructor(
    private readonly database: Database,
    private readonly sessions: DashboardSessionsRepository,
    private readonly acts: MemberActs,
  ) {}

  end(
    { sessionId, actorSessionId }: EndDashboardSessionCommand,
    requestId: string,
  ): Promise<Reply<DashboardSessionEnded>> {
    return this.database.transaction(async (tx) => {
      const [personId, action] =
        actorSessionId === undefined
          ? ([await this.sessions.end(tx, sessionId), 'member.signed_out'] as const)
          : ([await this.sessions.endOther(tx, sessionId, actorSessionId), 'member.session_ended'] as const);
      if (personId !== undefined) await this.acts.count(tx, action, { personId, requestId });
      else if (actorSessionId !== undefined) return refuse('session_not_found');
      return accept({ sessionId });
    });
  }
}
