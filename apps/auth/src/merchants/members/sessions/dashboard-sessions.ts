import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { newId } from '@paygate/platform';
import { OpaqueTokenMint } from '../mails/opaque-token-mint.js';
import type { DashboardSessionFacts } from '../member.view.js';
import { Memberships } from '../memberships.js';
import type { Person } from '../persons.repository.js';
import { SecondFactorCheck } from '../second-factor/second-factor-check.js';
import { DashboardSessionsRepository } from './dashboard-sessions.repository.js';

/** A new session, and its token, which is returned this once. */
export interface NewDashboardSession extends Pick<DashboardSessionFacts, 'id' | 'expiresAt'> {
  readonly token: string;
}

/** A sign-in whose password is right. */
export interface SignInProof extends Pick<DashboardSessionFacts, 'memberships'> {
  /** The code of a person with a second factor. */
  readonly code: string | undefined;
  readonly requestId: string;
  /** Browser and system, when they are known. */
  readonly device: string | undefined;
  /** True when the person has signed in from the network before. */
  readonly isTrusted: boolean;
}

/** Begins sessions of the dashboard. */
@Injectable()
export class DashboardSessions {
  constructor(
    private readonly sessions: DashboardSessionsRepository,
    private readonly tokens: OpaqueTokenMint,
    private readonly memberships: Memberships,
    private readonly secondFactors: SecondFactorCheck,
  ) {}

  /**
   * Begins a session of a person whose password is right. Refuses a person with a second factor whose code is missing or wrong, and
   * one whose password has been changed in the meantime.
   */
  async begin(
    tx: DatabaseTransaction,
    { id: personId, passwordHash }: Person,
    { memberships, requestId, code, device, isTrusted }: SignInProof,
  ): Promise<Reply<NewDashboardSession>> {
    const source = isTrusted ? 'trusted' : 'untrusted';
    const refusal = await this.secondFactors.atSignIn(tx, { personId, code, requestId, source });
    if (refusal !== undefined) return refusal;
    if (passwordHash === null) return refuse('credentials_invalid');
    const { text: token, hash: tokenHash } = this.tokens.mint('dashboardSession');
    const id = newId('dashboardSession');
    const expiresAt = await this.sessions.begin(tx, { id, tokenHash, personId, passwordHash, device });
    if (expiresAt === undefined) return refuse('credentials_invalid');
    await this.memberships.recordSignIn(tx, memberships, requestId);
    return accept({ id, token, expiresAt });
  }
}
