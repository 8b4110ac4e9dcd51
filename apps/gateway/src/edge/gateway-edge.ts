import type { INestApplication, NestApplicationOptions, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { BODY_MAX_BYTES, headers } from '@paygate/contracts';
import type { HttpEdge } from '@paygate/platform';
import { configOf, Logger, PaygateError, ShutdownCoordinator } from '@paygate/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { answerHeaders, crossOriginHeaders, preflightHeaders } from './answer-headers.js';
import { answerClientError, answerExpectation, watchExchange } from './client-errors.js';
import { endGently } from './end-gently.js';
import { answerPlainHttp } from './plain-http.js';
import { answerProblem, paygateErrorOf } from './problems.js';
import { Proxies } from './proxies.js';
import { RequestGate } from './request-gate.js';
import { requestIdOf } from './request-id.js';
import { methodsOf } from './routes.js';

const MAX_HEADER_BYTES = 16_384;
/** Longer than the idle time-out of the usual load balancers, so that they and not we end an idle connection. */
const KEEP_ALIVE_MS = 75_000;

/** Fastify on HTTPS, or on HTTP behind a proxy that ends TLS. */
export const gatewayEdge: HttpEdge = {
  create: (module, options) => createEdge(module, options, configOf(GatewayConfig)),
  listen: async (app) => {
    const { HOST, PORT } = app.get(GatewayConfig);
    await app.listen(PORT, HOST);
    app.get(Logger).info('listening', { port: portOf(app) });
  },
};

/** The port that the edge listens on. */
export function portOf(app: INestApplication): number {
  const address = (app as NestFastifyApplication).getHttpServer().address();
  if (address === null || typeof address === 'string') throw new TypeError('the edge does not listen on a port');
  return address.port;
}

async function createEdge(
  module: Type,
  options: NestApplicationOptions,
  config: GatewayConfig,
): Promise<INestApplication> {
  const gate = new RequestGate(new Proxies(config.TRUSTED_PROXIES));
  const adapter = new FastifyAdapter({ ...serverOptions(config, gate), skipMiddie: true, multipart: false });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, { ...options, bodyParser: false });
  const fastify = adapter.getInstance<FastifyInstance>();
  takeRawBodies(fastify);
  guardRequests(fastify, gate);
  if (config.TLS_CERT !== undefined) answerPlainHttp(fastify.server, config.REQUEST_TIMEOUT_SECONDS * 1_000);
  endGently(fastify, app.get(ShutdownCoordinator), config.DRAIN_SECONDS * 1_000);
  return app;
}

function serverOptions(config: GatewayConfig, gate: RequestGate) {
  const timeoutMs = config.REQUEST_TIMEOUT_SECONDS * 1_000;
  const limits = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: timeoutMs,
    connectionsCheckingInterval: 1_000,
    // Node's own refusal would be no problem document: the gate refuses
    requireHostHeader: false,
  };
  const { TLS_CERT: cert, TLS_KEY: key } = config;
  return {
    ...(cert === undefined || key === undefined
      ? { http: limits }
      : { https: { ...limits, cert: cert.reveal(), key: key.reveal(), minVersion: 'TLSv1.2' as const } }),
    requestTimeout: timeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    bodyLimit: BODY_MAX_BYTES,
    // a request that comes on an open connection during the shutdown is served, and the connection then closed
    return503OnClosing: false,
    forceCloseConnections: 'idle' as const,
    requestIdHeader: false as const,
    genReqId: requestIdOf,
    clientErrorHandler: answerClientError,
    // a URL that the router cannot read meets no hook: it passes the gate here
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      dress(request, reply);
      answerProblem(refusalOf(gate, request) ?? paygateErrorOf(error, request), request, reply);
    },
  };
}

/** Bodies stay bytes: their readers scan them before anything parses them. */
function takeRawBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
    const isUtf8 = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type);
    if (isUtf8 && encoding === 'identity') done(null, body);
    else done(new PaygateError('media_type_unsupported'));
  });
}

function guardRequests(fastify: FastifyInstance, gate: RequestGate): void {
  fastify.server.on('checkExpectation', answerExpectation);
  fastify.addHook('onRequest', (request, reply, done) => {
    watchExchange(request.raw, reply.raw);
    dress(request, reply);
    const refusal = refusalOf(gate, request);
    const methods = request.method === 'OPTIONS' ? methodsOf(request.url) : [];
    if (refusal !== undefined) done(refusal);
    else if (methods.length === 0) done();
    else
      void reply
        .code(204)
        .headers({ ...preflightHeaders, allow: [...methods, 'OPTIONS'].join(', ') })
        .send();
  });
}

function refusalOf(gate: RequestGate, request: FastifyRequest): PaygateError | undefined {
  try {
    gate.check(request.raw);
    return undefined;
  } catch (error) {
    return paygateErrorOf(error, request);
  }
}

/** Puts on what every answer wears. */
function dress(request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(answerHeaders).header(headers.requestId, request.id);
  if (request.headers.origin !== undefined) void reply.headers(crossOriginHeaders);
}
