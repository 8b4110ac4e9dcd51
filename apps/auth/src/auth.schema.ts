import { EntitySchema } from 'typeorm';
import type { ApiKey } from './domain/api-key.js';
import type { Merchant } from './domain/merchant.js';

/** Rows as the domain sees them, for reads. What changes rows is SQL in the repositories. */
export const merchantSchema = new EntitySchema<Merchant>({
  name: 'Merchant',
  tableName: 'merchant',
  columns: {
    id: { type: 'text', primary: true },
    name: { type: 'text' },
    active: { type: 'boolean' },
    liveActive: { type: 'boolean', name: 'live_active' },
    requireSignIn: { type: 'boolean', name: 'require_sign_in' },
    apiVersion: { type: 'text', name: 'api_version', nullable: true },
  },
});

/** A key, and the one that it takes the place of. */
interface StoredApiKey extends ApiKey {
  readonly predecessorId: string | null;
}

export const apiKeySchema = new EntitySchema<StoredApiKey>({
  name: 'ApiKey',
  tableName: 'api_key',
  columns: {
    id: { type: 'text', primary: true },
    merchantId: { type: 'text', name: 'merchant_id' },
    mode: { type: 'text' },
    type: { type: 'text' },
    name: { type: 'text' },
    hash: { type: 'text' },
    scopes: { type: 'text', array: true },
    origins: { type: 'text', array: true },
    version: { type: 'integer' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    expiresAt: { type: 'timestamptz', name: 'expires_at', nullable: true },
    revokedAt: { type: 'timestamptz', name: 'revoked_at', nullable: true },
    lastUsedAt: { type: 'timestamptz', name: 'last_used_at', nullable: true },
    predecessorId: { type: 'text', name: 'predecessor_id', nullable: true },
  },
});

export const schemas = [merchantSchema, apiKeySchema];
