import type { IncomingHttpHeaders, Server } from 'node:http';
import { createServer } from 'node:http';
import { Paygate } from '@paygate/node';
import { eventually } from '@paygate/testing';

/** A delivery as it arrived. */
export interface Arrival {
  readonly path: string;
  readonly eventId: string;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** The event of a delivery, as far as suites read it. */
export interface ArrivedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly paymentIntent?: { readonly id: string; readonly status: string } };
}

/** A merchant's server with an endpoint per path. */
export class EndpointServer {
  readonly arrivals: Arrival[] = [];
  /** The status of each answer; undefined is no answer. */
  answer: (arrival: Arrival) => number | undefined = () => 200;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const arrival = {
          path: request.url ?? '',
          eventId: String(request.headers['webhook-id']),
          body: Buffer.concat(chunks).toString('utf8'),
          headers: request.headers,
        };
        this.arrivals.push(arrival);
        const status = this.answer(arrival);
        if (status !== undefined) response.writeHead(status).end('seen');
      });
    });
  }

  async listen(url: string): Promise<void> {
    const { hostname, port } = new URL(url);
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(Number(port), hostname, resolve);
    });
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** The deliveries that arrived at a path, in this order. */
  at(path: string): readonly Arrival[] {
    return this.arrivals.filter((arrival) => arrival.path === path);
  }

  /** Waits for a delivery about an intent. */
  arrived(path: string, intentId: string, type: string): Promise<Arrival> {
    return eventually(() =>
      this.at(path).find(({ body }) => body.includes(`"${intentId}"`) && body.includes(`"type":"${type}"`)),
    );
  }
}

/** The event of a delivery, verified as a merchant's server does it. */
export function verified({ body, headers }: Arrival, secret: string): ArrivedEvent {
  return Paygate.webhooks.constructEvent(body, headers['service-signature'], secret) as unknown as ArrivedEvent;
}
