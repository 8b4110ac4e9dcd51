import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import type { ApiKeyType } from './commands/api-keys.js';
import { apiKeyTypes } from './commands/api-keys.js';
import type { ReadTable, TablePage } from './commands/tables.js';
import { readAuthTable, readOtpTable } from './commands/tables.js';
import type { CommandContract } from './message.js';
import type { Stream } from './streams.js';
import { tableStreams } from './streams.js';
import type { CustomerSignIn } from '../vocabulary/customer-sign-in.js';
import { customerSignIns } from '../vocabulary/customer-sign-in.js';
import { IsDigest, IsId, IsMode, IsText, IsTimestamp, IsVersion } from '../schema/fields.js';
import type { PayloadClass } from '../schema/schema.js';
import type { Mode } from '../vocabulary/modes.js';

/** Rows that one service owns and others hold in memory. `version` grows with each change of one key. */
export interface TableContract<Row extends { readonly version: number }> {
  readonly type: string;
  readonly stream: Stream;
  readonly row: PayloadClass<Row>;
  readonly key: (row: Row) => string;
  /** With this command a reader gets the rows that its owner has now; the topic carries the changes. */
  readonly snapshot: CommandContract<ReadTable, TablePage>;
  /** When readers delete a row, in milliseconds since 1970; absent where rows stay for ever. */
  readonly lapsesAt?: (row: Row) => number;
}

/** Declares a table. */
export function defineTable<Row extends { readonly version: number }>(
  contract: TableContract<Row>,
): TableContract<Row> {
  return contract;
}

/** An API key as the gateway knows it. A revoked key is a row that says so, until it is deleted. */
export class ApiKeyRow {
  @IsId('apiKey') apiKeyId!: string;
  @IsVersion() version!: number;
  @IsId('merchant') merchantId!: string;
  @IsText(120, 1) merchantName!: string;
  /** True when the merchant may use keys of this mode. */
  @IsBoolean() merchantActive!: boolean;
  /** Which charges need a user token besides the OTP token; absent in rows of auth before it knew the setting. */
  @IsOptional() @IsIn(customerSignIns) customerSignIn?: CustomerSignIn;
  /** True when every charge needs it: what gateways read before `customerSignIn`. */
  @IsBoolean() requireSignIn!: boolean;
  /** True when customers may pay from another phone than their own. */
  @IsBoolean() otherPhones!: boolean;
  /** Whether customers without an account may pay by mobile money; absent in rows of auth before it knew the setting, which is on. */
  @IsOptional() @IsBoolean() guestPayments?: boolean;
  /** Version of the API for a request that names none; null before the merchant's first request. */
  @IsOptional() @IsText(32, 1) apiVersion!: string | null;
  @IsMode() mode!: Mode;
  @IsIn(apiKeyTypes) type!: ApiKeyType;
  /** HMAC-SHA-256 of the whole key under the pepper. */
  @IsDigest() hash!: string;
  @IsArray() @ArrayMaxSize(64) @IsString({ each: true }) scopes!: string[];
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

/** A public signing key (ES256). It verifies from `notBefore` to `notAfter`. */
export class SigningKeyRow {
  @IsText(64, 1) kid!: string;
  @IsVersion() version!: number;
  /** JWK of the public key, as JSON text. */
  @IsString() @MaxLength(1024) publicJwk!: string;
  @IsTimestamp() notBefore!: string;
  @IsOptional() @IsTimestamp() notAfter!: string | null;
}
/** Public keys of user tokens, owned by auth. */
export const userTokenKeyTable = defineTable({
  type: 'user-token-key',
  stream: tableStreams.userTokenKeys,
  row: SigningKeyRow,
  key: (row) => row.kid,
  snapshot: readAuthTable,
});
/** Public keys of OTP authorization tokens, owned by otp. */
export const otpTokenKeyTable = defineTable({
  type: 'otp-token-key',
  stream: tableStreams.otpTokenKeys,
  row: SigningKeyRow,
  key: (row) => row.kid,
  snapshot: readOtpTable,
});

/** User tokens that are denied although they have not expired: one token, or all of a user's up to a moment. */
export class DeniedTokensRow {
  /** `jti` of the token, or the user's id. */
  @IsText(128, 1) subject!: string;
  @IsVersion() version!: number;
  /** Tokens issued up to then are denied. */
  @IsTimestamp() issuedUntil!: string;
  /** When the last of these tokens expires. Then the row is deleted. */
  @IsTimestamp() expiresAt!: string;
}
/** The denied user tokens, which every gateway holds in memory. */
export const deniedTokensTable = defineTable({
  type: 'denied-tokens',
  stream: tableStreams.deniedTokens,
  row: DeniedTokensRow,
  key: (row) => row.subject,
  snapshot: readAuthTable,
  lapsesAt: (row) => Date.parse(row.expiresAt),
});
