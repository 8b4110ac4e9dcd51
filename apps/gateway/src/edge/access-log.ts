import type { ServerResponse } from 'node:http';
import type { ErrorCode } from '@paygate/contracts';
import { errorCatalogue } from '@paygate/contracts';
import type { Logger } from '@paygate/platform';
import type { FastifyRequest } from 'fastify';

/** Durations are kept to a tenth of a millisecond. */
const TENTHS = 10;

/** The logged part of a request, and its caller if one was authenticated. */
interface LoggedRequest extends Partial<Pick<FastifyRequest, 'caller' | 'dashboard'>> {
  readonly requestId: string;
  readonly method: string;
  /** The template of its path; undefined for an unknown path. */
  readonly route: string | undefined;
}

/**
 * Writes one line at the end of each exchange, also when the caller has gone away. The line holds nothing that the caller
 * wrote: the route's template instead of the path, no query, no header, no body.
 */
export class AccessLog {
  constructor(private readonly logger: Logger) {}

  /** To be called when a request begins; `requestOf` is called at the end of the exchange. */
  watch(response: ServerResponse, requestOf: () => LoggedRequest): void {
    const begun = performance.now();
    response.once('close', () => {
      const { requestId, method, route, caller, dashboard } = requestOf();
      const acting = caller ?? dashboard?.acting;
      this.logger.info('request', {
        requestId,
        method,
        route,
        status: response.headersSent ? response.statusCode : undefined,
        durationMs: Math.round((performance.now() - begun) * TENTHS) / TENTHS,
        merchantId: acting?.merchantId,
        mode: acting?.mode,
        apiKeyId: caller?.apiKeyId,
        memberId: dashboard?.acting?.memberId,
        state: response.writableFinished ? 'answered' : 'aborted',
      });
    });
  }

  /** To be called when bytes were refused that form no request. */
  refused(requestId: string, code: ErrorCode): void {
    this.logger.info('request', { requestId, code, status: errorCatalogue[code].status, state: 'answered' });
  }
}
