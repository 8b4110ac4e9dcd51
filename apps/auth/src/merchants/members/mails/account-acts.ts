import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import type { AuditEntry } from '../../../audit/audit-trail.js';
import { AuditTrail } from '../../../audit/audit-trail.js';
import { OwnerNotices } from './owner-notices.js';
import type { ToldAct } from './told-acts.js';

/** Facts of an act that its notice needs beside the record. */
export type ToldFacts = Pick<ToldAct, 'loosened' | 'role' | 'isSecretKey' | 'isNewKey' | 'admitsPages'>;

/** Acts of auth itself: each is recorded in the audit trail, and told to the owners of its account if it has a notice. */
@Injectable()
export class AccountActs {
  constructor(
    private readonly audit: AuditTrail,
    private readonly notices: OwnerNotices,
  ) {}

  /** Records acts in different accounts, of which owners are not notified. */
  append(tx: DatabaseTransaction, ...entries: readonly AuditEntry[]): Promise<void> {
    return this.audit.append(tx, ...entries);
  }

  async record(tx: DatabaseTransaction, entry: AuditEntry, facts: ToldFacts): Promise<void> {
    await this.audit.append(tx, entry);
    const { merchantId, mode, action, subject, actor, requestId } = entry;
    const payload = { merchantId, mode, action, subject, actor, ...facts };
    await this.notices.tell(tx, { payload, requestId });
  }
}
