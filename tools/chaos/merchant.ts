import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { verifyServiceSignature } from '@paygate/webhook-signature';
import type { Random } from './random.js';

export interface MerchantOptions {
  readonly port: number;
  readonly path: string;
  readonly secret: string;
  readonly random: Random;
}

interface Heard {
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
  deliveries: number;
}

/** Every so often a delivery is refused although it was read: the same bytes have to come again. */
const REFUSED = 0.03;
const BODY_MAX_BYTES = 262_144;

/** The merchant's end, outside the system: remembers every event, and what should never have come. */
export class Merchant {
  readonly #options: MerchantOptions;
  readonly #server: Server;
  readonly #heard = new Map<string, Map<string, Heard>>();
  readonly #waiting = new Map<string, PromiseWithResolvers<number>>();
  readonly faults: string[] = [];
  deliveries = 0;

  constructor(options: MerchantOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => {
      this.#read(request, response);
    });
  }

  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.#options.port, '127.0.0.1', resolve);
    });
  }

  async close(): Promise<void> {
    await new Promise((resolve) => {
      this.#server.close(resolve);
      this.#server.closeAllConnections();
    });
  }

  /** When the terminal event of an intent came, by performance.now(); it may have come before it is asked for. */
  toldOf(intentId: string): Promise<number> {
    const known = this.#waiting.get(intentId) ?? Promise.withResolvers<number>();
    this.#waiting.set(intentId, known);
    return known.promise;
  }

  terminalEventsOf(intentId: string): readonly Heard[] {
    return [...(this.#heard.get(intentId)?.values() ?? [])];
  }

  /** Takes one delivery; gives the status to answer. */
  take(body: Buffer, signature: string | undefined): number {
    this.deliveries += 1;
    try {
      verifyServiceSignature(body, signature, this.#options.secret);
    } catch {
      this.faults.push(`a delivery that does not verify: ${body.toString('utf8', 0, 80)}`);
      return 400;
    }
    const text = body.toString('utf8');
    const { id, type, data } = JSON.parse(text) as {
      id: string;
      type: string;
      data: { paymentIntent: { id: string } };
    };
    const intentId = data.paymentIntent.id;
    const events = this.#heard.get(intentId) ?? new Map<string, Heard>();
    this.#heard.set(intentId, events);
    const known = events.get(id);
    if (known === undefined) events.set(id, { eventId: id, type, body: text, deliveries: 1 });
    else known.deliveries += 1;
    if (known !== undefined && known.body !== text) this.faults.push(`${id} came with two bodies`);
    if (known === undefined && events.size > 1) this.faults.push(`${intentId} has ${events.size} terminal events`);
    const told = this.#waiting.get(intentId) ?? Promise.withResolvers<number>();
    this.#waiting.set(intentId, told);
    told.resolve(performance.now());
    return known === undefined && this.#options.random.of(id).happens(REFUSED) ? 500 : 200;
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
      const signature = request.headers['service-signature'];
      const status = this.take(Buffer.concat(chunks), typeof signature === 'string' ? signature : undefined);
      response.writeHead(status).end();
    });
  }
}
