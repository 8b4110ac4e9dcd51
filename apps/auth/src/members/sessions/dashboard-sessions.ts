import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import { newId } from '@paygate/platform';
import { OpaqueTokenMint } from '../mails/opaque-token-mint.js';
import type { DashboardSessionFacts } from '../member.view.js';
import { Memberships } from '../memberships.js';
import type { Person } from '../persons.repository.js';
import { DashboardSessionsRepository } from './dashboard-sessions.repository.js';

/** A new session, and its token, which is returned this once. */
export interface NewDashboardSession extends Pick<DashboardSessionFacts, 'id' | 'expiresAt'> {
  readonly token: string;
}

/** Begins sessions of the dashboard. */
@Injectable()
export class DashboardSessions {
  constructor(
    private readonly sessions: DashboardSessionsRepository,
    private readonly tokens: OpaqueTokenMint,
    private readonly memberships: Memberships,
  ) {}

  /** Returns undefined when the password that was presented has been changed in the meantime. */
  async begin(
    tx: DatabaseTransaction,
    { id: personId, passwordHash }: Person,
    { memberships, requestId }: Pick<DashboardSessionFacts, 'memberships'> & { readonly requestId: string },
  ): Promise<NewDashboardSession | undefined> {
    if (passwordHash === null) return undefined;
    const { text: token, hash: tokenHash } = this.tokens.mint('dashboardSession');
    const id = newId('dashboardSession');
    const expiresAt = await this.sessions.begin(tx, { id, tokenHash, personId, passwordHash });
    if (expiresAt === undefined) return undefined;
    await this.memberships.recordSignIn(tx, memberships, requestId);
    return { id, token, expiresAt };
  }
}
