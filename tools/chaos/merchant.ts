import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { verifyServiceSignature } from '@paygate/webhook-signature';
import type { Random } from './random.js';

export interface MerchantOptions {
  /** The address it listens on; loopback when not set. */
  readonly host?: string;
  readonly port: number;
  readonly path: string;
  readonly secret: string;
  readonly random: Random;
}

interface ReceivedEvent {
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
  deliveries: number;
}

/** The share of deliveries that are answered with 500 after they were read; the same bytes must be delivered again. */
const REFUSED = 0.03;
const BODY_MAX_BYTES = 262_144;

/** The merchant's webhook endpoint: records every event, and deliveries that must never occur. */
export class Merchant {
  readonly #options: MerchantOptions;
  readonly #server: Server;
  readonly #events = new Map<string, Map<string, ReceivedEvent>>();
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
      this.#server.listen(this.#options.port, this.#options.host ?? '127.0.0.1', resolve);
    });
  }

  async close(): Promise<void> {
    await new Promise((resolve) => {
      this.#server.close(resolve);
      this.#server.closeAllConnections();
    });
  }

  /** Resolves to the time, by performance.now(), when the terminal event of an intent, refund or payout arrived or will have arrived. */
  eventTimeOf(intentId: string): Promise<number> {
    const known = this.#waiting.get(intentId) ?? Promise.withResolvers<number>();
    this.#waiting.set(intentId, known);
    return known.promise;
  }

  /** The terminal events of an intent, refund or payout. */
  terminalEventsOf(intentId: string): readonly ReceivedEvent[] {
    return [...(this.#events.get(intentId)?.values() ?? [])];
  }

  /** Records one delivery. Returns the status of the answer. */
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
      data: Readonly<
        Partial<Record<'paymentIntent' | 'refund' | 'reversal' | 'payout' | 'payoutBatch', { readonly id: string }>>
      >;
    };
    // a refund and a payout end as a payment does: once; and a reversal is booked once
    // a batch is approved once, and ends once
    const ofBatch = data.payoutBatch && `${type} of ${data.payoutBatch.id}`;
    const intentId = ofBatch ?? (data.reversal ?? data.refund ?? data.payout ?? data.paymentIntent)?.id ?? '';
    const events = this.#events.get(intentId) ?? new Map<string, ReceivedEvent>();
    this.#events.set(intentId, events);
    const known = events.get(id);
    if (known === undefined) events.set(id, { eventId: id, type, body: text, deliveries: 1 });
    else known.deliveries += 1;
    if (known !== undefined && known.body !== text) this.faults.push(`${id} came with two bodies`);
    if (known === undefined && events.size > 1) this.faults.push(`${intentId} has ${events.size} terminal events`);
    const arrival = this.#waiting.get(intentId) ?? Promise.withResolvers<number>();
    this.#waiting.set(intentId, arrival);
    arrival.resolve(performance.now());
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
