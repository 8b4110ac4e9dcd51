import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@paygate/contracts';
import { errorCatalogue, headers, PROBLEM_MEDIA_TYPE } from '@paygate/contracts';
import { newId, PaygateError } from '@paygate/platform';
import type { AccessLog } from '../access-log.js';
import { answerHeaders } from '../answer-headers.js';
import { problemText } from '../problems.js';

const codes: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Answers what Node's parser, or nobody, could take for a request. */
export class RawAnswers {
  /** The exchange under way on each connection. */
  private readonly exchanges = new WeakMap<Socket, Exchange>();

  constructor(private readonly log: AccessLog) {}

  /**
   * Remembers what is being answered on a connection, for as long as something of it can still fail: a connection may be idle
   * for long afterwards, and what it kept would be too old to be collected at little cost.
   */
  watch(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const exchange = { request, response };
    this.exchanges.set(socket, exchange);
    response.once('close', () => {
      if (request.complete && this.exchanges.get(socket) === exchange) this.exchanges.delete(socket);
    });
  }

  /** Answers bytes that are no request, and ends the connection: what follows has no known meaning. */
  toClientError(error: Error & { readonly code?: string }, socket: Socket): void {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const { request, response } = this.exchanges.get(socket) ?? {};
    if (response?.headersSent === true && request?.complete === false) {
      // the fault is in the body of a request that has its answer: a second one would be read as that of the next
      socket.destroySoon();
      return;
    }
    this.end(new PaygateError(codes[error.code ?? ''] ?? 'request_malformed'), socket);
  }

  /** Answers an `Expect` other than `100-continue`. */
  toExpectation(request: IncomingMessage): void {
    this.end(new PaygateError('request_malformed', { detail: 'The expectation cannot be met.' }), request.socket);
  }

  /** Answers `CONNECT`, which asks for a tunnel and not for a resource: Node hands over the connection alone. */
  toConnect(socket: Socket): void {
    this.end(new PaygateError('method_not_allowed'), socket, { allow: 'GET, HEAD, POST, OPTIONS' });
  }

  /** Writes a problem document as a whole HTTP answer. */
  end(error: PaygateError, socket: Socket, more: Readonly<Record<string, string>> = {}): void {
    const { status } = errorCatalogue[error.code];
    const requestId = newId('request');
    const body = problemText(error, requestId);
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
