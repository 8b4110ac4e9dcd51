import type { OpenSpan, Tracing } from '@paygate/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Begins a trace with each request. Neither a `traceparent` of the caller is continued nor does its request id name the trace: anybody may
 * call, and would decide what is recorded and to which trace it belongs.
 */
export function traceRequests(fastify: FastifyInstance, tracing: Tracing): void {
  if (!tracing.isOn) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { method, id, routeOptions } = request;
    const route = routeOptions.url ?? '';
    const span = tracing.begin({
      ...{ name: `${method} ${route}`, kind: 'server' },
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
