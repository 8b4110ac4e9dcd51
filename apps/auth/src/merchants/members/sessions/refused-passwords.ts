import { Injectable } from '@nestjs/common';
import { Database, Logger } from '@paygate/platform';
import { MemberActs } from '../member-acts.js';
import type { Person } from '../persons.repository.js';
import { PersonsRepository } from '../persons.repository.js';

/** Counts wrong passwords of members: at a sign-in to the dashboard, and where a signed-in person shows the current one. */
@Injectable()
export class RefusedPasswords {
  constructor(
    private readonly database: Database,
    private readonly persons: PersonsRepository,
    private readonly acts: MemberActs,
    private readonly logger: Logger,
  ) {}

  /** Has no effect for an unknown address. Logs a failure instead of throwing: nobody waits for it. */
  atSignIn(email: string, requestId: string): Promise<void> {
    return this.#logged(requestId, async () => {
      const person = await this.persons.findByEmail(email);
      if (person === undefined) return;
      const act = { personId: person.id, requestId, actor: 'gateway' };
      await this.database.transaction((tx) => this.acts.count(tx, 'member.sign_in_refused', act));
    });
  }

  /** The current password of a person who has a session. Logs a failure instead of throwing. */
  ofSession({ id: personId }: Person, requestId: string): Promise<void> {
    return this.#logged(requestId, () =>
      this.database.transaction((tx) => this.acts.count(tx, 'member.password_refused', { personId, requestId })),
    );
  }

  async #logged(requestId: string, count: () => Promise<void>): Promise<void> {
    try {
      await count();
    } catch (error) {
      this.logger.error('a refused password is missing in the audit trail', error, { requestId });
    }
  }
}
