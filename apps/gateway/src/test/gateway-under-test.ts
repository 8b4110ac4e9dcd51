import { createSecretKey, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Type } from '@nestjs/common';
import type { ApiKeyRow } from '@paygate/contracts';
import type { StartedService } from '@paygate/platform';
import { apiKeyHash, loadConfig, mintApiKey, newId, startService } from '@paygate/platform';
import { testKeys } from '@paygate/testing';
import { generate } from 'selfsigned';
import { GatewayConfig } from '../config.js';
import { gatewayEdge, portOf } from '../edge/gateway-edge.js';

const { cert, private: certificateKey } = await generate([{ name: 'commonName', value: 'localhost' }], {
  keyType: 'ec',
  algorithm: 'sha256',
  notBeforeDate: new Date(Date.now() - 86_400_000),
  extensions: [
    { name: 'basicConstraints', cA: true },
    {
      name: 'subjectAltName',
      altNames: [
        { type: 2, value: 'localhost' },
        { type: 7, ip: '127.0.0.1' },
      ],
    },
  ],
});
/** Vouches for itself, in this run only. */
export const certificate = cert;
export const keys = testKeys();
export const pepper = randomBytes(32).toString('base64');

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body, parsed; an empty object when it is not JSON. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Asking {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Sent as it is when it is text or bytes, else as JSON. */
  readonly body?: unknown;
}

export const environment = {
  KAFKA_BROKERS: '127.0.0.1:1',
  HEALTH_PORT: '0',
  PORT: '0',
  DRAIN_SECONDS: '0',
  LOG_LEVEL: 'silent',
  TLS_CERT: certificate,
  TLS_KEY: certificateKey,
  API_KEY_PEPPER: pepper,
  SESSION_TOKEN_SECRETS: `${randomBytes(32).toString('base64')},${randomBytes(32).toString('base64')}`,
  ...keys,
};

/** A gateway in this process, reached over real sockets. */
export class GatewayUnderTest {
  private constructor(
    readonly service: StartedService,
    readonly port: number,
    private readonly isTls: boolean,
  ) {}

  /** `env` is added to a working configuration; an empty variable takes one away. */
  static async start(module: Type, env: Readonly<Record<string, string>> = {}): Promise<GatewayUnderTest> {
    const variables = { ...environment, ...env };
    const config = loadConfig(GatewayConfig, variables);
    const service = await startService({ name: 'gateway', module, config, http: gatewayEdge });
    await service.connected;
    return new GatewayUnderTest(service, portOf(service.app as never), variables.TLS_CERT !== '');
  }

  get<Part>(token: Type<Part> | string): Part {
    return this.service.app.get<Part>(token, { strict: false });
  }

  stop(): Promise<boolean> {
    return this.service.stop();
  }

  ask({ method = 'GET', path, headers = {}, body }: Asking): Promise<Answer> {
    const payload =
      body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const type =
      payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) };
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const options = {
      host: '127.0.0.1',
      port: this.port,
      method,
      path,
      headers: { ...type, ...headers },
      agent: false,
    };
    const request = this.isTls ? httpsRequest({ ...options, ca: certificate }) : httpRequest(options);
    request.once('error', reject);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        resolve(answerOf(response.statusCode ?? 0, response.headers, Buffer.concat(chunks).toString('utf8')));
      });
    });
    request.end(payload);
    return promise;
  }

  /** Sends bytes as they are and reads to the end of the connection. `tls: false` speaks plainly to a TLS port. */
  raw(bytes: string | Buffer, tls = this.isTls): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const target = { host: '127.0.0.1', port: this.port };
    const socket = tls ? connectTls({ ...target, ca: certificate, servername: 'localhost' }) : connectPlain(target);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.once('error', reject);
    socket.once('close', () => {
      resolve(parseAnswer(Buffer.concat(chunks).toString('utf8')));
    });
    socket.write(bytes);
    return promise;
  }
}

function parseAnswer(text: string): Answer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  return answerOf(Number(statusLine.split(' ')[1] ?? 0), headers, rest.join('\r\n\r\n'));
}

function answerOf(status: number, headers: IncomingHttpHeaders, text: string): Answer {
  const isJson = headers['content-type']?.includes('json') === true && text !== '';
  return { status, headers, text, body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {} };
}

/** A new API key and the row that a gateway knows it by. */
export function newApiKey(more: Partial<ApiKeyRow> = {}): { readonly key: string; readonly row: ApiKeyRow } {
  const { type = 'secret', mode = 'test', apiKeyId = newId('apiKey') } = more;
  const key = mintApiKey(type, mode, apiKeyId);
  const row: ApiKeyRow = {
    apiKeyId,
    version: 1,
    merchantId: newId('merchant'),
    merchantName: 'Chez Test',
    merchantActive: true,
    requireSignIn: false,
    mode,
    type,
    hash: apiKeyHash(createSecretKey(Buffer.from(pepper, 'base64')), key),
    scopes: [],
    origins: [],
    expiresAt: null,
    revokedAt: null,
    ...more,
  };
  return { key, row };
}
