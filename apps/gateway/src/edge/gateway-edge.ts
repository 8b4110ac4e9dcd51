import type { Socket } from 'node:net';
import type { Server } from 'node:tls';
import type { INestApplication, NestApplicationOptions, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { BODY_MAX_BYTES, headers } from '@paygate/contracts';
import type { HttpEdge } from '@paygate/platform';
import type { PaygateError } from '@paygate/platform';
import {
  configOf,
  Logger,
  measureRequests,
  ShutdownCoordinator,
  shutDownGracefully,
  traceRequests,
  Tracing,
} from '@paygate/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Registry } from 'prom-client';
import { GatewayConfig } from '../config.js';
import { RateLimits } from '../rate-limits/rate-limits.js';
import { AccessLog } from './access-log.js';
import { answerHeaders } from './answer-headers.js';
import { isJsonInUtf8 } from './headers/media-type.js';
import { compressAnswers } from './compression/compression.js';
import { CHECKOUT_PREFIX, passOnCheckout } from './checkout-proxy.js';
import { CrossOrigin } from './cross-origin.js';
import { renewCertificate, TLS_OPTIONS } from './listener/certificate-renewal.js';
import { Checkout } from './listener/checkout.js';
import { answerPlainHttp } from './listener/plain-http.js';
import { Proxies } from './listener/proxies.js';
import { RawAnswers } from './listener/raw-answers.js';
import { RequestGate } from './listener/request-gate.js';
import { noRouteFor, paygateErrorOf, Problems, unsupportedMediaType } from './problems.js';
import { isUnread } from './unread-routes.js';
import { preferredWaitMs } from './headers/preference.js';
import { RequestLog } from './request-log/request-log.js';
import { requestIdOf } from './request-id.js';

/** The type that bodies are given that nobody reads, whatever they name. */
const UNREAD = 'application/x-unread';
/** Rails send less than 4 kB. */
const UNREAD_MAX_BYTES = 262_144;

const MAX_HEADER_BYTES = 16_384;
/** Longer than the idle time-out of the usual load balancers, so that they close idle connections, and not the gateway. */
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

/** The parts of the edge that exist before the modules: Fastify's options need them. */
interface EdgeParts {
  readonly gate: RequestGate;
  readonly log: AccessLog;
  readonly raw: RawAnswers;
  readonly problems: Problems;
  readonly crossOrigin: CrossOrigin;
}

function partsOf(config: GatewayConfig): EdgeParts {
  const { INSTANCE_ID: instance, LOG_LEVEL: level } = config;
  const log = new AccessLog(new Logger({ service: 'gateway', instance, level }));
  const problems = new Problems(config);
  return {
    gate: new RequestGate(new Proxies(config.TRUSTED_PROXIES, new Checkout(config.CHECKOUT_KEYS))),
    log,
    raw: new RawAnswers(log, problems),
    problems,
    crossOrigin: new CrossOrigin(),
  };
}

async function createEdge(
  module: Type,
  options: NestApplicationOptions,
  config: GatewayConfig,
): Promise<INestApplication> {
  const parts = partsOf(config);
  const adapter = new FastifyAdapter({ ...serverOptions(config, parts), skipMiddie: true, multipart: false });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, { ...options, bodyParser: false });
  const fastify = adapter.getInstance<FastifyInstance>();
  takeRawBodies(fastify);
  guardRequests(fastify, parts);
  compressAnswers(fastify);
  measureRequests(fastify, app.get(Registry), waitsForOutcome);
  traceRequests(fastify, app.get(Tracing), ({ raw }) => app.get(Checkout).isSenderOf(raw));
  app.get(RequestLog, { strict: false }).watch(fastify);
  passOnCheckout(fastify, config, {
    ...{ proxies: app.get(Proxies), limits: app.get(RateLimits, { strict: false }), tracing: app.get(Tracing) },
  });
  fastify.decorateRequest('caller', null).decorateRequest('dashboard', null).decorateRequest('checkout', null);
  fastify.decorateRequest('admitted', false);
  const timeoutMs = config.REQUEST_TIMEOUT_SECONDS * 1_000;
  const shutdown = app.get(ShutdownCoordinator);
  const { TLS_CERT: cert, TLS_KEY: key } = config;
  if (cert !== undefined && key !== undefined) {
    answerPlainHttp(fastify.server, parts.raw, timeoutMs);
    const stop = renewCertificate(fastify.server as unknown as Server, { cert, key }, app.get(Logger));
    shutdown.on('stop-intake', 'certificate', () => {
      stop();
    });
  }
  shutDownGracefully(fastify, shutdown, config.DRAIN_SECONDS * 1_000);
  return app;
}

