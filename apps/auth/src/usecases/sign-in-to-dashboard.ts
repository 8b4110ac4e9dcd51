import { Injectable } from '@nestjs/common';
import type { Idempotency, Reply } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import { DashboardBrake } from '../dashboard-brake.js';
import type { SessionAtDashboard } from '../dashboard-entrance.js';
import { DashboardEntrance } from '../dashboard-entrance.js';
import { KeptAnswers } from '../kept-answers.js';
import type { Person } from '../persons.repository.js';
import { PersonsRepository } from '../persons.repository.js';

export interface DashboardCredentials {
  readonly email: string;
  readonly password: string;
  /** The IP address of who asks. */
  readonly address: string;
  readonly idempotency: Idempotency | undefined;
}

export interface NewSessionAtDashboard extends SessionAtDashboard {
  readonly token: string;
}

/** What is kept under an idempotency key: the token and what cannot change of its session. */
type KeptSession = Pick<NewSessionAtDashboard, 'id' | 'token'> & { readonly expiresAt: string };

/**
 * Checks an e-mail address and a password, and begins a session. An address nobody has goes the same way, statement by
 * statement and hash by hash, and gets the same answer as a wrong password.
 */
@Injectable()
export class SignInToDashboard {
  constructor(
    private readonly brake: DashboardBrake,
    private readonly persons: PersonsRepository,
    private readonly entrance: DashboardEntrance,
    private readonly answers: KeptAnswers,
  ) {}

  execute(credentials: DashboardCredentials, messageId: string): Promise<Reply<NewSessionAtDashboard>> {
    const { email, password, address } = credentials;
    const shown = { emailIndex: this.persons.indexOf(email), password, address, messageId };
    return this.brake.guard(
      shown,
      () => this.persons.findByEmail(email),
      (person) => this.#begin(person, credentials),
    );
  }

  async #begin(person: Person, { email, idempotency }: DashboardCredentials): Promise<Reply<NewSessionAtDashboard>> {
    const begun = await this.entrance.begin(person, email);
    // no membership any more, or another password meanwhile
    if (begun === undefined) return refuse('credentials_invalid');
    // keys are each person's own: what others ask for under the same one is not found
    const scope = { merchantId: person.id, mode: 'live' as const, ...(idempotency && { idempotency }) };
    const { id, token, expiresAt } = begun;
    const kept = { id, token, expiresAt: expiresAt.toISOString() };
    const first = await this.answers.first<KeptSession>('sign-in-to-dashboard', scope, kept);
    if (!first.ok) return first;
    return { ...first, data: { ...begun, ...first.data, expiresAt: new Date(first.data.expiresAt) } };
  }
}
