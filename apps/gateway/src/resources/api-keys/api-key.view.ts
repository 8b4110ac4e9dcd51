import type { ApiKeyInfo, ApiKeyView } from '@paygate/contracts';

/** An API key as its merchant sees it. */
export function apiKeyView({ apiKeyId, ...info }: ApiKeyInfo): ApiKeyView {
  const { mode, type, name, scopes, origins, createdAt, expiresAt, revokedAt, lastUsedAt, publicText } = info;
  return {
    ...{ id: apiKeyId, object: 'api_key', mode, type, name, scopes, origins },
    ...{ createdAt, expiresAt, revokedAt, lastUsedAt, publishableKey: publicText ?? null },
  };
}
