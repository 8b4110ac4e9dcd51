import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { Histogram } from 'prom-client';

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 5, 10];

/**
 * Measures every answer. Name and labels are those of OpenTelemetry's semantic conventions for HTTP servers; the route is its
 * template, and empty for an unknown path. `paygate_waited` distinguishes the answers whose callers asked to wait, as `waits` says.
 */
export function measureRequests(
  fastify: FastifyInstance,
  registry: Registry,
  waits: (request: FastifyRequest) => boolean = () => false,
): void {
  const durations = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code', 'paygate_waited'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const labels = {
      http_request_method: request.method,
      http_route: request.routeOptions.url ?? '',
      http_response_status_code: String(reply.statusCode),
      paygate_waited: String(waits(request)),
    };
    durations.observe(labels, reply.elapsedTime / 1_000);
    done();
  });
}
