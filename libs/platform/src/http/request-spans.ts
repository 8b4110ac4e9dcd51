import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenSpan, Tracing } from '../telemetry/tracing/tracing.js';

/**
 * Begins a span with each request. A `traceparent` is continued only where `isOurs` says that a process of Paygate has sent it, and a
 * request id never names the trace: anybody else may call, and would decide what is recorded and to which trace it belongs.
 */
export function traceRequests(
  fastify: FastifyInstance,
  tracing: Tracing,
  isOurs: (request: FastifyRequest) => boolean,
): void {
  if (!tracing.isOn) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { method, id, routeOptions } = request;
    const parent = isOurs(request) ? request.headers['traceparent'] : undefined;
    const route = routeOptions.url ?? '';
    const span = tracing.begin({
      ...{ name: `${method} ${route}`, kind: 'server', parent: typeof parent === 'string' ? parent : undefined },
      attributes: { 'http.request.method': method, 'http.route': route, 'paygate.request.id': id },
    });
    spans.set(request, span);
    done();
  });
  // after the body was read, which leaves the asynchronous context of the hooks before
  fastify.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else tracing.within(span, done);
  });
  fastify.addHook('onResponse', (request, { statusCode }, done) => {
    const failed = statusCode >= 500 ? { 'error.type': String(statusCode) } : {};
    spans.get(request)?.end({ 'http.response.status_code': statusCode, ...failed });
    done();
  });
}
