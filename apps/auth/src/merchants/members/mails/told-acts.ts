import type { MemberRole, MerchantActed, NoticeKind, OwnerNotice, ProtectiveSetting } from '@paygate/contracts';
import type { AuditAction } from '../../../audit/audit-record.js';
import type { DecidedNotice } from '../notices/notice.js';

/** An act of which members of its account are notified: one of another service, or of auth itself. */
export type ToldAct = Omit<MerchantActed, 'action'> & {
  readonly action: AuditAction;
  /** The settings that it loosened. */
  readonly loosened?: readonly ProtectiveSetting[];
  /** The role of the member. */
  readonly role?: MemberRole;
  /** True when the key is no first one of a new account, whose owner has just asked for it. */
  readonly isNewKey?: boolean;
  /** True when a secret key was made, or the successor of one. */
  readonly isSecretKey?: boolean;
  /** True when a publishable key works on pages on which it was refused before. */
  readonly admitsPages?: boolean;
  /** The acts of an hour that one notice is about, beyond those of the day that have a notice each. */
  readonly further?: number;
};

/** The acts of which every owner is notified, each with the notice, unless its facts need none. */
const notices: Partial<Record<AuditAction, (act: ToldAct) => OwnerNotice | undefined>> = {
  'payout_destination.registered': () => 'payout_destination_added',
  'payout_destination.revoked': () => 'payout_destination_revoked',
  // test mode pays nobody
  'payout_batch.approved': ({ mode }) => (mode === 'live' ? 'payout_batch_approved' : undefined),
  'api_key.created': ({ isSecretKey }) => (isSecretKey === true ? 'secret_key_created' : undefined),
  'api_key.rotated': ({ isSecretKey }) => (isSecretKey === true ? 'secret_key_created' : undefined),
  'api_key.changed': ({ admitsPages }) => (admitsPages === true ? 'key_origins_loosened' : undefined),
  'merchant.changed': ({ loosened = [] }) => (loosened.length > 0 ? 'settings_loosened' : undefined),
  'refunds.half_of_balance': () => 'refunds_half_of_balance',
  // test mode has no operator that takes money back
  'payment.reversed': ({ mode }) => (mode === 'live' ? 'payment_reversed' : undefined),
  'payment.matched': ({ mode }) => (mode === 'live' ? 'payment_matched' : undefined),
  'member.invited': ({ role }) => (role === 'owner' || role === 'admin' ? 'manager_invited' : undefined),
  'member.role_changed': () => 'role_changed',
};

/** The acts of which the members who choose it are notified, each with the kind of notice, unless its facts need none. */
const chosen: Partial<Record<AuditAction, (act: ToldAct) => NoticeKind | undefined>> = {
  'payout.failed': () => 'payout_failed',
  'payout_destination.registered': () => 'destination_added',
  'webhook_endpoint.failing': () => 'endpoint_failing',
  'webhook_endpoint.disabled': () => 'endpoint_failing',
  'api_key.created': ({ isNewKey }) => (isNewKey === true ? 'key_created' : undefined),
  'api_key.rotated': ({ isNewKey }) => (isNewKey === true ? 'key_created' : undefined),
};

/** An act of which members of its account are notified. `id`: of its event, or its own. */
export interface NotedAct {
  readonly id: string;
  readonly requestId: string;
  /** Absent for one of now. */
  readonly occurredAt?: Date;
  readonly payload: ToldAct;
}

/** The mail about an act to every owner; undefined when they get none. */
export function noticeOf(act: ToldAct): OwnerNotice | undefined {
  return notices[act.action]?.(act);
}

/** The notice of an act that members choose; undefined when there is none. */
export function chosenNoticeOf({ id: eventId, requestId, occurredAt, payload }: NotedAct): DecidedNotice | undefined {
  const kind = chosen[payload.action]?.(payload);
  if (kind === undefined) return undefined;
  const { merchantId, mode, action, subject, payout, destination } = payload;
  const facts = {
    subject,
    ...(action === 'webhook_endpoint.disabled' ? { isDisabled: true } : {}),
    ...(payout === undefined ? {} : { payout }),
    ...(destination === undefined ? {} : { destination }),
  };
  const at = occurredAt === undefined ? {} : { at: occurredAt };
  return {
    eventId,
    merchantId,
    mode,
    kind,
    facts,
    ...at,
    requestId,
    isMailedToOwners: noticeOf(payload) !== undefined,
  };
}
