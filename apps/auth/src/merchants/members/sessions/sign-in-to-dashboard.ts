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
  /** The code of a person with a second factor. */
  readonly code: string | undefined;
  /** Browser and system, when they are known. */
  readonly device: string | undefined;
}

export type SignedIn = DashboardSessionFacts & NewDashboardSession;

/**
 * Checks an e-mail address, a password and the code of a second factor, and begins a session. An unknown address takes the same
 * steps and gets the same answer as a wrong password. The right password alone gets nothing that a later request could use: the
 * second step sends all three.
 */
@Injectable()
export class SignInToDashboard {
  constructor(
    private readonly passwords: MemberPasswordCheck,
    private readonly database: Database,
    private readonly members: MembersRepository,
    private readonly sessions: DashboardSessions,
  ) {}

  signIn({ email, code, device, ...presented }: DashboardCredentials, requestId: string): Promise<Reply<SignedIn>> {
    return this.passwords.checkEmail(email, presented, (proven) =>
      this.#begin(proven, { email, code, device }, requestId),
    );
  }

  async #begin(
    { person, isTrusted, resetCounter, recordSuccess }: ProvenPerson,
    { email, ...shown }: Pick<DashboardCredentials, 'email' | 'code' | 'device'>,
    requestId: string,
  ): Promise<Reply<SignedIn>> {
    const memberships = await this.members.ofPerson(person.id);
    if (memberships.length === 0) return refuse('credentials_invalid');
    return this.database.transaction(async (tx) => {
      const begun = await this.sessions.begin(tx, person, { ...shown, memberships, requestId, isTrusted });
      if (begun.ok) await recordSuccess(tx);
      // the password was right: wrong codes are counted apart
      else if (begun.code !== 'credentials_invalid') await resetCounter(tx);
      return begun.ok ? accept({ ...begun.data, email, memberships }) : begun;
    });
  }
}
