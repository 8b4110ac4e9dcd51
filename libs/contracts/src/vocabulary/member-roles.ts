import type { Mode } from './modes.js';
import type { KeyScope } from './scopes.js';
import { customerScopes, scopes } from './scopes.js';

/** The roles of members, from the most rights to the fewest. */
export const memberRoles = ['owner', 'admin', 'developer', 'cashier', 'viewer'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** The most that a merchant can set of refunds that one cashier may create in a day. */
export const CASHIER_REFUNDS_MAX = 1_000;

/** `invited` until the invitation is accepted. A removed member has no status. */
export const memberStatuses = ['invited', 'active'] as const;
export type MemberStatus = (typeof memberStatuses)[number];

/**
 * The scopes of members: those of restricted keys, and those over other members, the audit trail, the request log and the test inbox,
 * which no restricted key has.
 */
export const memberScopes = [
  ...scopes,
  'members:read',
  'members:write',
  'audit_events:read',
  'requests:read',
  'test_inbox:read',
] as const;
export type MemberScope = (typeof memberScopes)[number];

const reading: readonly MemberScope[] = [
  'intents:read',
  'payment_links:read',
  'refunds:read',
  'balance:read',
  'payouts:read',
  'api_keys:read',
  'webhook_endpoints:read',
  'events:read',
  'merchant:read',
  'members:read',
  'requests:read',
];
const building: readonly MemberScope[] = [
  ...reading,
  'intents:write',
  'payment_links:write',
  'refunds:write',
  'payouts:write',
  'till:ask',
  'api_keys:write',
  'webhook_endpoints:write',
  'test_inbox:read',
];
/** The desk of a shop: it asks phones to pay, looks payments up, calls who paid, has customers pay by links and gives money back. */
const selling: readonly MemberScope[] = [
  'intents:read',
  'payment_links:read',
  'payment_links:write',
  'refunds:read',
  'refunds:write',
  'payers:read',
  'till:ask',
];
const managing: readonly MemberScope[] = [
  ...building,
  'payers:read',
  'merchant:write',
  'members:write',
  'audit_events:read',
];

const scopesByRole: Readonly<Record<MemberRole, Readonly<Record<Mode, readonly MemberScope[]>>>> = {
  owner: { test: managing, live: managing },
  admin: { test: managing, live: managing },
  developer: { test: building, live: reading },
  cashier: { test: selling, live: selling },
  viewer: { test: reading, live: reading },
};

/** The scopes of a role in a mode. That only owners may add and remove owners is a rule of its own, not a scope. */
export function scopesOfRole(role: MemberRole, mode: Mode): readonly MemberScope[] {
  return scopesByRole[role][mode];
}

/** The scopes that a role may give to a key of a mode: its own, and those of customers, which a publishable key does not even need. */
export function scopesGrantedBy(role: MemberRole, mode: Mode): readonly KeyScope[] {
  const held = scopesOfRole(role, mode);
  return scopes.filter((scope) => held.includes(scope) || customerScopes.includes(scope));
}
/** What a person of the installation's team may do: nothing that moves money, propose it, or approve it, too. */
export const staffRoles = ['reader', 'agent', 'approver'] as const;
export type StaffRole = (typeof staffRoles)[number];

/**
 * Who must stand behind an act: as many persons as STAFF_PERSONS says, one of them an approver; approvers, as many as there are and no more than
 * that; one approver; or one person who may propose.
 */
export const staffNeeds = ['two', 'approvers', 'approver', 'agent'] as const;
export type StaffNeed = (typeof staffNeeds)[number];

/** Proofs that one command carries. */
export const STAFF_PROOFS_MAX = 4;
/** The chain of the audit trail that no merchant has. */
export const INSTALLATION_TRAIL = 'mer_00000000000000000000000000';
