import type { ErrorCode } from '@paygate/contracts';
import { errorCatalogue } from '@paygate/contracts';
import type { Logger } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Durations are kept to a tenth of a millisecond. */
const TENTHS = 10;

/**
 * Writes one line when an exchange is over, also when the caller went away first. It holds what the gateway knows of a
 * request, never what the caller wrote: the route's template instead of the path, no query, no header, no body.
 */
export class AccessLog {
  constructor(private readonly logger: Logger) {}

  /** To be called when a request begins. */
  watch(request: FastifyRequest, reply: FastifyReply): void {
    const begun = performance.now();
    reply.raw.once('close', () => {
      const { caller, dashboard } = request;
      const acting = caller ?? dashboard?.acting;
      this.logger.info('request', {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url,
        status: reply.raw.headersSent ? reply.raw.statusCode : undefined,
        durationMs: Math.round((performance.now() - begun) * TENTHS) / TENTHS,
        merchantId: acting?.merchantId,
        mode: acting?.mode,
        apiKeyId: caller?.apiKeyId,
        memberId: dashboard?.acting?.memberId,
        state: reply.raw.writableFinished ? 'answered' : 'aborted',
      });
    });
  }

  /** To be called when bytes were refused that are no request. */
  refused(requestId: string, code: ErrorCode): void {
    this.logger.info('request', { requestId, code, status: errorCatalogue[code].status, state: 'answered' });
  }
}
