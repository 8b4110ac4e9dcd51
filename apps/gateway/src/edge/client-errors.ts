import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@paygate/contracts';
import { errorCatalogue, headers, PROBLEM_MEDIA_TYPE } from '@paygate/contracts';
import { newId, PaygateError } from '@paygate/platform';
import { answerHeaders } from './answer-headers.js';
import { problemText } from './problems.js';

const codes: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};

/** The last exchange of each connection. */
const exchanges = new WeakMap<Socket, { readonly request: IncomingMessage; readonly response: ServerResponse }>();

/** Remembers what is being answered on a connection. */
export function watchExchange(request: IncomingMessage, response: ServerResponse): void {
  exchanges.set(request.socket, { request, response });
}

/** Answers what Node's parser could not take for a request, and ends the connection: what follows has no known meaning. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const { request, response } = exchanges.get(socket) ?? {};
  if (response?.headersSent === true && request?.complete === false) {
    // the fault is in the body of a request that has its answer: a second one would be read as that of the next
    socket.destroySoon();
    return;
  }
  endWithProblem(new PaygateError(codes[error.code ?? ''] ?? 'request_malformed'), socket);
}

/** Answers an `Expect` other than `100-continue`. */
export function answerExpectation(request: IncomingMessage): void {
  endWithProblem(new PaygateError('request_malformed', { detail: 'The expectation cannot be met.' }), request.socket);
}

/** Writes a problem document as a whole HTTP answer. */
export function endWithProblem(error: PaygateError, socket: Socket): void {
  const { status } = errorCatalogue[error.code];
  const requestId = newId('request');
  const body = problemText(error, requestId);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries({
      ...answerHeaders,
      [headers.requestId]: requestId,
      'content-type': PROBLEM_MEDIA_TYPE,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => {
    socket.destroySoon();
  });
}
