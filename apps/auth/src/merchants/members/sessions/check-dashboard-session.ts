import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { DashboardSessionFacts } from '../member.view.js';
import { MembersRepository } from '../members.repository.js';
import { DashboardSessionsRepository } from './dashboard-sessions.repository.js';

/**
 * Returns the session of a token, with the memberships that its person has now: a removal or another role holds from the next
 * request on. An ended session is answered like an unknown one, as is that of a person without memberships.
 */
@Injectable()
export class CheckDashboardSession {
  constructor(
    private readonly sessions: DashboardSessionsRepository,
    private readonly members: MembersRepository,
  ) {}

  async check(tokenHash: string): Promise<Reply<DashboardSessionFacts>> {
    const session = await this.sessions.seen(tokenHash);
    if (session === undefined) return refuse('token_invalid');
    const memberships = await this.members.ofPerson(session.personId);
    return memberships.length === 0 ? refuse('token_invalid') : accept({ ...session, memberships });
  }
}
