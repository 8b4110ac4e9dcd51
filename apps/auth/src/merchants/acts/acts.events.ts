import { Controller } from '@nestjs/common';
import type { MerchantActed } from '@paygate/contracts';
import { actedInCharging, actedInIntents, actedInWebhooks } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleEventBatch, UnitOfWork } from '@paygate/messaging';
import type { AuditEntry } from '../../audit/audit-trail.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { KeyWork } from '../api-keys/work/key-work.js';
import { OwnerNotices } from '../members/mails/owner-notices.js';

/**
 * Acts of members, API keys and operators in other services, each recorded once in the audit trail of its account. Owners are notified of
 where the money of the account may go.
 */
@Controller()
export class ActsEvents {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly trail: AuditTrail,
    private readonly notices: OwnerNotices,
    private readonly work: KeyWork,
  ) {}

  @HandleEventBatch(actedInIntents)
  inIntents(batch: readonly Received<MerchantActed>[]): Promise<void> {
    return this.record(batch);
  }

  @HandleEventBatch(actedInCharging)
  inCharging(batch: readonly Received<MerchantActed>[]): Promise<void> {
    return this.record(batch);
  }

  @HandleEventBatch(actedInWebhooks)
  inWebhooks(batch: readonly Received<MerchantActed>[]): Promise<void> {
    return this.record(batch);
  }

  /** A batch has one act of an account at most: the account is the key of the event. */
  private record(batch: readonly Received<MerchantActed>[]): Promise<void> {
    return this.unitOfWork.run(async (tx) => {
      const first = await tx.firstTime(batch);
      const acts = batch.filter(({ id }) => first.has(id));
      if (acts.length === 0) return;
      await this.notices.store(tx, acts);
      await this.trail.append(tx, ...acts.map(entryOf));
      await this.work.endLate(tx, acts);
    });
  }
}

function entryOf({ payload, requestId, occurredAt }: Received<MerchantActed>): AuditEntry {
  const { merchantId, mode, action, subject, actor, description } = payload;
  const detail = description === undefined ? {} : { detail: { description } };
  return { merchantId, mode, action, subject, actor, requestId, occurredAt, ...detail };
}
