import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@paygate/contracts';
import { errorCatalogue, headers, PROBLEM_MEDIA_TYPE } from '@paygate/contracts';
import { newId, PaygateError } from '@paygate/platform';
import type { AccessLog } from '../access-log.js';
import { answerHeaders } from '../answer-headers.js';
import type { Problems } from '../problems.js';

/** The code for an error of Node's HTTP server; undefined for one of TLS or of the connection. */
function codeOf(error: string): ErrorCode | undefined {
  if (error === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  if (error === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return error.startsWith('HPE_') ? 'request_malformed' : undefined;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Answers that the gateway writes to a connection itself, because there is no request that Fastify could answer. */
export class RawAnswers {
  /** The exchange under way on each connection. */
  private readonly exchanges = new WeakMap<Socket, Exchange>();

  constructor(
    private readonly log: AccessLog,
    private readonly problems: Problems,
  ) {}

  /** Remembers the exchange of a connection until it is over: an idle connection keeps no request in memory. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const exchange = { request, response };
    this.exchanges.set(socket, exchange);
    response.once('close', () => {
      if (request.complete && this.exchanges.get(socket) === exchange) this.exchanges.delete(socket);
    });
  }

  /** Answers malformed bytes, and closes the connection: the bytes that follow have no known meaning. */
  toClientError(error: Error & { readonly code?: string }, socket: Socket): void {
    const code = codeOf(error.code ?? '');
    if (code === undefined || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const { request, response } = this.exchanges.get(socket) ?? {};
    if (response?.headersSent === true && request?.complete === false) {
      // the fault is in the body of a request that has its answer already: the client would take a second answer for that of its
      // next request
      socket.destroySoon();
      return;
    }
    this.end(new PaygateError(code), socket);
  }

  /** Answers an `Expect` other than `100-continue`. */
  toExpectation(request: IncomingMessage): void {
    this.end(
      new PaygateError('request_malformed', { detail: 'The expectation of the Expect header cannot be met.' }),
      request.socket,
    );
  }

  /** Answers `CONNECT`: for it Node passes the connection without a response. */
  toConnect(socket: Socket): void {
    this.end(new PaygateError('method_not_allowed'), socket, { allow: 'GET, HEAD, POST, OPTIONS' });
  }

  /** Writes an HTTP answer with a problem document, and closes the connection. */
  end(error: PaygateError, socket: Socket, more: Readonly<Record<string, string>> = {}): void {
    const { status } = errorCatalogue[error.code];
    const requestId = newId('request');
    const body = this.problems.textOf(error, requestId);
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      ...Object.entries({
        ...answerHeaders,
        ...more,
        [headers.requestId]: requestId,
        'content-type': PROBLEM_MEDIA_TYPE,
        'content-length': String(Buffer.byteLength(body)),
        connection: 'close',
      }).map(([name, value]) => `${name}: ${value}`),
    ];
    this.log.refused(requestId, error.code);
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => {
      socket.destroySoon();
    });
  }
}
