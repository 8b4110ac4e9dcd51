import { ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { HttpEdge } from '@paygate/platform';
import { configOf, ShutdownCoordinator } from '@paygate/platform';
import { RailSimulatorConfig } from './config.js';

const BODY_LIMIT_BYTES = 65_536;
/** Host names that a browser may use. Another name that resolves to this host is refused: its page could read codes (DNS rebinding). */
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** HTTP, on the loopback address unless configured otherwise. Requests are not logged, because addresses and bodies hold codes and numbers. */
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
