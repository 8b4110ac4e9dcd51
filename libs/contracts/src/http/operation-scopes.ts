import type { MemberScope } from '../vocabulary/member-roles.js';
import { isKeyScope } from '../vocabulary/member-roles.js';
import type { KeyScope } from '../vocabulary/scopes.js';
import type { OperationId } from './operations.js';

/** Operations of everybody, and of whoever is signed in to the dashboard. */
type WithoutScope =
  | 'jwks'
  | 'signInToDashboard'
  | 'getDashboardSession'
  | 'endDashboardSession'
  | 'forgetMemberPassword'
  | 'resetMemberPassword'
  | 'acceptInvitation';

/**
 * The scope that a restricted key, or a member's role, needs for each operation. The compiler asks for a line when an
 * operation is added.
 */
export const operationScopes: Readonly<Record<Exclude<OperationId, WithoutScope>, MemberScope>> = {
  signIn: 'users:write',
  signOut: 'users:write',
  registerUser: 'users:write',
  confirmRegistration: 'users:write',
  beginPasswordReset: 'users:write',
  resetPassword: 'users:write',
  createIntent: 'intents:write',
  listIntents: 'intents:read',
  cancelIntent: 'intents:write',
  getIntentBySession: 'intents:read',
  getIntent: 'intents:read',
  initOtp: 'otp:write',
  verifyOtp: 'otp:write',
  charge: 'charges:write',
  listApiKeys: 'api_keys:read',
  createApiKey: 'api_keys:write',
  rotateApiKey: 'api_keys:write',
  revokeApiKey: 'api_keys:write',
  listMembers: 'members:read',
  inviteMember: 'members:write',
  inviteMemberAgain: 'members:write',
  changeMemberRole: 'members:write',
  removeMember: 'members:write',
};

/** The scope of an operation; undefined for one that needs none. */
export function memberScopeOf(operationId: string): MemberScope | undefined {
  return Object.hasOwn(operationScopes, operationId)
    ? operationScopes[operationId as keyof typeof operationScopes]
    : undefined;
}

/** The same for a restricted key; undefined also where no key has the scope. */
export function scopeOf(operationId: string): KeyScope | undefined {
  const scope = memberScopeOf(operationId);
  return scope !== undefined && isKeyScope(scope) ? scope : undefined;
}
