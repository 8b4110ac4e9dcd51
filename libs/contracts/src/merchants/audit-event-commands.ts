import { IsOptional, IsString, MaxLength } from 'class-validator';
import { defineCommand } from '../kernel/message.js';
import { IsNullable } from '../schema/declarations.js';
import { IsId, IsIntBetween, IsListOf, IsMode, IsPageLimit, IsText, IsTimestamp } from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';

export const AUDIT_EVENTS_PAGE_MAX = 100;
/** Records that a page looks through for those that its filters leave. */
export const AUDIT_LOOKED_THROUGH_MAX = 5_000;
/** No account has more records. */
export const AUDIT_SEQUENCE_MAX = 2_147_483_647;

/** A record of the audit trail of a merchant account. */
export class AuditEvent {
  /** 1, 2, 3 … per account, without a gap. */
  @IsIntBetween(1, AUDIT_SEQUENCE_MAX) sequence!: number;
  @IsMode() mode!: Mode;
  @IsText(64, 1) action!: string;
  @IsText(128, 1) subject!: string;
  @IsText(128, 1) actor!: string;
  @IsText(128, 1) requestId!: string;
  /** JSON text of an object. */
  @IsString() @MaxLength(65_536) detail!: string;
  @IsTimestamp() occurredAt!: string;
}

export class ListAuditEventsCommand {
  @IsId('merchant') merchantId!: string;
  @IsPageLimit(AUDIT_EVENTS_PAGE_MAX) limit!: number;
  /** The page holds records before this one. */
  @IsOptional() @IsIntBetween(1, AUDIT_SEQUENCE_MAX) before?: number;
  /** Only records of this act. */
  @IsOptional() @IsText(64, 1) ofAction?: string;
  /** Only records of whoever acted. */
  @IsOptional() @IsText(128, 1) byActor?: string;
}
export class AuditEventsListed {
  @IsListOf(() => AuditEvent, AUDIT_EVENTS_PAGE_MAX)
  events!: AuditEvent[];
  /** The next page is before this record; null when there is none. A page that looked through enough records may have none itself. */
  @IsNullable() @IsIntBetween(1, AUDIT_SEQUENCE_MAX) next!: number | null;
}
/** The audit trail of a merchant account in both modes, newest first. */
export const listAuditEvents = defineCommand({
  name: 'list-audit-events',
  owner: 'auth',
  request: ListAuditEventsCommand,
  answer: AuditEventsListed,
  unordered: true,
});
