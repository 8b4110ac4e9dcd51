/** The scopes that a restricted key may have. Each operation names the one or two that it needs. */
export const scopes = [
  'intents:read',
  'intents:write',
  'payment_links:read',
  'payment_links:write',
  'refunds:read',
  'refunds:write',
  'payers:read',
  'till:ask',
  'balance:read',
  'payouts:read',
  'payouts:write',
  'otp:write',
  'charges:write',
  'users:write',
  'api_keys:read',
  'api_keys:write',
  'webhook_endpoints:read',
  'webhook_endpoints:write',
  'events:read',
  'merchant:read',
  'merchant:write',
] as const;
/** Scopes of what customers do. Publishable keys, which every visitor of a shop has, do the same without them. */
export const customerScopes: readonly KeyScope[] = ['otp:write', 'charges:write', 'users:write'];
export type KeyScope = (typeof scopes)[number];
