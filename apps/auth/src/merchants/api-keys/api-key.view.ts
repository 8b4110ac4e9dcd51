import type { ApiKeyInfo, ApiKeyRow } from '@paygate/contracts';
import { unreadableFamilies } from '@paygate/contracts';
import type { ApiKey } from './api-key.js';
import type { Merchant } from '../merchant/merchant.js';

/** The row of the published API key table. */
export function apiKeyRow(key: ApiKey, merchant: Merchant): ApiKeyRow {
  return {
    apiKeyId: key.id,
    version: key.version,
    merchantId: merchant.id,
    merchantName: merchant.name,
    merchantActive: merchant.active && (key.mode === 'test' || merchant.liveActive),
    customerSignIn: merchant.customerSignIn,
    requireSignIn: merchant.customerSignIn === 'always',
    otherPhones: merchant.otherPhones,
    guestPayments: merchant.guestPayments,
    apiVersion: merchant.apiVersion,
    mode: key.mode,
    type: key.type,
    hash: key.hash,
    scopes: [...key.scopes],
    origins: [...key.origins],
    eventsByScope: key.eventsByScope,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
  };
}

/** An API key in answers to its merchant. */
export function apiKeyInfo(key: ApiKey): ApiKeyInfo {
  return {
    apiKeyId: key.id,
    mode: key.mode,
    type: key.type,
    name: key.name,
    scopes: [...key.scopes],
    origins: [...key.origins],
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    ...(key.publicText === null ? {} : { publicText: key.publicText }),
    ...(readsAllEvents(key) ? { readsAllEvents: true } : {}),
    ...(key.makerId === null ? {} : { madeBy: key.makerId }),
  };
}

/** True for a key of before that reads events of objects that its scopes do not. */
function readsAllEvents({ type, scopes, eventsByScope }: ApiKey): boolean {
  return (
    type === 'restricted' && !eventsByScope && scopes.includes('events:read') && unreadableFamilies(scopes).length > 0
  );
}
