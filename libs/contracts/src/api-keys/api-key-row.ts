import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsOptional, IsString } from 'class-validator';
import { tableStreams } from '../kernel/streams.js';
import { readAuthTable } from '../kernel/table-reads.js';
import { defineTable } from '../kernel/tables.js';
import { IsDigest, IsId, IsMode, IsText, IsTimestamp, IsVersion } from '../schema/fields.js';
import type { CustomerSignIn } from '../vocabulary/customer-sign-in.js';
import { customerSignIns } from '../vocabulary/customer-sign-in.js';
import type { Mode } from '../vocabulary/modes.js';
import type { ApiKeyType } from './api-key-bodies.js';
import { apiKeyTypes } from './api-key-bodies.js';

/** An API key as the gateway knows it. A revoked key is a row that says so, until it is deleted. */
export class ApiKeyRow {
  @IsId('apiKey') apiKeyId!: string;
  @IsVersion() version!: number;
  @IsId('merchant') merchantId!: string;
  @IsText(120, 1) merchantName!: string;
  /** True when the merchant may use keys of this mode. */
  @IsBoolean() merchantActive!: boolean;
  /** The charges that need a user token besides the OTP token; absent in rows of auth before it knew the setting. */
  @IsOptional() @IsIn(customerSignIns) customerSignIn?: CustomerSignIn;
  /** True when every charge needs it: what gateways read before `customerSignIn`. */
  @IsBoolean() requireSignIn!: boolean;
  /** True when customers may pay from another phone than their own. */
  @IsBoolean() otherPhones!: boolean;
  /** True when customers without an account may pay by mobile money; absent in rows of auth before it knew the setting, which is on. */
  @IsOptional() @IsBoolean() guestPayments?: boolean;
  /** Version of the API for a request that names none; null before the merchant's first request. */
  @IsOptional() @IsText(32, 1) apiVersion!: string | null;
  @IsMode() mode!: Mode;
  @IsIn(apiKeyTypes) type!: ApiKeyType;
  /** HMAC-SHA-256 of the whole key under the pepper. */
  @IsDigest() hash!: string;
  @IsArray() @ArrayMaxSize(64) @IsString({ each: true }) scopes!: string[];
  /** False for keys that read events of any object with `events:read`; absent in rows of auth before it knew the difference. */
  @IsOptional() @IsBoolean() eventsByScope?: boolean;
  @IsArray() @ArrayMaxSize(32) @IsString({ each: true }) origins!: string[];
  @IsOptional() @IsTimestamp() expiresAt!: string | null;
  @IsOptional() @IsTimestamp() revokedAt!: string | null;
}
/** For this long after its end a key is refused as revoked or expired, and after that like an unknown one. */
export const ENDED_API_KEY_KEPT_DAYS = 7;
const DAY_MS = 86_400_000;

/** The key table of every gateway. */
export const apiKeyTable = defineTable({
  type: 'api-key',
  stream: tableStreams.apiKeys,
  row: ApiKeyRow,
  key: (row) => row.apiKeyId,
  snapshot: readAuthTable,
  lapsesAt: ({ expiresAt, revokedAt }) =>
    Math.min(...[expiresAt, revokedAt].map((end) => (end === null ? Infinity : Date.parse(end)))) +
    ENDED_API_KEY_KEPT_DAYS * DAY_MS,
});
