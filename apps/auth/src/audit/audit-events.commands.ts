import { Controller } from '@nestjs/common';
import type { AuditEventsListed, Reply } from '@paygate/contracts';
import { accept, ListAuditEventsCommand, listAuditEvents } from '@paygate/contracts';
import { HandleCommand } from '@paygate/messaging';
import { AuditTrailRepository } from './audit-trail.repository.js';

/** The audit trail, read by the members of its account. */
@Controller()
export class AuditEventsCommands {
  constructor(private readonly trail: AuditTrailRepository) {}

  @HandleCommand(listAuditEvents)
  async list({ merchantId, limit, before }: ListAuditEventsCommand): Promise<Reply<AuditEventsListed>> {
    const records = await this.trail.newest(merchantId, before, limit + 1);
    const events = records.slice(0, limit).map(({ sequence, mode, action, subject, actor, ...record }) => ({
      ...{ sequence, mode, action, subject, actor, requestId: record.requestId, detail: record.detail },
      occurredAt: record.occurredAt.toISOString(),
    }));
    return accept({ events, hasMore: records.length > limit });
  }
}
