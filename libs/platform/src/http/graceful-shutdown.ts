import type { Server as HttpServer } from 'node:http';
import { Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { ShutdownCoordinator } from '../service/shutdown-coordinator.js';

const IDLE_CLOSE_MS = 100;

/**
 * Shuts the listener down without failing a request. A client may send a request on an idle connection in the instant in which
 * we close it. So for `drainMs` every answer asks its client to close the connection; only then does it stop
 * listening and close the connections that are idle.
 */
export function shutDownGracefully(fastify: FastifyInstance, shutdown: ShutdownCoordinator, drainMs: number): void {
  let closed: Promise<unknown> = Promise.resolve();
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (shutdown.begun) void reply.header('connection', 'close');
    done();
  });
  shutdown.on('stop-intake', 'http', async () => {
    await delay(drainMs);
    closed = closeConnections(fastify.server);
  });
  shutdown.on('finish', 'http', async () => {
    await closed;
  });
}

async function closeConnections(server: HttpServer): Promise<void> {
  if (!server.listening) return;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  // close() of the HTTP server would at once close connections whose first request has not arrived
  Server.prototype.close.call(server, resolve);
  const timer = setInterval(() => {
    server.closeIdleConnections();
  }, IDLE_CLOSE_MS);
  await promise;
  clearInterval(timer);
}
