import type { Logger } from '@paygate/platform';
import type { FastifyInstance } from 'fastify';

/** Writes one line for each answer. It holds the template of the route, and nothing that a browser wrote: an address may hold a token. */
export function logRequests(fastify: FastifyInstance, logger: Logger): void {
  fastify.addHook('onResponse', ({ id: requestId, method, routeOptions }, reply, done) => {
    const { statusCode: status, elapsedTime } = reply;
    logger.info('request', { requestId, method, route: routeOptions.url, status, durationMs: Math.round(elapsedTime) });
    done();
  });
}
