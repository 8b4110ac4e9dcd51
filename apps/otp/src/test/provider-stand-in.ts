import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TakenMessage {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly id: string;
  readonly to: string;
  readonly text: string;
}

/** A provider of SMS, in either form: remembers what it was handed, and answers as the test wants. */
export class ProviderStandIn {
  readonly messages: TakenMessage[] = [];
  /** The status of each answer from now on. */
  status = 202;
  /** The address to which it redirects with that status. */
  location: string | undefined;
  readonly #held: ServerResponse[] = [];
  #holding = false;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ProviderStandIn> {
    const server = createServer();
    const provider = new ProviderStandIn(server);
    server.on('request', (request, response) => void provider.#take(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The messages to one address, oldest first. */
  to(address: string): readonly TakenMessage[] {
    return this.messages.filter(({ to }) => to === address);
  }

  /** From now on takes messages but does not answer. */
  hold(): void {
    this.#holding = true;
  }

  release(): void {
    this.#holding = false;
    for (const response of this.#held.splice(0)) response.writeHead(this.status).end();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = bodyOf(request, Buffer.concat(chunks).toString('utf8'));
    this.messages.push({ ...body, path: request.url ?? '', authorization: request.headers.authorization });
    if (this.#holding) this.#held.push(response);
    else response.writeHead(this.status, this.location === undefined ? {} : { location: this.location }).end();
  }
}

function bodyOf({ headers }: IncomingMessage, text: string): Omit<TakenMessage, 'path' | 'authorization'> {
  if (headers['content-type'] === 'application/json') return JSON.parse(text) as Omit<TakenMessage, 'path'>;
  const form = new URLSearchParams(text);
  return { id: String(headers['idempotency-key']), to: form.get('To') ?? '', text: form.get('Body') ?? '' };
}
