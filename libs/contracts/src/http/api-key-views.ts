import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { Type } from 'class-transformer';
import type { ApiKeyType } from '../bus/commands/api-keys.js';
import {
  API_KEY_ORIGINS_MAX,
  API_KEYS_PAGE_MAX,
  apiKeyTypes,
  ROTATION_OVERLAP_MAX_SECONDS,
  ROTATION_OVERLAP_OF_ITSELF_SECONDS,
} from '../bus/commands/api-keys.js';
import { IsId, IsMode, IsOrigin, IsText, IsTimestamp } from '../schema/fields.js';
import { idPattern } from '../vocabulary/ids.js';
import { IsNullable, Note } from '../schema/declarations.js';
import type { KeyScope } from '../vocabulary/scopes.js';
import { scopes } from '../vocabulary/scopes.js';
import type { Mode } from '../bus/services.js';

/** Bodies of requests and answers about API keys. */

const EXAMPLE_KEY_ID = 'key_01k8zq2w6kd1qs8n4b5gcm3d7v';
const badCursor = { context: { code: 'cursor_invalid' as const }, message: 'must be the id of an API key' };

export class ListApiKeysQuery {
  @Note({ description: 'Most keys of one page; 20 when absent.', example: 20 })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(API_KEYS_PAGE_MAX)
  limit?: number;

  @Note({ description: 'The page goes on after this one, with older ones: `nextCursor` of the page before.' })
  @IsOptional()
  @IsString(badCursor)
  @Matches(idPattern('apiKey'), badCursor)
  startingAfter?: string;
}

export class CreateApiKeyRequest {
  @Note({
    description:
      'Publishable keys are for browsers, secret keys for servers; a restricted key is a secret key that may do what its scopes say.',
    example: 'restricted',
  })
  @IsIn(apiKeyTypes)
  type!: ApiKeyType;

  @Note({ description: 'For you to tell keys apart; the type when absent.', example: 'bookkeeping' })
  @IsOptional()
  @IsText(120, 1)
  name?: string | null;

  @Note({ description: 'Of a restricted key: what it may do, at least one.', example: ['intents:read'] })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(scopes.length)
  @IsIn(scopes, { each: true })
  scopes?: KeyScope[] | null;

  @Note({ description: 'Of a publishable key: the pages that it serves, any page when there is none.', example: [] })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(API_KEY_ORIGINS_MAX)
  @IsOrigin({ each: true })
  origins?: string[] | null;

  @Note({ description: 'When the key ends by itself; never when absent.', example: '2027-11-20T10:00:00.000Z' })
  @IsOptional()
  @IsTimestamp()
  expiresAt?: string | null;
}

export class RotateApiKeyRequest {
  @Note({
    description: `How long the rotated key goes on beside its successor, in seconds; one day when absent. At least ${ROTATION_OVERLAP_OF_ITSELF_SECONDS} for a key that rotates itself: should the answer be lost, it must be able to revoke the successor and create another key.`,
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
  @IsArray()
  @ArrayMaxSize(scopes.length)
  @IsIn(scopes, { each: true })
  scopes!: KeyScope[];

  @Note({ example: [] })
  @IsArray()
  @ArrayMaxSize(API_KEY_ORIGINS_MAX)
  @IsOrigin({ each: true })
  origins!: string[];

  @Note({ example: '2026-11-20T10:00:00.000Z' })
  @IsTimestamp()
  createdAt!: string;

  @Note({ description: 'When it ends, or ended, by itself.', example: '2027-11-20T10:00:00.000Z' })
  @IsNullable()
  @IsTimestamp()
  expiresAt!: string | null;

  @Note({ example: null })
  @IsNullable()
  @IsTimestamp()
  revokedAt!: string | null;

  @Note({ description: 'About: it is noted once a minute.', example: '2026-11-21T08:30:00.000Z' })
  @IsNullable()
  @IsTimestamp()
  lastUsedAt!: string | null;
}

export class IssuedApiKeyView extends ApiKeyView {
  @Note({
    description: 'The key itself. It is shown this once; the answer to a repeated request has it no more.',
    example: 'rk_test_…',
  })
  @IsOptional()
  @IsText(128, 1)
  key?: string;
}

/** A page of API keys, newest first. */
export class ApiKeyPageAnswer {
  @IsArray()
  @ArrayMaxSize(API_KEYS_PAGE_MAX)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => ApiKeyView)
  data!: ApiKeyView[];

  @Note({ example: false })
  @IsBoolean()
  hasMore!: boolean;

  @Note({ description: 'The cursor of the next page, when there is one.', example: null })
  @IsNullable()
  @IsId('apiKey')
  nextCursor!: string | null;
}
