import { ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { HttpEdge } from '@paygate/platform';
import { ShutdownCoordinator } from '@paygate/platform';
import { RailSimulatorConfig } from './config.js';

const BODY_LIMIT_BYTES = 65_536;
const LOOPBACK = '127.0.0.1';
/** What a browser calls this host. A page of another name that resolves to it must not read codes through a browser. */
const LOOPBACK_NAMES = /^(127\.0\.0\.1|localhost|\[::1\])(:[0-9]+)?$/;

/** HTTP on the loopback address only. Requests are not logged: addresses and bodies hold what nobody should find there. */
export const httpEdge: HttpEdge = {
  async create(module, options) {
    const adapter = new FastifyAdapter({ logger: false, bodyLimit: BODY_LIMIT_BYTES, forceCloseConnections: 'idle' });
    const app = await NestFactory.create<NestFastifyApplication>(module, adapter, options);
    app.useGlobalPipes(new ValidationPipe({ whitelist: true }));
    adapter.getInstance().addHook('onRequest', async (request, reply) => {
      if (!LOOPBACK_NAMES.test(request.headers.host ?? '')) await reply.code(421).send({ statusCode: 421 });
    });
    return app;
  },
  async listen(app) {
    app.get(ShutdownCoordinator).on('stop-intake', 'http', async () => {
      await app.getHttpAdapter().close();
    });
    await app.listen(app.get(RailSimulatorConfig).INBOX_PORT, LOOPBACK);
  },
};
