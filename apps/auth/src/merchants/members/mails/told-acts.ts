import type { MemberRole, MerchantActed, OwnerNotice, ProtectiveSetting } from '@paygate/contracts';
import { isChosenNotice } from '@paygate/contracts';
import type { AuditAction } from '../../../audit/audit-record.js';

/** An act of which members of its account are notified: one of another service, or of auth itself. */
export type ToldAct = Omit<MerchantActed, 'action'> & {
  readonly action: AuditAction;
  /** The settings that it loosened. */
  readonly loosened?: readonly ProtectiveSetting[];
  /** The role of the member. */
  readonly role?: MemberRole;
  /** True when a secret key was made, or the successor of one. */
  readonly isSecretKey?: boolean;
  /** True when a publishable key works on pages on which it was refused before. */
  readonly admitsPages?: boolean;
};

/** The acts of which members are notified, each with the notice, unless its facts need none. */
const notices: Partial<Record<AuditAction, (act: ToldAct) => OwnerNotice | undefined>> = {
  'payout_destination.registered': () => 'payout_destination_added',
  'payout_destination.revoked': () => 'payout_destination_revoked',
  'api_key.created': ({ isSecretKey }) => (isSecretKey === true ? 'secret_key_created' : undefined),
  'api_key.rotated': ({ isSecretKey }) => (isSecretKey === true ? 'secret_key_created' : undefined),
  'api_key.changed': ({ admitsPages }) => (admitsPages === true ? 'key_origins_loosened' : undefined),
  'merchant.changed': ({ loosened = [] }) => (loosened.length > 0 ? 'settings_loosened' : undefined),
  'refunds.half_of_balance': () => 'refunds_half_of_balance',
  // test mode has no operator that takes money back
  'payment.reversed': ({ mode }) => (mode === 'live' ? 'payment_reversed' : undefined),
  'payment.matched': ({ mode }) => (mode === 'live' ? 'payment_matched' : undefined),
  // test mode pays nobody
  'payout.failed': ({ mode }) => (mode === 'live' ? 'payout_failed' : undefined),
  'member.invited': ({ role }) => (role === 'owner' || role === 'admin' ? 'manager_invited' : undefined),
  'member.role_changed': () => 'role_changed',
};

/** The notice of an act; undefined when nobody is notified of it. */
export function noticeOf(act: ToldAct): OwnerNotice | undefined {
  return notices[act.action]?.(act);
}

/** True when the notice of an act goes to the members who have it switched on, and not to every owner. */
export function isChosen(act: ToldAct): boolean {
  const notice = noticeOf(act);
  return notice !== undefined && isChosenNotice(notice);
}
