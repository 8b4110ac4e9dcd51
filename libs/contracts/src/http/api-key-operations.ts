import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '../bus/commands/api-keys.js';
import {
  ApiKeyPageAnswer,
  ApiKeyView,
  CreateApiKeyRequest,
  IssuedApiKeyView,
  ListApiKeysQuery,
  RotateApiKeyRequest,
} from './api-key-views.js';
import { sessionHeaders } from './dashboard-operations.js';
import { newKeyIdempotencyKey, revocationIdempotencyKey } from './idempotency-headers.js';
import type { Operation } from './operations.js';

/** What a merchant does with API keys of the mode of the key that asks. */
export const apiKeyOperations = {
  listApiKeys: {
    id: 'listApiKeys',
    method: 'GET',
    path: '/api-keys',
    summary: 'List API keys',
    description: 'Without the keys themselves, newest first, in pages; revoked and expired ones are among them.',
    key: 'secret',
    takesSession: true,
    headers: sessionHeaders,
    query: ListApiKeysQuery,
    answer: ApiKeyPageAnswer,
    success: 200,
    replays: false,
    errors: ['cursor_invalid', ...listApiKeys.refusals, 'upstream_timeout'],
  },
  createApiKey: {
    id: 'createApiKey',
    method: 'POST',
    path: '/api-keys',
    summary: 'Create an API key',
    description:
      'A restricted key makes restricted keys only, with scopes that it has itself. A key that ends makes keys that end no later.',
    key: 'secret',
    takesSession: true,
    headers: [...sessionHeaders, newKeyIdempotencyKey],
    body: CreateApiKeyRequest,
    answer: IssuedApiKeyView,
    success: 201,
    replays: true,
    errors: [...createApiKey.refusals, 'upstream_timeout'],
  },
  rotateApiKey: {
    id: 'rotateApiKey',
    method: 'POST',
    path: '/api-keys/{id}/rotate',
    summary: 'Rotate an API key',
    description:
      'Makes a successor with the same rights and the same expiry. Both keys work until the overlap ends, so that none of your requests is refused while you replace one by the other. A key has one successor.',
    key: 'secret',
    takesSession: true,
    headers: [...sessionHeaders, newKeyIdempotencyKey],
    body: RotateApiKeyRequest,
    answer: IssuedApiKeyView,
    success: 201,
    replays: true,
    errors: [...rotateApiKey.refusals, 'upstream_timeout'],
  },
  revokeApiKey: {
    id: 'revokeApiKey',
    method: 'POST',
    path: '/api-keys/{id}/revoke',
    summary: 'Revoke an API key',
    description:
      'Ends a key for ever, everywhere within a second. A restricted key ends itself, and restricted keys with no scope that it has not. Takes no body. Idempotent.',
    key: 'secret',
    takesSession: true,
    headers: [...sessionHeaders, revocationIdempotencyKey],
    answer: ApiKeyView,
    success: 200,
    replays: true,
    errors: [
      'parameter_unknown',
      'body_too_large',
      'media_type_unsupported',
      ...revokeApiKey.refusals,
      'upstream_timeout',
    ],
  },
} as const satisfies Readonly<Record<string, Operation>>;
