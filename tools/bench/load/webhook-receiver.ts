import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { verifyServiceSignature } from '@paygate/webhook-signature';

export interface ReceiverOptions {
  readonly port: number;
  readonly path: string;
  readonly secret: string;
}

interface PaymentEvent {
  readonly type: string;
  readonly data: { readonly paymentIntent: { readonly id: string } };
}

const PATIENCE_MS = 60_000;

/** The merchant's end: verifies each delivery, answers 200, and reports when the payment of an intent completed. */
export class WebhookReceiver {
  readonly #options: ReceiverOptions;
  readonly #server: Server;
  readonly #waiting = new Map<string, PromiseWithResolvers<number>>();
  unverified = 0;

  private constructor(options: ReceiverOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => {
      this.#take(request, response);
    });
    // longer than any pause of a bench
    this.#server.keepAliveTimeout = 120_000;
  }

  static open(options: ReceiverOptions): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(options);
    return new Promise((resolve, reject) => {
      receiver.#server.once('error', reject);
      receiver.#server.listen(options.port, '127.0.0.1', () => {
        resolve(receiver);
      });
    });
  }

  /** The time at which `payment.completed` of an intent arrived, by performance.now(). Rejects after some patience. */
  completionOf(intentId: string): Promise<number> {
    const waiting = Promise.withResolvers<number>();
    this.#waiting.set(intentId, waiting);
    const timer = setTimeout(() => {
      waiting.reject(new Error(`no payment.completed of ${intentId} within ${PATIENCE_MS} ms`));
    }, PATIENCE_MS);
    return waiting.promise.finally(() => {
      clearTimeout(timer);
      this.#waiting.delete(intentId);
    });
  }

  async close(): Promise<void> {
    await new Promise((resolve) => {
      this.#server.close(resolve);
      this.#server.closeAllConnections();
    });
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      const arrived = performance.now();
      const body = Buffer.concat(chunks);
      response.writeHead(this.#accept(request, body, arrived) ? 200 : 400).end();
    });
  }

  #accept(request: IncomingMessage, body: Buffer, arrived: number): boolean {
    const signature = request.headers['service-signature'];
    try {
      verifyServiceSignature(body, typeof signature === 'string' ? signature : undefined, this.#options.secret);
    } catch {
      this.unverified += 1;
      return false;
    }
    const event = JSON.parse(body.toString('utf8')) as PaymentEvent;
    if (event.type === 'payment.completed') this.#waiting.get(event.data.paymentIntent.id)?.resolve(arrived);
    return true;
  }
}
