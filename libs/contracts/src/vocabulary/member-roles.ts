import type { Mode } from './modes.js';
import { scopes } from './scopes.js';

/** What a member may be, from the one who may do everything to the one who may look. */
export const memberRoles = ['owner', 'admin', 'developer', 'viewer'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** `invited` until the invitation is accepted. Who was removed is no member any more. */
export const memberStatuses = ['invited', 'active'] as const;
export type MemberStatus = (typeof memberStatuses)[number];

/** Rights of members: those of restricted keys, and the one over other members, which no key has. */
export const memberScopes = [...scopes, 'members:read', 'members:write'] as const;
export type MemberScope = (typeof memberScopes)[number];

const reading: readonly MemberScope[] = ['intents:read', 'api_keys:read', 'members:read'];
const managing: readonly MemberScope[] = [...reading, 'intents:write', 'api_keys:write', 'members:write'];
const building: readonly MemberScope[] = [...reading, 'intents:write', 'api_keys:write'];

const scopesByRole: Readonly<Record<MemberRole, Readonly<Record<Mode, readonly MemberScope[]>>>> = {
  owner: { test: managing, live: managing },
  admin: { test: managing, live: managing },
  developer: { test: building, live: reading },
  viewer: { test: reading, live: reading },
};

/** What a member of a role may do in a mode. That only owners make and remove owners is no scope, but a rule of its own. */
export function scopesOfRole(role: MemberRole, mode: Mode): readonly MemberScope[] {
  return scopesByRole[role][mode];
}
