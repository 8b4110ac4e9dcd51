import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { HttpEdge } from '@paygate/platform';
import {
  configOf,
  Logger,
  measureRequests,
  newId,
  ShutdownCoordinator,
  shutDownGracefully,
  traceRequests,
  Tracing,
} from '@paygate/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Registry } from 'prom-client';
import { CheckoutConfig } from '../config.js';
import { Pages } from '../pages/pages.js';
import { requestedLanguage } from '../payment/payments.js';
import { logRequests } from './access-log.js';

const FORM_MAX_BYTES = 8_192;
const MAX_HEADER_BYTES = 16_384;
const REQUEST_MS = 10_000;
/** Longer than the gateway keeps idle connections, so that it closes them and not this end. */
const KEEP_ALIVE_MS = 30_000;
const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** Fastify on HTTP, behind the gateway, which ends TLS. */
export const checkoutEdge: HttpEdge = {
  async create(module, options) {
    const adapter = new FastifyAdapter({
      http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: REQUEST_MS },
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      bodyLimit: FORM_MAX_BYTES,
      // the token of a link is longer than the parameters that the router takes otherwise
      routerOptions: { maxParamLength: 256 },
      // an address that the router does not read
      frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => {
        app.get(Pages).sendNotice(reply, 'notFound', requestedLanguage(request));
      },
      return503OnClosing: false,
      forceCloseConnections: 'idle' as const,
      requestIdHeader: false as const,
      genReqId: ({ headers: given }: IncomingMessage) => {
        const id = given['x-request-id'];
        return typeof id === 'string' && REQUEST_ID.test(id) ? id : newId('request');
      },
      skipMiddie: true,
      multipart: false,
    });
    const app = await NestFactory.create<NestFastifyApplication>(module, adapter, { ...options, bodyParser: false });
    const fastify = adapter.getInstance<FastifyInstance>();
    takeForms(fastify);
    logRequests(fastify, app.get(Logger));
    measureRequests(fastify, app.get(Registry));
    // only the gateway reaches this port
    traceRequests(fastify, app.get(Tracing), () => true);
    shutDownGracefully(fastify, app.get(ShutdownCoordinator), configOf(CheckoutConfig).DRAIN_SECONDS * 1_000);
    return app;
  },
  async listen(app) {
    const { HOST, PORT } = app.get(CheckoutConfig);
    await app.listen(PORT, HOST);
    app.get(Logger).info('listening', { port: portOf(app) });
  },
};

/** The port that the edge listens on. */
export function portOf(app: INestApplication): number {
  const address = (app as NestFastifyApplication).getHttpServer().address() as AddressInfo;
  return address.port;
}

function takeForms(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, new URLSearchParams(String(body)));
  });
}
