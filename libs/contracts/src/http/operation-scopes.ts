import type { KeyScope } from '../scopes.js';
import type { OperationId } from './operations.js';

/** The scope that a restricted key needs for each operation. The compiler asks for a line when an operation is added. */
export const operationScopes: Readonly<Record<Exclude<OperationId, 'jwks'>, KeyScope>> = {
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
};

/** The scope of an operation; undefined for one that asks for no key. */
export function scopeOf(operationId: string): KeyScope | undefined {
  return Object.hasOwn(operationScopes, operationId)
    ? operationScopes[operationId as keyof typeof operationScopes]
    : undefined;
}
