import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** A server on this machine. */
export interface Target {
  readonly port: number;
  /** PEM of the authority to trust; with it the connection is TLS */
  readonly ca?: string;
  /** The loopback address to connect from: the whole of 127.0.0.0/8 is this machine. */
  readonly from?: string;
}

export interface RawAnswer {
  readonly status: number;
  /** Seconds of the Retry-After header; undefined without one. */
  readonly retryAfterSeconds: number | undefined;
  readonly body: Buffer;
}

export interface RawRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const HEAD_END = '\r\n\r\n';
const STATUS_AT = 9;
const REFUSED = 400;
const RETRY_AFTER = /\r\nretry-after: (\d+)/i;
const CONTENT_LENGTH = /\r\ncontent-length: (\d+)/i;
const NOTHING = Buffer.alloc(0);

/** A request as it goes over the wire, made once and sent many times. */
export function requestBytes({ method, path, headers, body }: RawRequest): Buffer {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host: 'localhost', ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}${HEAD_END}${body ?? ''}`);
}

/**
 * One keep-alive connection that carries one request at a time and reads no further than status, Retry-After and length:
 * Node's own client would cost more CPU than the server that is measured.
 */
export class RawConnection {
  readonly #socket: Socket;
  #received: Buffer = NOTHING;
  #pending: PromiseWithResolvers<RawAnswer> | undefined;
  #broken: Error | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      this.#receive(chunk);
    });
    const fail = (error: Error): void => {
      this.#broken ??= error;
      this.#pending?.reject(error);
    };
    socket.on('error', fail);
    socket.on('close', () => {
      fail(new Error('the server closed the connection'));
    });
  }

  static open({ port, ca, from: localAddress }: Target): Promise<RawConnection> {
    return new Promise((resolve, reject) => {
      const server = { port, host: '127.0.0.1', ...(localAddress === undefined ? {} : { localAddress }) };
      const socket = ca === undefined ? connect(server) : connectTls({ ...server, ca, servername: 'localhost' });
      socket.once('error', reject);
      socket.once(ca === undefined ? 'connect' : 'secureConnect', () => {
        socket.off('error', reject);
        resolve(new RawConnection(socket));
      });
    });
  }

  /** Sends a request and resolves with its answer. Rejects when the connection breaks. */
  send(request: Buffer): Promise<RawAnswer> {
    if (this.#broken !== undefined) return Promise.reject(this.#broken);
    this.#pending = Promise.withResolvers();
    this.#socket.write(request);
    return this.#pending.promise;
  }

  ask(request: RawRequest): Promise<RawAnswer> {
    return this.send(requestBytes(request));
  }

  close(): void {
    this.#pending = undefined;
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.#received.toString('latin1', 0, headEnd);
    const bodyAt = headEnd + HEAD_END.length;
    const end = bodyAt + Number(CONTENT_LENGTH.exec(head)?.[1] ?? 0);
    if (this.#received.length < end) return;
    const body = this.#received.subarray(bodyAt, end);
    this.#received = NOTHING;
    const status = Number(head.slice(STATUS_AT, STATUS_AT + 3));
    const retryAfter = status < REFUSED ? undefined : RETRY_AFTER.exec(head)?.[1];
    const retryAfterSeconds = retryAfter === undefined ? undefined : Number(retryAfter);
    this.#pending?.resolve({ status, retryAfterSeconds, body });
  }
}
