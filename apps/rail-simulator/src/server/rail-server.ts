import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Logger, ShutdownCoordinator } from '@paygate/platform';
import { RailSimulatorConfig } from '../config.js';
import type { WireAnswer, WireRequest } from '../wire/exchange.js';
import { empty } from '../wire/exchange.js';
import { Operators } from './operators.js';

const BODY_LIMIT_BYTES = 65_536;
const REQUEST_MS = 30_000;
const CONNECTIONS = 1_024;
/** A client that is left without an answer gives up before, or never. */
const SILENCE_MS = 120_000;

/**
 * The operators on the wire. It is Node's own HTTP server, without a framework, because operators reset connections, stay silent and
 * send what no framework would.
 */
@Injectable()
export class RailServer implements OnApplicationBootstrap {
  readonly #server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS });

  constructor(
    private readonly config: RailSimulatorConfig,
    private readonly operators: Operators,
    private readonly logger: Logger,
    shutdown: ShutdownCoordinator,
  ) {
    this.#server.maxConnections = CONNECTIONS;
    this.#server.setTimeout(SILENCE_MS);
    this.#server.on('request', (request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        this.logger.error('a request to a rail failed', error);
        response.destroy();
      });
    });
    shutdown.on('stop-intake', 'rails', async () => {
      await new Promise<void>((resolve) => {
        this.#server.close(() => {
          resolve();
        });
        this.#server.closeAllConnections();
      });
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.config.RAILS_PORT, this.config.RAILS_HOST, resolve);
    });
  }

  /** The port that it listens on. */
  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(message);
    if (body === undefined) {
      send(response, empty(413));
      return;
    }
    send(response, await this.operators.answer(requestOf(message, body)));
  }
}

function requestOf(message: IncomingMessage, body: string): WireRequest {
  const headers = Object.entries(message.headersDistinct).map(([name, values]) => [name, values?.[0]]);
  const [path = ''] = (message.url ?? '').split('?');
  return {
    method: message.method ?? '',
    path,
    headers: Object.fromEntries(headers) as WireRequest['headers'],
    body,
  };
}

/** The body as text; undefined when it is too long. */
async function bodyOf(message: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= BODY_LIMIT_BYTES) chunks.push(chunk);
  }
  return length > BODY_LIMIT_BYTES ? undefined : Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, answer: WireAnswer): void {
  if (answer.kind === 'silence') return;
  if (answer.kind === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  response.writeHead(answer.status, { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) });
  response.end(answer.body);
}
