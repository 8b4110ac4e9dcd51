import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Endpoints of many merchants on one port. It keeps the time of each event's first arrival, and nothing else. */
export class LoadReceiver {
  /** By event, milliseconds since 1970 with their fractions. */
  readonly arrivedAt = new Map<string, number>();
  /** The delay of the answers of a path. Milliseconds. */
  readonly delays = new Map<string, number>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      request.resume().on('end', () => {
        const eventId = String(request.headers['webhook-id']);
        if (!this.arrivedAt.has(eventId)) this.arrivedAt.set(eventId, performance.timeOrigin + performance.now());
        const delayMs = this.delays.get(request.url ?? '');
        if (delayMs === undefined) response.writeHead(200).end();
        else setTimeout(() => response.writeHead(200).end(), delayMs).unref();
      });
    });
    this.#server.keepAliveTimeout = 60_000;
  }

  static async start(): Promise<LoadReceiver> {
    const receiver = new LoadReceiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  url(path: string): string {
    return `http://${this.address}${path}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
