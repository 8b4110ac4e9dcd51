import { IsBoolean, IsOptional } from 'class-validator';
import { commandOf, infoOf } from '../kernel/derived.js';
import { Idempotency } from '../kernel/idempotency.js';
import { OfMerchant } from '../kernel/of-merchant.js';
import { defineCommand } from '../kernel/message.js';
import type { Sealed } from '../vocabulary/sealed.js';
import {
  IsId,
  IsIntBetween,
  IsListOf,
  IsNested,
  IsPageLimit,
  IsSealed,
  IsText,
  IsTimestamp,
} from '../schema/fields.js';
import {
  API_KEYS_PAGE_MAX,
  ApiKeyView,
  CreateApiKeyRequest,
  KEY_WORK_LISTED_MAX,
  KeyWorkListAnswer,
  KeyWorkView,
  RevokeApiKeyRequest,
  ROTATION_OVERLAP_MAX_SECONDS,
  UpdateApiKeyRequest,
} from './api-key-bodies.js';

/** An API key. Its text is there only if it is public. */
export class ApiKeyInfo extends infoOf(ApiKeyView, 'apiKeyId', ['publishableKey']) {
  /** The text of a publishable key. */
  @IsOptional() @IsText(128, 1) publicText?: string;
}

export class ApiKeyIssued {
  @IsNested(() => ApiKeyInfo) apiKey!: ApiKeyInfo;
  /** The key itself, sealed for the caller. It is shown once and stored nowhere, so the answer to a repeated command lacks it. */
  @IsOptional() @IsSealed() key?: Sealed;
}

/** The common fields of changes of API keys. */
export class ApiKeyChange extends OfMerchant {
  /**
   * The API key, or the member of the account, that requests the change; neither when an `operator` command does. It cannot give a right
   * that it lacks, nor for longer than it has it itself; a key may always end itself.
   */
  @IsOptional() @IsId('apiKey') actorKeyId?: string;
  @IsOptional() @IsId('member') actorMemberId?: string;
}

export class CreateApiKeyCommand extends commandOf(CreateApiKeyRequest, ['name'], ApiKeyChange) {
  @IsId('apiKey') apiKeyId!: string;
  @IsText(120, 1) name!: string;
  @IsOptional() @IsNested(() => Idempotency) idempotency?: Idempotency;
}
/** Creates an API key. The caller chooses its id: a repeated command creates no second key and is answered as `replayed`. */
export const createApiKey = defineCommand({
  name: 'create-api-key',
  owner: 'auth',
  staff: 'two',
  request: CreateApiKeyCommand,
  answer: ApiKeyIssued,
  refusals: [
    'merchant_inactive',
    'parameter_invalid',
    'scope_missing',
    'api_key_expired',
    'api_key_revoked',
    'api_key_limit_reached',
    'idempotency_key_reused',
    'idempotency_key_in_use',
  ],
});

export class ListApiKeysCommand extends OfMerchant {
  @IsPageLimit(API_KEYS_PAGE_MAX) limit!: number;
  @IsOptional() @IsId('apiKey') startingAfter?: string;
}
export class ApiKeysListed {
  @IsListOf(() => ApiKeyInfo, API_KEYS_PAGE_MAX)
  apiKeys!: ApiKeyInfo[];
  @IsBoolean() hasMore!: boolean;
}
/** The keys of a merchant in one mode, newest first, revoked ones included. */
export const listApiKeys = defineCommand({
  name: 'list-api-keys',
  owner: 'auth',
  request: ListApiKeysCommand,
  answer: ApiKeysListed,
  unordered: true,
});

export class UpdateApiKeyCommand extends commandOf(UpdateApiKeyRequest, [], ApiKeyChange) {
  @IsId('apiKey') apiKeyId!: string;
}
/** Changes the name or the origins of a key that is in force. Repeated, it changes nothing more. */
export const updateApiKey = defineCommand({
  name: 'update-api-key',
  owner: 'auth',
  request: UpdateApiKeyCommand,
  answer: ApiKeyInfo,
  refusals: [
    'api_key_not_found',
    'api_key_inactive',
    'merchant_inactive',
    'parameter_invalid',
    'scope_missing',
    'api_key_expired',
    'api_key_revoked',
  ],
});

