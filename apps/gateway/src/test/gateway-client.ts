import type { IncomingHttpHeaders } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { generate } from 'selfsigned';
import { noteAnswer } from './seen-answers.js';

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
export { certificateKey };

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

/** Asks a gateway over real sockets, wherever it runs. */
export class GatewayClient {
  constructor(
    readonly port: number,
    private readonly isTls = true,
  ) {}

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
      textOf(response).then((text) => {
        const answer = answerOf(response.statusCode ?? 0, response.headers, text);
        noteAnswer({ method, path }, answer);
        resolve(answer);
      }, reject);
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
      const answer = parseAnswer(Buffer.concat(chunks).toString('utf8'));
      const [method = '', path = ''] = bytes.toString('latin1').split(/[ \r]/, 2);
      noteAnswer({ method, path }, answer);
      resolve(answer);
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
