import { Controller } from '@nestjs/common';
import type { MerchantActed } from '@paygate/contracts';
import { actedInIntents, actedInWebhooks } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleEventBatch, UnitOfWork } from '@paygate/messaging';
import type { AuditEntry } from './audit-trail.js';
import { AuditTrail } from './audit-trail.js';

/** Acts of members and API keys in other services, each recorded once in the audit trail of its account. */
@Controller()
export class ActsEvents {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly trail: AuditTrail,
  ) {}

  @HandleEventBatch(actedInIntents)
  inIntents(batch: readonly Received<MerchantActed>[]): Promise<void> {
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
      const entries = batch.filter(({ id }) => first.has(id)).map(entryOf);
      if (entries.length > 0) await this.trail.append(tx, ...entries);
    });
  }
}

function entryOf({ payload, requestId, occurredAt }: Received<MerchantActed>): AuditEntry {
  const { merchantId, mode, action, subject, actor } = payload;
  return { merchantId, mode, action, subject, actor, requestId, occurredAt };
}
