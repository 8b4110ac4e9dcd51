import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import type { ApiKeyType } from './api-key-commands.js';
import {
  API_KEYS_PAGE_MAX,
  API_KEY_ORIGINS_MAX,
  ROTATION_OVERLAP_MAX_SECONDS,
  ROTATION_OVERLAP_OF_ITSELF_SECONDS,
  apiKeyTypes,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
} from './api-key-commands.js';
import type { Operation } from '../kernel/operation.js';
import { noBodyErrors } from '../kernel/operation.js';
import { newKeyIdempotencyKey, revocationIdempotencyKey, sessionHeaders } from '../kernel/request-headers.js';
import { IsNullable, MayBeAbsent, Note } from '../schema/declarations.js';
import {
  IsCursor,
  IsId,
  IsListOf,
  IsMode,
  IsOrigin,
  IsPageLimit,
  IsSubsetOf,
  IsText,
  IsTimestamp,
} from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';
import type { KeyScope } from '../vocabulary/scopes.js';
import { scopes } from '../vocabulary/scopes.js';

/** Bodies of requests and answers about API keys. */
const EXAMPLE_KEY_ID = 'key_01k8zq2w6kd1qs8n4b5gcm3d7v';

export class ListApiKeysQuery {
  @Note({ description: 'Most keys of one page; 20 when absent.', example: 20 })
  @IsOptional()
  @IsPageLimit(API_KEYS_PAGE_MAX)
  limit?: number;

  @Note({ description: 'The page starts after this one and holds older ones: `nextCursor` of the previous page.' })
  @IsOptional()
  @IsCursor('apiKey')
  startingAfter?: string;
}

export class CreateApiKeyRequest {
  @Note({
    description:
      'Publishable keys are for browsers, secret keys for servers; a restricted key is a secret key that is limited to its scopes.',
    example: 'restricted',
  })
  @IsIn(apiKeyTypes)
  type!: ApiKeyType;

  @Note({ description: 'To distinguish your keys; the type when absent.', example: 'bookkeeping' })
  @IsOptional()
  @IsText(120, 1)
  name?: string | null;

  @Note({ description: 'Of a restricted key: its scopes, at least one.', example: ['intents:read'] })
  @IsOptional()
  @IsSubsetOf(scopes)
  scopes?: KeyScope[] | null;

