import { Injectable } from '@nestjs/common';
import { Database, Logger } from '@paygate/platform';
import { MemberActs } from '../member-acts.js';
import { PersonsRepository } from '../persons.repository.js';

/** Counts sign-ins to the dashboard whose password was wrong. */
@Injectable()
export class RefusedSignIns {
  constructor(
    private readonly database: Database,
    private readonly persons: PersonsRepository,
    private readonly acts: MemberActs,
    private readonly logger: Logger,
  ) {}

  /** Has no effect for an unknown address. Logs a failure instead of throwing: nobody waits for it. */
  async count(email: string, requestId: string): Promise<void> {
    try {
      const person = await this.persons.findByEmail(email);
      if (person === undefined) return;
      const act = { personId: person.id, requestId, actor: 'gateway' };
      await this.database.transaction((tx) => this.acts.count(tx, 'member.sign_in_refused', act));
    } catch (error) {
      this.logger.error('a refused sign-in is missing in the audit trail', error, { requestId });
    }
  }
}
