import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import { newId } from '@paygate/platform';
import type { OpenSession } from './dashboard-sessions.repository.js';
import { DashboardSessionsRepository } from './dashboard-sessions.repository.js';
import { MemberPasswordCheck } from './member-password-check.js';
import type { MemberOfMerchant } from './members.repository.js';
import { MembershipRecords } from './membership-records.js';
import { OpaqueTokenMint } from './opaque-token-mint.js';
import type { Person } from './persons.repository.js';

/** A session, and what its person is a member of now. */
export interface SessionAtDashboard extends Pick<OpenSession, 'id' | 'email' | 'expiresAt'> {
  readonly memberships: readonly MemberOfMerchant[];
}

/** A session that has just begun. */
export interface NewSessionAtDashboard extends Pick<OpenSession, 'id' | 'expiresAt'> {
  readonly token: string;
}

/** Where sessions of the dashboard begin. */
@Injectable()
export class DashboardEntrance {
  constructor(
    private readonly sessions: DashboardSessionsRepository,
    private readonly tokens: OpaqueTokenMint,
    private readonly records: MembershipRecords,
    private readonly passwords: MemberPasswordCheck,
  ) {}

  /** Begins a session of a person who has shown the password; undefined when it was changed meanwhile. */
  async begin(
    tx: DatabaseTransaction,
    { id: personId, passwordHash }: Person,
    { memberships, requestId }: { readonly memberships: readonly MemberOfMerchant[]; readonly requestId: string },
  ): Promise<NewSessionAtDashboard | undefined> {
    const { text: token, hash: tokenHash } = this.tokens.mint('dashboardSession');
    const id = newId('dashboardSession');
    if (passwordHash === null) return undefined;
    const expiresAt = await this.sessions.begin(tx, { id, tokenHash, personId, passwordHash });
    if (expiresAt === undefined) return undefined;
    await this.records.signedIn(tx, memberships, requestId);
    return { id, token, expiresAt };
  }

  /** The person, who is held, has chosen another password at an IP address: what the one before has brought is over. */
  async beginAfresh(tx: DatabaseTransaction, person: Person, address: string): Promise<void> {
    await this.sessions.endAll(tx, person.id);
    await this.passwords.resetAttempts(tx, person);
    await this.passwords.trust(tx, person, address);
  }
}
