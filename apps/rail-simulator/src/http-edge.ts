import { ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { HttpEdge } from '@paygate/platform';
import { configOf, ShutdownCoordinator } from '@paygate/platform';
import { RailSimulatorConfig } from './config.js';

const BODY_LIMIT_BYTES = 65_536;
/** What a browser calls this host. A page of another name that resolves to it must not read codes through a browser. */
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** HTTP, on the loopback address unless configured otherwise. Requests are not logged: addresses and bodies hold what nobody should find there. */
export const httpEdge: HttpEdge = {
  async create(module, options) {
    const adapter = new FastifyAdapter({ logger: false, bodyLimit: BODY_LIMIT_BYTES, forceCloseConnections: 'idle' });
    const app = await NestFactory.create<NestFastifyApplication>(module, adapter, options);
    app.useGlobalPipes(new ValidationPipe({ whitelist: true }));
    const names = new Set([...LOOPBACK_NAMES, ...configOf(RailSimulatorConfig).INBOX_NAMES]);
    adapter.getInstance().addHook('onRequest', async (request, reply) => {
      if (!names.has(hostOf(request.headers.host))) await reply.code(421).send({ statusCode: 421 });
    });
    return app;
  },
  async listen(app) {
    app.get(ShutdownCoordinator).on('stop-intake', 'http', async () => {
      await app.getHttpAdapter().close();
    });
    const { INBOX_PORT, INBOX_HOST } = app.get(RailSimulatorConfig);
    await app.listen(INBOX_PORT, INBOX_HOST);
  },
};

function hostOf(header = ''): string {
  return header.replace(/:[0-9]+$/, '');
}
