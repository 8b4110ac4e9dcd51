import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Counts, Health } from './health.js';

const MAX_CONNECTIONS = 64;
const TIMEOUT_MS = 5_000;
const MAX_HEADER_BYTES = 4_096;

export interface HealthServerOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

const JSON_TYPE = 'application/json';
const METRICS_TYPE = 'text/plain; version=0.0.4';

/**
 * The probes, on an internal port: `GET /livez` answers while the event loop runs, `GET /readyz` says whether this process can take
 * work (503 with the parts that are not ready otherwise), and `GET /metrics` gives its counters in the text format of Prometheus.
 */
export class HealthServer {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async listen(health: Health, { host, port }: HealthServerOptions): Promise<HealthServer> {
    const server = createServer({
      requestTimeout: TIMEOUT_MS,
      headersTimeout: TIMEOUT_MS,
      keepAliveTimeout: TIMEOUT_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    server.maxConnections = MAX_CONNECTIONS;
    server.on('request', (request, response) => {
      const { status, body } = answer(health, request.method, request.url);
      const type = typeof body === 'string' ? METRICS_TYPE : JSON_TYPE;
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
      response.end(request.method === 'HEAD' ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
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

function answer(health: Health, method = '', url = ''): { status: number; body: object | string } {
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, body: { status: 'method not allowed' } };
  if (url === '/livez') return { status: 200, body: { status: 'alive' } };
  if (url === '/metrics') return { status: 200, body: metricsOf(health.counts()) };
  if (url !== '/readyz') return { status: 404, body: { status: 'not found' } };
  const { ready, draining, notReady } = health.report();
  return ready
    ? { status: 200, body: { status: 'ready' } }
    : { status: 503, body: { status: 'not ready', draining, notReady } };
}

function metricsOf(counts: Counts): string {
  return Object.entries(counts)
    .map(([name, count]) => `# TYPE paygate_${name}_total counter\npaygate_${name}_total ${count}\n`)
    .join('');
}
