import { Injectable } from '@nestjs/common';
import { MEMBERSHIPS_MAX } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { newId } from '@paygate/platform';
import { DashboardBrake } from './dashboard-brake.js';
import type { OpenSession } from './dashboard-sessions.repository.js';
import { DashboardSessionsRepository } from './dashboard-sessions.repository.js';
import type { MemberOfMerchant } from './members.repository.js';
import { MembersRepository } from './members.repository.js';
import { OpaqueTokenMint } from './opaque-token-mint.js';
import type { Person } from './persons.repository.js';

/** A session, and what its person is a member of now. */
export interface SessionAtDashboard extends Pick<OpenSession, 'id' | 'email' | 'expiresAt'> {
  readonly memberships: readonly MemberOfMerchant[];
}

/** Sessions of the dashboard. What a session may do is looked up each time: who was removed is out with the next request. */
@Injectable()
export class DashboardEntrance {
  constructor(
    private readonly sessions: DashboardSessionsRepository,
    private readonly members: MembersRepository,
    private readonly tokens: OpaqueTokenMint,
    private readonly brake: DashboardBrake,
  ) {}

  /** Begins a session of a person who has shown the password; undefined when it was changed meanwhile. */
  async begin(
    { id: personId, passwordHash }: Person,
    email: string,
  ): Promise<(SessionAtDashboard & { readonly token: string }) | undefined> {
    const { text: token, hash: tokenHash } = this.tokens.mint('dashboardSession');
    const id = newId('dashboardSession');
    const memberships = await this.members.ofPerson(personId, MEMBERSHIPS_MAX);
    if (memberships.length === 0 || passwordHash === null) return undefined;
    const expiresAt = await this.sessions.begin({ id, tokenHash, personId, passwordHash });
    return expiresAt && { id, email, expiresAt, memberships, token };
  }

  /** The session of a token; undefined when it has ended, or its person is a member of nothing any more. */
  async of(tokenHash: string): Promise<SessionAtDashboard | undefined> {
    const session = await this.sessions.seen(tokenHash);
    if (session === undefined) return undefined;
    const memberships = await this.members.ofPerson(session.personId, MEMBERSHIPS_MAX);
    return memberships.length === 0 ? undefined : { ...session, memberships };
  }

  /** The person, who is held, has chosen another password at an IP address: what the one before has brought is over. */
  async beginAfresh(tx: DatabaseTransaction, person: Person, address: string): Promise<void> {
    await this.sessions.endAll(tx, person.id);
    await this.brake.clear(tx, person);
    await this.brake.welcome(tx, person, address);
  }
}
