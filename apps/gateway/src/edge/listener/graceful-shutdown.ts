import type { Server as HttpServer } from 'node:http';
import { Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { ShutdownCoordinator } from '@paygate/platform';
import type { FastifyInstance } from 'fastify';

const IDLE_CLOSE_MS = 100;

/**
 * Ends the edge so that no request fails which it has taken. A connection that is closed while it is idle may be closed
 * under a request that is on its way: so for `drainMs` every answer says that it is its connection's last; then nothing
 * listens any more, and what is still idle a moment later is closed.
 */
export function endGently(fastify: FastifyInstance, shutdown: ShutdownCoordinator, drainMs: number): void {
  let ended: Promise<unknown> = Promise.resolve();
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (shutdown.begun) void reply.header('connection', 'close');
    done();
  });
  shutdown.on('stop-intake', 'http', async () => {
    await delay(drainMs);
    ended = endConnections(fastify.server);
  });
  shutdown.on('finish', 'http', async () => {
    await ended;
  });
}

async function endConnections(server: HttpServer): Promise<void> {
  if (!server.listening) return;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  // not the close of the HTTP server, which at once closes what has not sent its request yet
  Server.prototype.close.call(server, resolve);
  const timer = setInterval(() => {
    server.closeIdleConnections();
  }, IDLE_CLOSE_MS);
  await promise;
  clearInterval(timer);
}
