import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request as httpRequest } from 'node:http';
import type { Server } from 'node:https';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { StartedService } from '@paygate/platform';
import { loadConfig, startService } from '@paygate/platform';
import { generate } from 'selfsigned';
import { AppModule } from '../app.module.js';
import { CheckoutConfig } from '../config.js';
import { checkoutEdge, portOf } from '../edge/checkout-edge.js';

const key = Buffer.alloc(32, 'k').toString('base64');

export interface PageAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface ApiAnswer {
  readonly status: number;
  readonly body: object;
}

/** The payment page in this process, beside an API that answers as a spec says. */
export class PageUnderTest {
  /** By operation, `GET /gateway/session`; 404 for others. */
  readonly answers = new Map<string, ApiAnswer>();
  /** The operations that the page has called. */
  readonly calls: string[] = [];
  /** The bodies of these calls; undefined where there was none. */
  readonly bodies: unknown[] = [];

  private constructor(
    private readonly service: StartedService,
    private readonly api: Server,
    private readonly folder: string,
  ) {
    api.on('request', (request, response) => {
      void text(request).then((body) => {
        const operation = `${request.method ?? ''} ${request.url ?? ''}`;
        this.calls.push(operation);
        this.bodies.push(body === '' ? undefined : JSON.parse(body));
        const answer = this.answers.get(operation) ?? { status: 404, body: { code: 'route_not_found' } };
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
      });
    });
  }

  static async start(env: Readonly<Record<string, string>> = {}): Promise<PageUnderTest> {
    const { cert, private: privateKey } = await generate([{ name: 'commonName', value: 'localhost' }], {
      keyType: 'ec',
      algorithm: 'sha256',
      notBeforeDate: new Date(Date.now() - 86_400_000),
      extensions: [
        { name: 'basicConstraints', cA: true },
        { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
      ],
    });
    const api = createServer({ cert, key: privateKey });
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
    const folder = mkdtempSync(join(tmpdir(), 'checkout-'));
    for (const file of ['page.css', 'page.js']) writeFileSync(join(folder, file), '');
    const config = loadConfig(CheckoutConfig, {
      ...{ PORT: '0', HEALTH_PORT: '0', DRAIN_SECONDS: '0', LOG_LEVEL: 'silent', BROWSER_FOLDER: folder },
      ...{ GATEWAY_URL: `https://localhost:${(api.address() as AddressInfo).port}`, GATEWAY_CA: cert },
      ...{ CHECKOUT_KEYS: key, CHECKOUT_COOKIE_KEYS: key },
      ...env,
    });
    const service = await startService({ name: 'checkout', module: AppModule, config, http: checkoutEdge });
    await service.connected;
    return new PageUnderTest(service, api, folder);
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<PageAnswer> {
    return this.ask({ method: 'GET', path, headers });
  }

  /** Sends a form, with these headers and no others that a browser would add. */
  post(
    path: string,
    form: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>>,
  ): Promise<PageAnswer> {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.ask({
      ...{ method: 'POST', path, body: String(new URLSearchParams(form)) },
      headers: { ...type, ...headers },
    });
  }

  async stop(): Promise<void> {
    await this.service.stop();
    this.api.close();
    this.api.closeAllConnections();
    rmSync(this.folder, { recursive: true });
  }

  private ask({ method, path, headers, body }: Asked): Promise<PageAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<PageAnswer>();
    const port = portOf(this.service.app as never);
    const request = httpRequest({ host: '127.0.0.1', port, method, path: `/checkout/${path}`, headers });
    request.once('error', reject);
    request.once('response', (response) => {
      text(response).then((shown) => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: shown });
      }, reject);
    });
    request.end(body);
    return promise;
  }
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}
