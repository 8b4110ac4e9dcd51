import type { MerchantAction, Mode } from '@paygate/contracts';

/** Actions in auth itself. */
export const auditActions = [
  'api_key.created',
  'api_key.changed',
  'api_key.rotated',
  'api_key.revoked',
  'api_key.in_browser',
  'merchant.changed',
  'merchant.live_requested',
  'merchant.live_request_withdrawn',
  'merchant.live_request_declined',
  'user.registered',
  'password.reset',
  'member.invited',
  'member.invited_again',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'member.password_reset',
  'member.password_changed',
  'member.second_factor_enabled',
  'member.second_factor_disabled',
  'member.second_factor_refused',
  'member.recovery_code_used',
  'member.recovery_codes_renewed',
  'member.signed_in',
] as const;
/** Actions that are recorded once per subject, actor and minute, with their count. */
export const countedActions = [
  'member.sign_in_refused',
  'member.signed_out',
  'member.session_ended',
  'member.refused',
  'customers.read',
  'test_inbox.read',
  'customer.sign_in_refused',
] as const;
export type CountedAction = (typeof countedActions)[number];
export type AuditAction = (typeof auditActions)[number] | CountedAction | MerchantAction;

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
