import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Made } from './event-source.js';
import { refusingLibraries } from './signatures.js';

const BODY_MAX_BYTES = 262_144;

interface Delivered {
  readonly eventId: string;
  readonly digest: string;
  readonly at: number;
}

/** The merchant's endpoints, one per path: verifies and records each delivery, and faults. */
export class EndpointReceiver {
  readonly faults: string[] = [];
  /** Deliveries beyond the first of an event to an endpoint. */
  duplicates = 0;
  /** The delay of each answer. Milliseconds. */
  delayMs = 0;
  readonly #secrets = new Map<string, string>();
  /** By endpoint and intent. */
  readonly #delivered = new Map<string, Delivered>();
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      this.#read(request, response);
    });
  }

  listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', resolve);
    });
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** An endpoint that is registered at this path with this secret. */
  expect(path: string, secret: string): void {
    this.#secrets.set(path, secret);
  }

  get deliveries(): number {
    return this.#delivered.size;
  }

  /** The events among these that have not reached every endpoint. */
  missing(events: readonly Made[]): readonly Made[] {
    return events.filter((made) => this.#arrivals(made).includes(undefined));
  }

  /** The longest time that one of these events took to an endpoint. Seconds. */
  slowest(events: readonly Made[]): number {
    const times = events.flatMap((made) => this.#arrivals(made).map((arrival) => (arrival?.at ?? made.at) - made.at));
    return Math.max(0, ...times) / 1_000;
  }

  /** The time at which the last of these events had reached every endpoint, by performance.now(). */
  lastArrival(events: readonly Made[]): number {
    return Math.max(0, ...events.flatMap((made) => this.#arrivals(made).map((arrival) => arrival?.at ?? 0)));
  }

  /** Verifies and records a delivery. */
  take(path: string, body: Buffer, headers: IncomingHttpHeaders): void {
    const secret = this.#secrets.get(path);
    // an endpoint that another tool has registered on this port
    if (secret === undefined) return;
    const refusing = refusingLibraries(body.toString(), headers, secret);
    if (refusing.length > 0) {
      this.faults.push(`${refusing.join(' and ')} refuse a delivery to ${path}`);
      return;
    }
    const event = JSON.parse(body.toString()) as { id: string; data: { paymentIntent: { id: string } } };
    const key = `${path} ${event.data.paymentIntent.id}`;
    const delivered = {
      eventId: event.id,
      digest: createHash('sha256').update(body).digest('hex'),
      at: performance.now(),
    };
    const known = this.#delivered.get(key);
    if (known === undefined) {
      this.#delivered.set(key, delivered);
      return;
    }
    this.duplicates += 1;
    if (known.eventId !== delivered.eventId || known.digest !== delivered.digest)
      this.faults.push(`${event.id} came again with another id or body`);
  }

  /** The first arrival of an event at each endpoint. */
  #arrivals({ intentId }: Made): readonly (Delivered | undefined)[] {
    return [...this.#secrets.keys()].map((path) => this.#delivered.get(`${path} ${intentId}`));
  }

  #read(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > BODY_MAX_BYTES) request.destroy();
      chunks.push(chunk);
    });
    request.once('end', () => {
      this.take(request.url ?? '', Buffer.concat(chunks), request.headers);
      setTimeout(() => response.writeHead(200).end(), this.delayMs);
    });
  }
}
