import { IsIn, IsOptional } from 'class-validator';
import { REQUEST_LOG_PAGE_MAX } from './request-log-commands.js';
import { operationsOf } from '../kernel/operation.js';
import { sessionHeaders } from '../kernel/request-headers.js';
import { PageLimit, pageOf, StartsAfter } from '../kernel/shapes/page.js';
import { errorCodes } from '../errors/catalogue.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsId, IsIntBetween, IsText, IsTimestamp } from '../schema/fields.js';

const EXAMPLE_KEY_ID = 'key_01k8zq3x7mf2rv9t5c6hdn4e8w';
const EXAMPLE_ENTRY_ID = 'rle_01k8zq3y8ng3sw0v6d7jep5f9x';

export class ListRequestLogQuery {
  @PageLimit('entries', REQUEST_LOG_PAGE_MAX)
  limit?: number;

  @StartsAfter('requestLogEntry')
  startingAfter?: string;

  @Note({ description: 'Only requests that were answered with this status.', example: 409 })
  @IsOptional()
  @IsIntBetween(100, 599)
  status?: number;

  @Note({ description: 'Only requests that were refused with this error code.', example: 'reference_exists' })
  @IsOptional()
  @IsIn(errorCodes)
  code?: string;

  @Note({ description: 'Only requests of this API key.', example: EXAMPLE_KEY_ID })
  @IsOptional()
  @IsId('apiKey')
  apiKeyId?: string;

  @Note({ description: 'Only requests of this path, as this document writes it.', example: '/gateway/{id}' })
  @IsOptional()
  @IsText(200, 1)
  path?: string;
}

export class RequestLogEntryView {
  @Note({ example: EXAMPLE_ENTRY_ID })
  @IsId('requestLogEntry')
  id!: string;

  @Note({ example: 'request_log_entry' })
  @IsIn(['request_log_entry'])
  object!: 'request_log_entry';

  @Note({ example: 'POST' })
  @IsText(8, 1)
  method!: string;

  @Note({ description: 'The path as this document writes it, without ids and query.', example: '/gateway' })
  @IsText(200, 1)
  path!: string;

  @Note({
    description: 'The status of the answer; null when the caller closed the connection before it.',
    example: 409,
  })
  @IsNullable()
  @IsIntBetween(100, 599)
  status!: number | null;

  @Note({ description: 'The error code of a refused request.', example: 'reference_exists' })
  @IsNullable()
  @IsText(64, 1)
  code!: string | null;

  @Note({
    description: 'The key that made the request; null for a member and for the payment page.',
    example: EXAMPLE_KEY_ID,
  })
  @IsNullable()
  @IsId('apiKey')
  apiKeyId!: string | null;

  @Note({
    description: 'The member who made the request at the dashboard; null for a key and for the payment page.',
    example: null,
  })
  @IsNullable()
  @IsId('member')
  memberId!: string | null;

  @Note({ description: '`x-request-id` of the answer.', example: 'req_01k8zq3y8ng3sw0v6d7jep5f9x' })
  @IsText(64, 1)
  requestId!: string;

  @Note({ description: 'Milliseconds until the answer was sent, or the connection was closed.', example: 12 })
  @IsIntBetween(0, 86_400_000)
  durationMs!: number;

  @Note({ example: '2026-11-20T10:00:00.000Z' })
  @IsTimestamp()
  answeredAt!: string;
}

/** A page of the request log, newest first. */
export class RequestLogPageAnswer extends pageOf(() => RequestLogEntryView, 'requestLogEntry', REQUEST_LOG_PAGE_MAX) {}

/** The requests of a merchant account. */
export const requestLogOperations = operationsOf({
  listRequestLog: {
    method: 'GET',
    path: '/request-logs',
    summary: 'List requests',
    description:
      'The requests of the last 30 days that keys, members and payment pages of the account made in the mode, newest first, without bodies, headers and queries. An entry appears within seconds; when the gateway is overloaded, entries may be missing. The list leaves out requests that were refused with `rate_limited`, and what members read at the dashboard. With filters a page looks at 10,000 requests, so it may hold fewer entries than `limit` while `hasMore` is true.',
    key: 'session',
    scope: 'requests:read',
    headers: sessionHeaders,
    query: ListRequestLogQuery,
    answer: RequestLogPageAnswer,
    errors: ['cursor_invalid'],
  },
});
