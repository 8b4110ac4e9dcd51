import { Injectable } from '@nestjs/common';
import type { DashboardSessionEnded, EndDashboardSession as Request, Reply } from '@paygate/contracts';
import { accept } from '@paygate/contracts';
import { DashboardSessionsRepository } from '../dashboard-sessions.repository.js';

/** Ends a session for every gateway, as each asks here. */
@Injectable()
export class EndDashboardSession {
  constructor(private readonly sessions: DashboardSessionsRepository) {}

  async execute({ sessionId }: Request): Promise<Reply<DashboardSessionEnded>> {
    await this.sessions.end(sessionId);
    return accept({ sessionId });
  }
}