export class RotateApiKeyCommand extends ApiKeyChange {
  @IsId('apiKey') apiKeyId!: string;
  /** The successor's id, chosen by the caller: a repeated command creates no second successor. */
  @IsId('apiKey') newApiKeyId!: string;
  @IsIntBetween(0, ROTATION_OVERLAP_MAX_SECONDS) overlapSeconds!: number;
  @IsOptional() @IsNested(() => Idempotency) idempotency?: Idempotency;
}
/**
 * Creates the successor of a key, with the same rights and expiry; the key itself ends after the overlap. A key has one
 * successor: a key that was rotated, has expired or is revoked is refused with `api_key_inactive`.
 */
export const rotateApiKey = defineCommand({
  name: 'rotate-api-key',
  owner: 'auth',
  staff: 'two',
  request: RotateApiKeyCommand,
  answer: ApiKeyIssued,
  refusals: ['api_key_not_found', 'api_key_inactive', ...createApiKey.refusals],
});

/** A key that is revoked, with what ended with it; an auth that does not know of this names nothing. */
export class ApiKeyRevoked extends ApiKeyInfo {
  @IsOptional() @IsListOf(() => KeyWorkView, KEY_WORK_LISTED_MAX) ended?: KeyWorkView[];
  @IsOptional() @IsIntBetween(0, 2_147_483_647) endedCount?: number;
}

export class RevokeApiKeyCommand extends commandOf(RevokeApiKeyRequest, [], ApiKeyChange) {
  @IsId('apiKey') apiKeyId!: string;
  @IsOptional() @IsNested(() => Idempotency) idempotency?: Idempotency;
}
/** Revokes an API key permanently, and with it what it made, except what is kept. */
export const revokeApiKey = defineCommand({
  name: 'revoke-api-key',
  owner: 'auth',
  request: RevokeApiKeyCommand,
  answer: ApiKeyRevoked,
  refusals: [
    'api_key_not_found',
    'scope_missing',
    'api_key_expired',
    'api_key_revoked',
    'idempotency_key_reused',
    'idempotency_key_in_use',
  ],
});

export class KeyWorkCommand extends OfMerchant {
  @IsId('apiKey') apiKeyId!: string;
}
/** What stands of the work of a key: what its revocation ends. */
export const readKeyWork = defineCommand({
  name: 'read-key-work',
  owner: 'auth',
  request: KeyWorkCommand,
  answer: KeyWorkListAnswer,
  unordered: true,
  refusals: ['api_key_not_found'],
});

export const KEY_USES_MAX = 500;

export class KeyUse {
  @IsId('apiKey') apiKeyId!: string;
  @IsTimestamp() usedAt!: string;
}
export class ReportKeyUseCommand {
  @IsListOf(() => KeyUse, KEY_USES_MAX)
  uses!: KeyUse[];
}
export class KeyUseReported {
  @IsIntBetween(0, KEY_USES_MAX) count!: number;
}
/** Reports when keys were last used. A time before the recorded one changes nothing. */
export const reportKeyUse = defineCommand({
  name: 'report-key-use',
  owner: 'auth',
  request: ReportKeyUseCommand,
  answer: KeyUseReported,
  key: (request) => request.uses[0]?.apiKeyId ?? '',
  unordered: true,
});

export class ReportKeyInBrowserCommand {
  @IsId('apiKey') apiKeyId!: string;
  /** The `Origin` header of the request. */
  @IsOptional() @IsText(200) origin?: string;
}
export class KeyInBrowserReported {
  @IsId('apiKey') apiKeyId!: string;
}
/** Records that a secret key was sent from a browser. */
export const reportKeyInBrowser = defineCommand({
  name: 'report-key-in-browser',
  owner: 'auth',
  request: ReportKeyInBrowserCommand,
  answer: KeyInBrowserReported,
  key: (request) => request.apiKeyId,
  refusals: ['api_key_not_found'],
});

export class VerifyAuditTrailCommand {
  @IsId('merchant') merchantId!: string;
}
export class AuditTrailVerified {
  @IsIntBetween(0, 2_147_483_647) records!: number;
  @IsBoolean() intact!: boolean;
  /** Number of the first record that was changed or is missing. */
  @IsOptional() @IsIntBetween(1, 2_147_483_647) brokenAt?: number;
}
/** Recomputes a merchant's chain of audit records. */
export const verifyAuditTrail = defineCommand({
  name: 'verify-audit-trail',
  owner: 'auth',
  callers: [],
  request: VerifyAuditTrailCommand,
  answer: AuditTrailVerified,
  refusals: ['parameter_invalid'],
});
