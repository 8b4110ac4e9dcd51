import { Injectable } from '@nestjs/common';
import type { Idempotency, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import type { Keep } from '@paygate/platform';
import { DashboardBrake } from '../dashboard-brake.js';
import type { SessionAtDashboard } from '../dashboard-entrance.js';
import { DashboardEntrance } from '../dashboard-entrance.js';
import { KeptAnswers } from '../kept-answers.js';
import { MembersRepository } from '../members.repository.js';
import type { Person } from '../persons.repository.js';

export interface DashboardCredentials {
  readonly email: string;
  readonly password: string;
  /** The IP address of who asks. */
  readonly address: string;
  readonly idempotency: Idempotency | undefined;
}

/** A session, and its token, which was given to its person alone. */
export interface SignedIn extends SessionAtDashboard {
  readonly token: string;
}

/** What is kept under a key: the token and what cannot change of its session. */
type KeptSession = Pick<SignedIn, 'id' | 'token'> & { readonly expiresAt: string };

/**
 * Checks an e-mail address and a password, and begins a session. An address nobody has goes the same way, statement by
 * statement and hash by hash, and gets the same answer as a wrong password. A command that Kafka delivers again begins no
 * other session.
 */
@Injectable()
export class SignInToDashboard {
  constructor(
    private readonly brake: DashboardBrake,
    private readonly members: MembersRepository,
    private readonly entrance: DashboardEntrance,
    private readonly answers: KeptAnswers,
  ) {}

  execute(credentials: DashboardCredentials, message: Received<unknown>): Promise<Reply<SignedIn>> {
    const { email, password, address } = credentials;
    const shown = { password, address, messageId: message.id };
    return this.brake.guardEmail(email, shown, (person) => this.#signedIn(person, credentials, message));
  }

  async #signedIn(
    person: Person,
    { email, idempotency }: DashboardCredentials,
    message: Received<unknown>,
  ): Promise<Reply<SignedIn>> {
    const memberships = await this.members.ofPerson(person.id);
    if (memberships.length === 0) return refuse('credentials_invalid');
    // keys are each person's own: what others ask for under the same one is not found
    const payload = { merchantId: person.id, mode: 'live' as const, idempotency };
    const kept = await this.answers.once<KeptSession>('sign-in-to-dashboard', { ...message, payload }, (tx, keep) =>
      this.#begin({ tx, keep }, person, { memberships, requestId: message.requestId }),
    );
    if (!kept.ok) return kept;
    return { ...kept, data: { ...kept.data, email, memberships, expiresAt: new Date(kept.data.expiresAt) } };
  }

  async #begin(
    { tx, keep }: { readonly tx: Transaction; readonly keep: Keep<KeptSession> },
    person: Person,
    entered: Pick<SessionAtDashboard, 'memberships'> & { readonly requestId: string },
  ): Promise<Reply<KeptSession>> {
    const begun = await this.entrance.begin(tx, person, entered);
    // another password meanwhile
    if (begun === undefined) return refuse('credentials_invalid');
    const { id, token, expiresAt } = begun;
    const session = { id, token, expiresAt: expiresAt.toISOString() };
    await keep(tx, session);
    return accept(session);
  }
}
