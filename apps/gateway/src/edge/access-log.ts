import type { ServerResponse } from 'node:http';
import type { ErrorCode } from '@paygate/contracts';
import { errorCatalogue } from '@paygate/contracts';
import type { Logger } from '@paygate/platform';
import type { FastifyRequest } from 'fastify';

/** Durations are kept to a tenth of a millisecond. */
const TENTHS = 10;

/** What was asked, and who asked it as far as that was found out. */
interface Asked extends Partial<Pick<FastifyRequest, 'caller' | 'dashboard'>> {
  readonly requestId: string;
  readonly method: string;
  /** The template of its path; undefined where there is none. */
  readonly route: string | undefined;
}

/**
 * Writes one line when an exchange is over, also when the caller went away first. It holds what the gateway knows of a
 * request, never what the caller wrote: the route's template instead of the path, no query, no header, no body.
 */
export class AccessLog {
  constructor(private readonly logger: Logger) {}

  /** To be called when a request begins; `asked` is looked at when the exchange is over. */
  watch(response: ServerResponse, asked: () => Asked): void {
    const begun = performance.now();
    response.once('close', () => {
      const { requestId, method, route, caller, dashboard } = asked();
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

  /** To be called when bytes were refused that are no request. */
  refused(requestId: string, code: ErrorCode): void {
    this.logger.info('request', { requestId, code, status: errorCatalogue[code].status, state: 'answered' });
  }
}