  @Note({
    description: 'Of a publishable key: the origins from which it may be used; any origin when the list is empty.',
    example: [],
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(API_KEY_ORIGINS_MAX)
  @IsOrigin({ each: true })
  origins?: string[] | null;

  @Note({ description: 'The expiry of the key; never when absent.', example: '2027-11-20T10:00:00.000Z' })
  @IsOptional()
  @IsTimestamp()
  expiresAt?: string | null;
}

export class UpdateApiKeyRequest {
  @Note({ description: 'To distinguish your keys.', example: 'website' })
  @IsOptional()
  @IsText(120, 1)
  name?: string | null;

  @Note({
    description:
      'Of a publishable key: the new list of origins from which it may be used; any origin when the list is empty.',
    example: ['https://shop.example'],
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(API_KEY_ORIGINS_MAX)
  @IsOrigin({ each: true })
  origins?: string[] | null;
}

export class RotateApiKeyRequest {
  @Note({
    description: `How long the rotated key stays valid beside its successor, in seconds; one day when absent. At least ${ROTATION_OVERLAP_OF_ITSELF_SECONDS} for a key that rotates itself: if the answer is lost, the key must be able to revoke the successor and create another one.`,
    example: 86_400,
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(ROTATION_OVERLAP_MAX_SECONDS)
  overlapSeconds?: number | null;
}

export class ApiKeyView {
  @Note({ example: EXAMPLE_KEY_ID })
  @IsId('apiKey')
  id!: string;

  @Note({ example: 'api_key' })
  @IsIn(['api_key'])
  object!: 'api_key';

  @Note({ example: 'test' })
  @IsMode()
  mode!: Mode;

  @Note({ example: 'restricted' })
  @IsIn(apiKeyTypes)
  type!: ApiKeyType;

  @Note({ example: 'bookkeeping' })
  @IsText(120, 1)
  name!: string;

  @Note({ example: ['intents:read'] })
  @IsSubsetOf(scopes)
  scopes!: KeyScope[];

  @Note({ example: [] })
  @IsArray()
  @ArrayMaxSize(API_KEY_ORIGINS_MAX)
  @IsOrigin({ each: true })
  origins!: string[];

  @Note({ example: '2026-11-20T10:00:00.000Z' })
  @IsTimestamp()
  createdAt!: string;

  @Note({ description: 'The time of its expiry.', example: '2027-11-20T10:00:00.000Z' })
  @IsNullable()
  @IsTimestamp()
  expiresAt!: string | null;

  @Note({ example: null })
  @IsNullable()
  @IsTimestamp()
  revokedAt!: string | null;

  @Note({ description: 'Approximate: updated once a minute.', example: '2026-11-21T08:30:00.000Z' })
  @IsNullable()
  @IsTimestamp()
  lastUsedAt!: string | null;

  @Note({
    description:
      'The text of a publishable key, which is public. Null for other keys, and for publishable keys that were created before it was kept.',
    example: null,
  })
  @IsNullable()
  @IsText(128, 1)
  publishableKey!: string | null;
}

export class IssuedApiKeyView extends ApiKeyView {
  @Note({
    description: 'The key itself. It is shown only once; the answer to a repeated request does not contain it.',
    example: 'rk_test_…',
  })
  @MayBeAbsent()
  @IsText(128, 1)
  key?: string;
}

/** A page of API keys, newest first. */
export class ApiKeyPageAnswer {
  @IsListOf(() => ApiKeyView, API_KEYS_PAGE_MAX)
  data!: ApiKeyView[];

  @Note({ example: false })
  @IsBoolean()
  hasMore!: boolean;

  @Note({ description: 'The cursor of the next page, when there is one.', example: null })
  @IsNullable()
  @IsId('apiKey')
  nextCursor!: string | null;
}

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
      'A restricted key creates only restricted keys, with scopes that it has itself; a member only keys without a right that the role lacks, so a secret key needs a role with `merchant:write`. A key with an expiry creates only keys that expire no later.',
    key: 'secret',
    scope: 'api_keys:write',
    takesSession: true,
    headers: [...sessionHeaders, newKeyIdempotencyKey],
    body: CreateApiKeyRequest,
    answer: IssuedApiKeyView,
    success: 201,
    replays: true,
    errors: createApiKey.refusals,
  },
  updateApiKey: {
    id: 'updateApiKey',
    method: 'PATCH',
    path: '/api-keys/{id}',
    summary: 'Change an API key',
    description:
      'Changes the name of a key, or the origins of a publishable key; a parameter that is absent or null leaves the value unchanged. New origins apply everywhere within a second. A restricted key can change itself, and restricted keys whose scopes it has; a member a key that the role may create. A key that has ended cannot be changed.',
    key: 'secret',
    scope: 'api_keys:write',
    takesSession: true,
    headers: sessionHeaders,
    body: UpdateApiKeyRequest,
    answer: ApiKeyView,
    success: 200,
    replays: false,
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
    errors: rotateApiKey.refusals,
  },
  revokeApiKey: {
    id: 'revokeApiKey',
    method: 'POST',
    path: '/api-keys/{id}/revoke',
    summary: 'Revoke an API key',
    description:
      'Ends a key for ever, everywhere within a second. A restricted key can revoke itself, and restricted keys whose scopes it has; a member who manages keys any key. Takes no body. Idempotent.',
    key: 'secret',
    scope: 'api_keys:write',
    takesSession: true,
    headers: [...sessionHeaders, revocationIdempotencyKey],
    answer: ApiKeyView,
    success: 200,
    replays: true,
    errors: [...noBodyErrors, ...revokeApiKey.refusals],
  },
} as const satisfies Readonly<Record<string, Operation>>;