/** True when an answer may take as long as an outcome does: its caller asked for that, or the payment page, which does so. */
function waitsForOutcome({ headers: given, routeOptions }: FastifyRequest): boolean {
  return preferredWaitMs(given) > 0 || routeOptions.url?.startsWith(CHECKOUT_PREFIX) === true;
}

function serverOptions(config: GatewayConfig, parts: EdgeParts) {
  const timeoutMs = config.REQUEST_TIMEOUT_SECONDS * 1_000;
  const limits = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: timeoutMs,
    connectionsCheckingInterval: 1_000,
    // the gate refuses a missing Host with a problem document, which Node's own answer is not
    requireHostHeader: false,
  };
  const { TLS_CERT: cert, TLS_KEY: key } = config;
  return {
    ...(cert === undefined || key === undefined
      ? { http: limits }
      : {
          https: {
            ...limits,
            cert: cert.reveal(),
            key: key.reveal(),
            ...TLS_OPTIONS,
            handshakeTimeout: timeoutMs,
          },
        }),
    requestTimeout: timeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    bodyLimit: BODY_MAX_BYTES,
    // during the shutdown a request on an open connection is still served
    return503OnClosing: false,
    forceCloseConnections: 'idle' as const,
    requestIdHeader: false as const,
    genReqId: requestIdOf,
    clientErrorHandler: (error: Error, socket: Socket) => {
      parts.raw.toClientError(error, socket);
    },
    // no hook runs for a URL that the router cannot read
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      receive(parts, request, reply);
      parts.problems.answer(refusalOf(parts.gate, request) ?? paygateErrorOf(error, request), request, reply);
    },
  };
}

/** Bodies stay bytes, because their readers scan them before they are parsed. */
function takeRawBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
    if (isJsonInUtf8(type) && encoding.toLowerCase() === 'identity') done(null, body);
    else done(unsupportedMediaType());
  });
  // a body of any type, which nobody reads: beyond what rails send, it ends the connection
  fastify.addContentTypeParser(UNREAD, (_request, body, done) => {
    let bytes = 0;
    body.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > UNREAD_MAX_BYTES) body.destroy();
    });
    done(null);
  });
  fastify.addContentTypeParser('*', (_request, _body, done) => {
    done(unsupportedMediaType());
  });
}

function guardRequests(fastify: FastifyInstance, parts: EdgeParts): void {
  fastify.server.on('checkExpectation', (request) => {
    parts.raw.toExpectation(request);
  });
  fastify.server.on('connect', (_request, socket) => {
    parts.raw.toConnect(socket as Socket);
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    receive(parts, request, reply);
    if (isUnread(request.routeOptions.url)) request.headers['content-type'] = UNREAD;
    const refusal = refusalOf(parts.gate, request);
    const options = refusal === undefined && request.method === 'OPTIONS' ? optionsOf(parts, request) : undefined;
    if (options === undefined) done(refusal ?? (request.is404 ? noRouteFor(request.url) : undefined));
    else void reply.code(204).headers(options).send();
  });
}

function optionsOf({ crossOrigin }: EdgeParts, { url, headers: given }: FastifyRequest) {
  return crossOrigin.ofOptions(url, { origin: given.origin, method: given['access-control-request-method'] });
}

function refusalOf(gate: RequestGate, request: FastifyRequest): PaygateError | undefined {
  try {
    gate.check(request.raw);
    return undefined;
  } catch (error) {
    return paygateErrorOf(error, request);
  }
}

/** Begins the log line of a request, and sets the headers that every answer to it has. */
function receive({ log, raw, crossOrigin }: EdgeParts, request: FastifyRequest, reply: FastifyReply): void {
  const { method, routeOptions, headers: given } = request;
  log.watch(reply.raw, () => {
    const { id: requestId, caller, dashboard } = request;
    return { requestId, method, route: routeOptions.url, caller, dashboard };
  });
  raw.watch(request.raw, reply.raw);
  void reply
    .headers(answerHeaders)
    .headers(crossOrigin.ofAnswer(given.origin, method, routeOptions.url))
    .header(headers.requestId, request.id);
}
