import type { Operation } from '../kernel/operation.js';
import { counted, ending } from '../kernel/stored.js';
import { noBodyErrors } from '../kernel/operation.js';
import { newKeyIdempotencyKey, revocationIdempotencyKey, sessionHeaders } from '../kernel/request-headers.js';
import {
  ApiKeyPageAnswer,
  ApiKeyView,
  CreateApiKeyRequest,
  IssuedApiKeyView,
  ListApiKeysQuery,
  RotateApiKeyRequest,
  UpdateApiKeyRequest,
} from './api-key-bodies.js';
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey, updateApiKey } from './api-key-commands.js';

/** API keys, in the mode of the key or session that asks. */
export const apiKeyOperations = {
  listApiKeys: {
    id: 'listApiKeys',
    method: 'GET',
    path: '/api-keys',
    summary: 'List API keys',
    description:
      'Newest first, in pages. The texts of publishable keys are included, because they are public; those of other keys are shown once, when they are created. Revoked and expired keys are included.',
    key: 'secret',
    scope: 'api_keys:read',
    takesSession: true,
    headers: sessionHeaders,
    query: ListApiKeysQuery,
    answer: ApiKeyPageAnswer,
    success: 200,
    replays: false,
    errors: ['cursor_invalid', ...listApiKeys.refusals],
  },
  createApiKey: {
    id: 'createApiKey',
    method: 'POST',
    path: '/api-keys',
    summary: 'Create an API key',
    description:
      'A restricted key creates only restricted keys, with scopes that it has itself; a member creates only keys whose rights the role has, so a secret key needs a role with `merchant:write`. A key with an expiry creates only keys that expire no later.',
    key: 'secret',
    scope: 'api_keys:write',
    takesSession: true,
    headers: [...sessionHeaders, newKeyIdempotencyKey],
    body: CreateApiKeyRequest,
    answer: IssuedApiKeyView,
    success: 201,
    replays: true,
    stores: counted('api_key', 'audit_record', 'idempotency_record'),
    errors: createApiKey.refusals,
  },
  updateApiKey: {
    id: 'updateApiKey',
    method: 'PATCH',
    path: '/api-keys/{id}',
    summary: 'Change an API key',
    description:
      'Changes the name of a key, or the origins of a publishable key; a parameter that is absent or null leaves the value unchanged. New origins apply everywhere within a second. A restricted key can change itself, and restricted keys whose scopes it has; a member can change a key that the role may create. A key that has ended cannot be changed.',
    key: 'secret',
    scope: 'api_keys:write',
    takesSession: true,
    headers: sessionHeaders,
    body: UpdateApiKeyRequest,
    answer: ApiKeyView,
    success: 200,
    replays: false,
    stores: counted('audit_record'),
    errors: updateApiKey.refusals,
  },
  rotateApiKey: {
    id: 'rotateApiKey',
    method: 'POST',
    path: '/api-keys/{id}/rotate',
    summary: 'Rotate an API key',
    description:
      'Creates a successor with the same rights and the same expiry. Both keys work until the overlap ends, so no request is refused while you replace the key. A key has one successor. The body may be left out.',
    key: 'secret',
    scope: 'api_keys:write',
    takesSession: true,
    headers: [...sessionHeaders, newKeyIdempotencyKey],
    body: RotateApiKeyRequest,
    bodyIsOptional: true,
    answer: IssuedApiKeyView,
    success: 201,
    replays: true,
    stores: counted('api_key', 'audit_record', 'idempotency_record'),
    errors: rotateApiKey.refusals,
  },
  revokeApiKey: {
    id: 'revokeApiKey',
    method: 'POST',
    path: '/api-keys/{id}/revoke',
    summary: 'Revoke an API key',
    description:
      'Ends a key for ever: within a second it is refused everywhere. A restricted key can revoke itself, and restricted keys whose scopes it has; a member who manages keys can revoke any key. Takes no body. Idempotent.',
    key: 'secret',
    scope: 'api_keys:write',
    takesSession: true,
    headers: [...sessionHeaders, revocationIdempotencyKey],
    answer: ApiKeyView,
    success: 200,
    replays: true,
    stores: ending('audit_record', 'idempotency_record'),
    errors: [...noBodyErrors, ...revokeApiKey.refusals],
  },
} as const satisfies Readonly<Record<string, Operation>>;
