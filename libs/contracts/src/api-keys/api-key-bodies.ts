import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
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

export const apiKeyTypes = ['publishable', 'secret', 'restricted'] as const;
export type ApiKeyType = (typeof apiKeyTypes)[number];

export const API_KEY_ORIGINS_MAX = 32;
export const API_KEYS_PAGE_MAX = 100;
/** The longest time for which a rotated key may still work beside its successor. Seconds. */
export const ROTATION_OVERLAP_MAX_SECONDS = 2_592_000;
/** The shortest such time for a key that rotates itself: should the answer be lost, it can still revoke the successor. Seconds. */
export const ROTATION_OVERLAP_OF_ITSELF_SECONDS = 60;

/** Bodies of requests and answers about API keys. */
const EXAMPLE_KEY_ID = 'key_01k8zq2w6kd1qs8n4b5gcm3d7v';

export class ListApiKeysQuery {
  @Note({ description: 'The largest number of keys on one page; 20 when absent.', example: 20 })
  @IsOptional()
  @IsPageLimit(API_KEYS_PAGE_MAX)
  limit?: number;

  @Note({ description: 'The page starts after this object and holds older ones: `nextCursor` of the previous page.' })
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

  @Note({
    description: 'A name that distinguishes your keys; the type of the key when absent.',
    example: 'bookkeeping',
  })
  @IsOptional()
  @IsText(120, 1)
  name?: string | null;

  @Note({ description: 'The scopes of a restricted key, at least one.', example: ['intents:read'] })
  @IsOptional()
  @IsSubsetOf(scopes)
  scopes?: KeyScope[] | null;

  @Note({
    description: 'The origins from which a publishable key may be used; any origin when the list is empty.',
    example: [],
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(API_KEY_ORIGINS_MAX)
  @IsOrigin({ each: true })
  origins?: string[] | null;

  @Note({ description: 'The time at which the key expires; never when absent.', example: '2027-11-20T10:00:00.000Z' })
  @IsOptional()
  @IsTimestamp()
  expiresAt?: string | null;
}

export class UpdateApiKeyRequest {
  @Note({ description: 'A name that distinguishes your keys.', example: 'website' })
  @IsOptional()
  @IsText(120, 1)
  name?: string | null;

  @Note({
    description: 'The new list of origins from which a publishable key may be used; any origin when the list is empty.',
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
    description: `The time for which the rotated key stays valid beside its successor, in seconds; one day when absent. At least ${ROTATION_OVERLAP_OF_ITSELF_SECONDS} for a key that rotates itself: if the answer is lost, the key must be able to revoke the successor and create another one.`,
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

  @Note({ description: 'The time at which the key expires.', example: '2027-11-20T10:00:00.000Z' })
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
      'The text of a publishable key, which is public. Null for other keys, and for publishable keys that were created before their text was kept.',
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
