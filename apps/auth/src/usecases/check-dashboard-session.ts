import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { SessionAtDashboard } from '../dashboard-entrance.js';
import { DashboardSessionsRepository } from '../dashboard-sessions.repository.js';
import { MembersRepository } from '../members.repository.js';

/**
 * Says whose session a token is of. One that has ended reads like one that never was, and like one of who is a member of
 * nothing any more. What a session may do is looked up each time: who was removed is out with the next request.
 */
@Injectable()
export class CheckDashboardSession {
  constructor(
    private readonly sessions: DashboardSessionsRepository,
    private readonly members: MembersRepository,
  ) {}

  async execute(tokenHash: string): Promise<Reply<SessionAtDashboard>> {
    const session = await this.sessions.seen(tokenHash);
    if (session === undefined) return refuse('token_invalid');
    const memberships = await this.members.ofPerson(session.personId);
    return memberships.length === 0 ? refuse('token_invalid') : accept({ ...session, memberships });
  }
}
