import { Controller } from '@nestjs/common';
import type { DashboardSessionEnded, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { DashboardSessionsRepository } from './dashboard-sessions.repository.js';
import { EndDashboardSession } from './end-dashboard-session.js';

/** Commands about the open sessions of a person. */
@Controller()
export class OpenSessionsCommands {
  constructor(
    private readonly ending: EndDashboardSession,
    private readonly sessions: DashboardSessionsRepository,
  ) {}

  /** The session ends at every gateway, because each gateway checks every request here. */
  @HandleCommand(contract.endDashboardSession)
  end(
    command: contract.EndDashboardSessionCommand,
    { requestId }: Received<contract.EndDashboardSessionCommand>,
  ): Promise<Reply<DashboardSessionEnded>> {
    return this.ending.end(command, requestId);
  }

  @HandleCommand(contract.listDashboardSessions)
  async list({ sessionId }: contract.ListDashboardSessionsCommand): Promise<Reply<contract.DashboardSessionsListed>> {
    const sessions = (await this.sessions.list(sessionId)).map(({ id, device, createdAt, seenAt, expiresAt }) => ({
      ...{ sessionId: id, createdAt: createdAt.toISOString() },
      ...{ seenAt: seenAt.toISOString(), expiresAt: expiresAt.toISOString() },
      ...(device === null ? {} : { device }),
    }));
    return contract.accept({ sessions });
  }
}
