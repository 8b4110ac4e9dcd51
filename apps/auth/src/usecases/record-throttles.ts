import { Injectable } from '@nestjs/common';
import { Database, newId } from '@paygate/platform';
import { AuditTrail } from '../audit-trail.js';
import { SignInThrottlesRepository } from '../sign-in-throttles.repository.js';

const HOURS_AT_ONCE = 1_000;

/**
 * Puts on record that numbers had to wait: once for a merchant, mode and hour, with how often. Strangers decide how often
 * that is, and must not decide how long a merchant's chain becomes.
 */
@Injectable()
export class RecordThrottles {
  constructor(
    private readonly database: Database,
    private readonly throttles: SignInThrottlesRepository,
    private readonly audit: AuditTrail,
  ) {}

  async execute(): Promise<void> {
    for (let taken = 0; taken < HOURS_AT_ONCE; taken += 1) if (!(await this.#recordOne())) return;
  }

  #recordOne(): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const ended = await this.throttles.takeEnded(tx);
      if (ended === undefined) return false;
      const { merchantId, mode, hour, count } = ended;
      await this.audit.append(tx, {
        ...{ merchantId, mode, action: 'sign_in.throttled', subject: 'sign-in' },
        ...{ actor: 'auth', requestId: newId('request'), detail: { hour: hour.toISOString(), count } },
      });
      return true;
    });
  }
}
