import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { request as httpRequest } from 'node:http';
import type { Server } from 'node:https';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { eventually } from '@paygate/testing';
import { generate } from 'selfsigned';
import { freePort } from '../clients/free-port.js';

/** The API's answer to a call. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: object;
}

/** A call that the page has made. */
export interface ApiCall {
  readonly operation: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/**
 * The payment page's own program, behind a stand-in of the gateway that passes browsers on as the gateway does, and answers the API as
 * a test says. So a page is seen in states that a stack reaches seldom.
 */
export class PageServer {
  /** By operation, `POST /auth/otp/init`, or by operation and checkout token, `GET /gateway/session cs_…`. */
  readonly answers = new Map<string, ApiAnswer>();
  readonly calls: ApiCall[] = [];
  /** The output of the program. */
  output = '';
  /** True while the stand-in accepts no calls of the API. */
  isAway = false;

  private constructor(
    private readonly server: Server,
    private readonly pagePort: number,
    private readonly child: ChildProcess,
  ) {
    child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (request.url?.startsWith('/checkout/') === true) this.passOn(request, response);
      else void this.answerApi(request, response);
    });
  }

  /** With `env` the program has other settings: so it calls the gateway of a stack in place of the stand-in. */
  static async start(env: Readonly<Record<string, string>> = {}): Promise<PageServer> {
    const { cert, key } = await certificate();
    const server = createServer({ cert, key });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const [port, healthPort] = [await freePort(), await freePort()];
    const child = spawn(process.execPath, ['--enable-source-maps', 'dist/services/checkout/main.js'], {
      env: {
        ...{ HEALTH_PORT: String(healthPort), PORT: String(port), LOG_LEVEL: 'debug', DRAIN_SECONDS: '0' },
        GATEWAY_URL: `https://localhost:${(server.address() as AddressInfo).port}`,
        GATEWAY_CA: cert,
        CHECKOUT_KEYS: randomBytes(32).toString('base64'),
        CHECKOUT_COOKIE_KEYS: randomBytes(32).toString('base64'),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const started = new PageServer(server, port, child);
    await eventually(async () => (await fetch(`http://127.0.0.1:${healthPort}/readyz`)).ok).catch((cause: unknown) => {
      throw new Error(`the payment page does not start: ${started.output}`, { cause });
    });
    return started;
  }

  get origin(): string {
    return `https://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  callsOf(operation: string): readonly ApiCall[] {
    return this.calls.filter((call) => call.operation === operation);
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await new Promise((resolve) => this.child.once('close', resolve));
    this.server.close();
    this.server.closeAllConnections();
  }

  private passOn(request: IncomingMessage, response: ServerResponse): void {
    const { method, url: path, headers } = request;
    const given = {
      ...headers,
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-host': headers.host ?? '',
      'x-forwarded-proto': 'https',
    };
    const onward = httpRequest({ host: '127.0.0.1', port: this.pagePort, method, path, headers: given }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }

  private async answerApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (this.isAway) {
      response.destroy();
      return;
    }
    const operation = `${request.method ?? ''} ${request.url ?? ''}`;
    this.calls.push({ operation, headers: request.headers, body });
    const ofToken = this.answers.get(`${operation} ${String(request.headers['x-checkout-token'])}`);
    const answer = ofToken ?? this.answers.get(operation) ?? { status: 404, body: { code: 'route_not_found' } };
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  }
}

async function certificate(): Promise<{ readonly cert: string; readonly key: string }> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  });
  return { cert, key };
}
