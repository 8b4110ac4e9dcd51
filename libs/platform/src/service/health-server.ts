import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { Health } from './health.js';

const MAX_CONNECTIONS = 64;
const TIMEOUT_MS = 5_000;
const MAX_HEADER_BYTES = 4_096;

export interface HealthServerOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

const JSON_TYPE = 'application/json';

/**
 * The probes, on an internal port: `GET /livez` answers while the event loop runs, `GET /readyz` says whether this process can take
 * work (503 with the parts that are not ready otherwise; an edge that lacks some is ready and names them), and `GET /metrics` gives its metrics in the text format of Prometheus.
 */
export class HealthServer {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async listen(health: Health, metrics: Registry, { host, port }: HealthServerOptions): Promise<HealthServer> {
    const server = createServer({
      requestTimeout: TIMEOUT_MS,
      headersTimeout: TIMEOUT_MS,
      keepAliveTimeout: TIMEOUT_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    server.maxConnections = MAX_CONNECTIONS;
    server.on('request', ({ method, url }, response) => {
      void answer(health, metrics, { method, url }).then(({ status, type, text }) => {
        response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
        response.end(method === 'HEAD' ? undefined : text);
      });
    });
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    server.once('error', reject);
    server.listen(port, host, () => {
      resolve(undefined);
    });
    await promise;
    return new HealthServer(server);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#server.close(() => {
      resolve(undefined);
    });
    this.#server.closeAllConnections();
    await promise;
  }
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

async function answer(
  health: Health,
  metrics: Registry,
  { method = '', url = '' }: { readonly method: string | undefined; readonly url: string | undefined },
): Promise<Answer> {
  if (method !== 'GET' && method !== 'HEAD') return json(405, { status: 'method not allowed' });
  if (url === '/livez') return json(200, { status: 'alive' });
  if (url === '/metrics') {
    try {
      return { status: 200, type: metrics.contentType, text: await metrics.metrics() };
    } catch {
      return json(500, { status: 'a metric could not be read' });
    }
  }
  if (url !== '/readyz') return json(404, { status: 'not found' });
  const { ready, draining, notReady } = health.report();
  if (!ready) return json(503, { status: 'not ready', draining, notReady });
  return json(200, Object.keys(notReady).length === 0 ? { status: 'ready' } : { status: 'ready', notReady });
}

function json(status: number, body: object): Answer {
  return { status, type: JSON_TYPE, text: JSON.stringify(body) };
}
