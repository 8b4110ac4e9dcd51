import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import { Database } from '@paygate/platform';
import type { DashboardSessionFacts } from '../member.view.js';
import { MembersRepository } from '../members.repository.js';
import type { NewDashboardSession } from './dashboard-sessions.js';
import { DashboardSessions } from './dashboard-sessions.js';
import type { ProvenPerson } from './member-password-check.js';
import { MemberPasswordCheck } from './member-password-check.js';

export interface DashboardCredentials {
  readonly email: string;
  readonly password: string;
  /** The client's IP address. */
  readonly address: string;
}

export type SignedIn = DashboardSessionFacts & NewDashboardSession;

/**
 * Checks an e-mail address and a password, and begins a session. An unknown address takes the same steps and gets the same
 * answer as a wrong password.
 */
@Injectable()
export class SignInToDashboard {
  constructor(
    private readonly passwords: MemberPasswordCheck,
    private readonly database: Database,
    private readonly members: MembersRepository,
    private readonly sessions: DashboardSessions,
  ) {}

  signIn({ email, ...presented }: DashboardCredentials, requestId: string): Promise<Reply<SignedIn>> {
    return this.passwords.checkEmail(email, presented, (proven) => this.#begin(proven, email, requestId));
  }

  async #begin({ person, recordSuccess }: ProvenPerson, email: string, requestId: string): Promise<Reply<SignedIn>> {
    const memberships = await this.members.ofPerson(person.id);
    if (memberships.length === 0) return refuse('credentials_invalid');
    return this.database.transaction(async (tx) => {
      const session = await this.sessions.begin(tx, person, { memberships, requestId });
      // the password was changed in the meantime
      if (session === undefined) return refuse('credentials_invalid');
      await recordSuccess(tx);
      return accept({ ...session, email, memberships });
    });
  }
}
