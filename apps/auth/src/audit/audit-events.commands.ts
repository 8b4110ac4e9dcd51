import { Controller } from '@nestjs/common';
import type { AuditEventsListed, Reply } from '@paygate/contracts';
import { accept, AUDIT_LOOKED_THROUGH_MAX, ListAuditEventsCommand, listAuditEvents } from '@paygate/contracts';
import { HandleCommand } from '@paygate/messaging';
import { AuditTrailRepository } from './audit-trail.repository.js';

/** The audit trail, read by the members of its account. */
@Controller()
export class AuditEventsCommands {
  constructor(private readonly trail: AuditTrailRepository) {}

  @HandleCommand(listAuditEvents)
  async list({ limit, ...command }: ListAuditEventsCommand): Promise<Reply<AuditEventsListed>> {
    const before = command.before ?? ((await this.trail.head(command.merchantId))?.sequence ?? 0) + 1;
    // the numbers of an account have no gap
    const from = before - AUDIT_LOOKED_THROUGH_MAX;
    const records = await this.trail.newest({ ...command, before, from }, limit + 1);
    const events = records.slice(0, limit).map(({ sequence, mode, action, subject, actor, ...record }) => ({
      ...{ sequence, mode, action, subject, actor, requestId: record.requestId, detail: record.detail },
      occurredAt: record.occurredAt.toISOString(),
    }));
    const last = records.length > limit ? events.at(-1)?.sequence : from;
    return accept({ events, next: last !== undefined && last > 1 ? last : null });
  }
}
