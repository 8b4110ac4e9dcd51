import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { PageLimit, pageOf, StartsAfter } from '../kernel/shapes/page.js';
import { NotedCreation, NotedMode, NotedTimeOrNull } from '../kernel/shapes/noted-fields.js';
import { IsNullable, MayBeAbsent, Note } from '../schema/declarations.js';
import { IsId, IsIntBetween, IsListOf, IsOrigin, IsSubsetOf, IsText, IsTimestamp } from '../schema/fields.js';
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

/** The longest list of what a key made. */
export const KEY_WORK_LISTED_MAX = 1_000;
/** The objects that a key can make, besides refunds, payouts and payments, which are what they are. */
export const keyWorkObjects = ['api_key', 'webhook_endpoint', 'payment_link', 'payout_schedule'] as const;
/** What a key did to them. */
export const keyWorkActs = ['created', 'rotated', 'activated', 'changed', 'secret_rotated'] as const;

/** Bodies of requests and answers about API keys. */
const EXAMPLE_KEY_ID = 'key_01k8zq2w6kd1qs8n4b5gcm3d7v';

export class ListApiKeysQuery {
  @PageLimit('keys', API_KEYS_PAGE_MAX)
  limit?: number;

  @StartsAfter('apiKey')
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
  @IsIntBetween(0, ROTATION_OVERLAP_MAX_SECONDS)
  overlapSeconds?: number | null;
}

export class RevokeApiKeyRequest {
  @Note({
    description:
      'Ids of what stays, of what the key made; all of it ends when the list is absent or empty. A kept key keeps what it made itself. The schedule of payouts has the id `payout_schedule`.',
    example: ['we_01k8zq2w6kd1qs8n4b5gcm3d7v'],
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(KEY_WORK_LISTED_MAX)
  @IsString({ each: true })
  @Matches(/^[a-z0-9_]{1,64}$/, { each: true })
  keep?: string[] | null;
}

/** An object that stands as an API key has made it. */
export class KeyWorkView {
  @Note({
    description: 'The id of the object; `payout_schedule` for the schedule of payouts.',
    example: EXAMPLE_KEY_ID,
  })
  @IsText(64, 1)
  id!: string;

  @Note({ example: 'api_key' })
  @IsIn(keyWorkObjects)
  object!: (typeof keyWorkObjects)[number];

  @Note({
    description:
      'What the key did: `created` the object, `rotated` another key into this one, `activated` a payment link, `changed` an endpoint or the schedule of payouts, or rotated the secret of an endpoint (`secret_rotated`).',
    example: 'created',
  })
  @IsIn(keyWorkActs)
  act!: (typeof keyWorkActs)[number];

  @Note({ description: 'The time at which the key did it.', example: '2026-11-20T10:00:00.000Z' })
  @IsTimestamp()
  at!: string;
}

/** What stands of the work of a key, and of the keys that it made. */
export class KeyWorkListAnswer {
  @Note({
    description: `At most ${KEY_WORK_LISTED_MAX}: keys, endpoints, the schedule of payouts, then payment links.`,
  })
  @IsListOf(() => KeyWorkView, KEY_WORK_LISTED_MAX)
  data!: KeyWorkView[];

  @Note({ description: 'The number of all of them.', example: 1 })
  @IsIntBetween(0, 2_147_483_647)
  count!: number;
}

export class ApiKeyView {
  @Note({ example: EXAMPLE_KEY_ID })
  @IsId('apiKey')
  id!: string;

  @Note({ example: 'api_key' })
  @IsIn(['api_key'])
  object!: 'api_key';

  @NotedMode()
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

  @NotedCreation()
  createdAt!: string;

  @Note({ description: 'The time at which the key expires.', example: '2027-11-20T10:00:00.000Z' })
  @IsNullable()
  @IsTimestamp()
  expiresAt!: string | null;

  @NotedTimeOrNull()
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

  @Note({
    description: 'The API key that created or rotated this one. Absent when a member or the team of your Paygate did.',
    example: 'key_01k8zq2w6kd1qs8n4b5gcm3d7w',
  })
  @MayBeAbsent()
  @IsId('apiKey')
  madeBy?: string;

  @Note({
    description:
      'Present for a restricted key from before 28 November 2026, or a successor of one, that reads events of payments, refunds or payouts with `events:read` alone. A key that you create now reads those whose objects it may read.',
    example: true,
  })
  @MayBeAbsent()
  @IsBoolean()
  readsAllEvents?: boolean;
}

export class RevokedApiKeyView extends ApiKeyView {
  @Note({
    description: `What ended with the key, at most ${KEY_WORK_LISTED_MAX}; empty when the key was revoked before.`,
  })
  @IsListOf(() => KeyWorkView, KEY_WORK_LISTED_MAX)
  ended!: KeyWorkView[];

  @Note({ description: 'The number of all that ended with it.', example: 1 })
  @IsIntBetween(0, 2_147_483_647)
  endedCount!: number;
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
export class ApiKeyPageAnswer extends pageOf(() => ApiKeyView, 'apiKey', API_KEYS_PAGE_MAX) {}
