import type { ApiKeyInfo, ApiKeyRow, MerchantSettings } from '@paygate/contracts';
import type { ApiKey } from './domain/api-key.js';
import type { Merchant } from './domain/merchant.js';

/** An API key as every reader of the key table knows it. */
export function apiKeyRow(key: ApiKey, merchant: Merchant): ApiKeyRow {
  return {
    apiKeyId: key.id,
    version: key.version,
    merchantId: merchant.id,
    merchantName: merchant.name,
    merchantActive: merchant.active && (key.mode === 'test' || merchant.liveActive),
    requireSignIn: merchant.requireSignIn,
    apiVersion: merchant.apiVersion,
    mode: key.mode,
    type: key.type,
    hash: key.hash,
    scopes: [...key.scopes],
    origins: [...key.origins],
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
  };
}

/** A merchant's settings as those are told who change them. */
export function merchantSettings({ id, active, liveActive, requireSignIn, apiVersion }: Merchant): MerchantSettings {
  return { merchantId: id, active, liveActive, requireSignIn, apiVersion };
}

/** An API key as its merchant is told of it. */
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
  };
}
