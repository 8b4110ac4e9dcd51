import type { auditActions, countedActions, MerchantAction, Mode } from '@paygate/contracts';

export type CountedAction = (typeof countedActions)[number];
/** Actions in the trail of the installation. */
export type StaffAction = 'staff.changed' | 'staff.acted' | 'staff.refused';
export type AuditAction = StaffAction | (typeof auditActions)[number] | CountedAction | MerchantAction;

/** A change of a merchant's settings, credentials or objects, or of a user's at the merchant, with its actor and request. */
export interface AuditRecord {
  readonly merchantId: string;
  /** 1, 2, 3 … per merchant, without a gap. */
  readonly sequence: number;
  readonly mode: Mode;
  readonly action: AuditAction;
  readonly subject: string;
  readonly actor: string;
  readonly requestId: string;
  /** JSON text. */
  readonly detail: string;
  readonly occurredAt: Date;
}

/** A record with its place in the chain. */
export interface AuditLink {
  readonly record: AuditRecord;
  readonly hash: Buffer;
}

/** The text that a record's hash is made of: no two records, or two places in a chain, print alike. */
export function linkText(record: AuditRecord, previous: Buffer): string {
  const { merchantId, sequence, mode, action, subject, actor, requestId, detail, occurredAt } = record;
  const parts = [merchantId, sequence, mode, action, subject, actor, requestId, detail, occurredAt.toISOString()];
  return JSON.stringify([...parts, previous.toString('base64url')]);
}
