import { Injectable } from '@nestjs/common';
import type { StaffActsListed } from '@paygate/contracts';
import { AUDIT_SEQUENCE_MAX, INSTALLATION_TRAIL } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { staffPersonsOf } from '@paygate/platform';
import type { StaffAction } from '../audit/audit-record.js';
import type { AuditEntry } from '../audit/audit-trail.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { AuditTrailRepository } from '../audit/audit-trail.repository.js';
import { AuthConfig } from '../config.js';

/** Acts of the installation's team: how many persons they need, and the trail of the installation, which has each of them. */
@Injectable()
export class StaffActs {
  /** Different persons whom an act needs. */
  readonly persons: number;

  constructor(
    private readonly trail: AuditTrail,
    private readonly records: AuditTrailRepository,
    config: AuthConfig,
  ) {
    this.persons = staffPersonsOf(config);
  }

  record(
    tx: DatabaseTransaction,
    action: StaffAction,
    entry: Pick<AuditEntry, 'subject' | 'actor' | 'requestId' | 'detail'>,
  ): Promise<void> {
    return this.trail.append(tx, { merchantId: INSTALLATION_TRAIL, mode: 'live', action, ...entry });
  }

  /** The newest records, and whether none is missing or was changed. */
  async newest(limit: number, before = AUDIT_SEQUENCE_MAX): Promise<StaffActsListed> {
    const found = await this.records.newest({ merchantId: INSTALLATION_TRAIL, from: 1, before }, limit);
    const acts = found.map(({ sequence, mode, action, subject, actor, requestId, detail, occurredAt }) => {
      return { sequence, mode, action, subject, actor, requestId, detail, occurredAt: occurredAt.toISOString() };
    });
    return { acts, intact: (await this.trail.verify(INSTALLATION_TRAIL)).brokenAt === undefined };
  }
}
