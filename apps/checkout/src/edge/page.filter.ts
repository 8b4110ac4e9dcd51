import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { Catch, HttpException } from '@nestjs/common';
import { Logger } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NoAnswer, Refusal } from '../gateway/gateway-client.js';
import type { Notice } from '../pages/pages.js';
import { Pages } from '../pages/pages.js';
import { requestedLanguage } from '../payment/payments.js';

/** After which a customer who asked too often may ask again, where the API names no time. */
const RETRY_SECONDS = 30;

/** Answers errors with a page, which leads back to the payment where that may help. */
@Catch()
export class PageFilter implements ExceptionFilter {
  constructor(
    private readonly pages: Pages,
    private readonly logger: Logger,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const notice = noticeOf(error);
    if (notice === undefined) this.logger.error('an error was not foreseen', error, { requestId: request.id });
    else if (error instanceof NoAnswer) this.logger.warn('the gateway does not answer', { requestId: request.id });
    const [path = ''] = request.url.split('?', 1);
    const page = /^\/checkout\/[A-Za-z0-9_-]{1,200}/.exec(path)?.[0];
    const isWorthwhile = notice === undefined || notice === 'unavailable' || notice === 'tooOften';
    if (notice === 'tooOften' && error instanceof Refusal)
      void reply.header('retry-after', String(error.retryAfter ?? RETRY_SECONDS));
    this.pages.sendNotice(reply, notice ?? 'unavailable', requestedLanguage(request), isWorthwhile ? page : undefined);
  }
}

function noticeOf(error: unknown): Notice | undefined {
  if (error instanceof NoAnswer) return 'unavailable';
  if (error instanceof Refusal) {
    if (error.status === 429) return 'tooOften';
    return error.status === 401 || error.status === 404 ? 'linkUnknown' : 'unavailable';
  }
  const status = error instanceof HttpException ? error.getStatus() : statusOf(error);
  return status !== undefined && status < 500 ? 'notFound' : undefined;
}

/** The status of Fastify's own errors. */
function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;
}
