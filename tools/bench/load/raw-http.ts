import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** A server on this machine. */
export interface Target {
  readonly port: number;
  /** PEM of the authority to trust; with it the connection is TLS */
  readonly ca?: string;
}

export interface RawAnswer {
  readonly status: number;
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
 * One keep-alive connection that carries one request at a time, read no further than status and length: a client of
 * Node's own would cost more CPU than the server that is measured.
 */
export class RawConnection {
  readonly #socket: Socket;
  #received: Buffer = NOTHING;
  #done: ((answer: RawAnswer | Error) => void) | undefined;
  #broken: Error | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      this.#take(chunk);
    });
    socket.on('error', (error) => {
      this.#break(error);
    });
    socket.on('close', () => {
      this.#break(new Error('the server closed the connection'));
    });
  }

  static open({ port, ca }: Target): Promise<RawConnection> {
    return new Promise((resolve, reject) => {
      const host = '127.0.0.1';
      const socket =
        ca === undefined ? connect({ port, host }) : connectTls({ port, host, ca, servername: 'localhost' });
      socket.once('error', reject);
      socket.once(ca === undefined ? 'connect' : 'secureConnect', () => {
        socket.off('error', reject);
        resolve(new RawConnection(socket));
      });
    });
  }

  /** Sends a request; `done` gets its answer, or why there is none. */
  exchange(request: Buffer, done: (answer: RawAnswer | Error) => void): void {
    if (this.#broken !== undefined) {
      done(this.#broken);
      return;
    }
    this.#done = done;
    this.#socket.write(request);
  }

  ask(request: RawRequest): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      this.exchange(requestBytes(request), (answer) => {
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      });
    });
  }

  close(): void {
    this.#done = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    const received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnd = received.indexOf(HEAD_END);
    if (headEnd < 0) {
      this.#received = received;
      return;
    }
    const head = received.toString('latin1', 0, headEnd);
    const bodyAt = headEnd + HEAD_END.length;
    const end = bodyAt + Number(CONTENT_LENGTH.exec(head)?.[1] ?? 0);
    if (received.length < end) {
      this.#received = received;
      return;
    }
    this.#received = NOTHING;
    const status = Number(head.slice(STATUS_AT, STATUS_AT + 3));
    this.#settle({ status, body: received.subarray(bodyAt, end) });
  }

  #settle(answer: RawAnswer | Error): void {
    const done = this.#done;
    this.#done = undefined;
    done?.(answer);
  }

  #break(error: Error): void {
    this.#broken ??= error;
    this.#settle(error);
  }
}
