import { IsBoolean, IsOptional } from 'class-validator';
import { defineCommand } from '../kernel/message.js';
import { IsNullable } from '../schema/declarations.js';
import { IsId, IsIntBetween, IsListOf, IsMode, IsPageLimit, IsText, IsTimestamp } from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';

export const REQUEST_LOG_BATCH_MAX = 500;
export const REQUEST_LOG_PAGE_MAX = 100;
/** The days for which requests stay in the log. */
export const REQUEST_LOG_DAYS = 30;
/** No request takes longer. */
const DURATION_MAX_MS = 86_400_000;

/** A request that a merchant's key, member or payment page made: nothing that the caller wrote, except the request's id. */
export class LoggedRequest {
  @IsId('requestLogEntry') entryId!: string;
  @IsId('merchant') merchantId!: string;
  @IsMode() mode!: Mode;
  @IsText(8, 1) method!: string;
  /** The template of the path, as the API document writes it. */
  @IsText(200, 1) path!: string;
  /** Null when the caller closed the connection before the answer. */
  @IsNullable() @IsIntBetween(100, 599) status!: number | null;
  /** The code of a problem. */
  @IsNullable() @IsText(64, 1) code!: string | null;
  @IsNullable() @IsId('apiKey') apiKeyId!: string | null;
  @IsNullable() @IsId('member') memberId!: string | null;
  @IsText(64, 1) requestId!: string;
  @IsIntBetween(0, DURATION_MAX_MS) durationMs!: number;
  /** The time of the answer, or when the connection was closed. */
  @IsTimestamp() answeredAt!: string;
}

export class LogRequestsCommand {
  @IsListOf(() => LoggedRequest, REQUEST_LOG_BATCH_MAX)
  requests!: LoggedRequest[];
}
export class RequestsLogged {
  @IsIntBetween(0, REQUEST_LOG_BATCH_MAX) count!: number;
}
/** Stores requests in the request log. A request that is stored already is not stored again. */
export const logRequests = defineCommand({
  name: 'log-requests',
  owner: 'auth',
  request: LogRequestsCommand,
  answer: RequestsLogged,
  key: (request) => request.requests[0]?.entryId ?? '',
  unordered: true,
});

export class ListLoggedRequestsCommand {
  @IsId('merchant') merchantId!: string;
  @IsMode() mode!: Mode;
  @IsPageLimit(REQUEST_LOG_PAGE_MAX) limit!: number;
  /** The page holds entries before this one. */
  @IsOptional() @IsId('requestLogEntry') before?: string;
  @IsOptional() @IsIntBetween(100, 599) status?: number;
  @IsOptional() @IsText(64, 1) code?: string;
  @IsOptional() @IsId('apiKey') apiKeyId?: string;
  @IsOptional() @IsText(200, 1) path?: string;
}
export class LoggedRequestsListed {
  @IsListOf(() => LoggedRequest, REQUEST_LOG_PAGE_MAX)
  requests!: LoggedRequest[];
  @IsBoolean() hasMore!: boolean;
  /** The cursor of the next page. With filters it may be beyond the last entry of this page. */
  @IsNullable() @IsId('requestLogEntry') nextCursor!: string | null;
}
/** Requests of a merchant in one mode, newest first. A page looks at a bounded number of them. */
export const listLoggedRequests = defineCommand({
  name: 'list-logged-requests',
  owner: 'auth',
  request: ListLoggedRequestsCommand,
  answer: LoggedRequestsListed,
  unordered: true,
});
