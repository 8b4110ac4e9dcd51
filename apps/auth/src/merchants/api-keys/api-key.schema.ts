import { EntitySchema } from 'typeorm';
import type { ApiKey } from './api-key.js';

/** A key and its predecessor, for reads. Changes are SQL in the repository. */
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
    publicText: { type: 'text', name: 'public_text', nullable: true },
    scopes: { type: 'text', array: true },
    origins: { type: 'text', array: true },
    version: { type: 'integer' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    expiresAt: { type: 'timestamptz', name: 'expires_at', nullable: true },
    revokedAt: { type: 'timestamptz', name: 'revoked_at', nullable: true },
    lastUsedAt: { type: 'timestamptz', name: 'last_used_at', nullable: true },
    makerId: { type: 'text', name: 'maker_id', nullable: true },
    eventsByScope: { type: 'boolean', name: 'events_by_scope' },
    predecessorId: { type: 'text', name: 'predecessor_id', nullable: true },
  },
});
