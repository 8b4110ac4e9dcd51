import type { Server, Socket } from 'node:net';
import { PaygateError } from '@paygate/platform';
import type { RawAnswers } from './raw-answers.js';

/** The first byte of every TLS connection: a handshake record (RFC 8446, section 5.1). */
const TLS_HANDSHAKE = 0x16;

/**
 * Answers `https_required` to plain HTTP on a TLS port, where TLS alone would cut the connection. Only the first byte of the
 * request is read. A connection that sends none within the time-out is closed.
 */
export function answerPlainHttp(server: Server, answers: RawAnswers, timeoutMs: number): void {
  const [beginTls, ...others] = server.listeners('connection');
  if (beginTls === undefined || others.length > 0) throw new TypeError('a TLS server has one listener for connections');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const close = (): void => void socket.destroy();
    socket.setTimeout(timeoutMs, close);
    socket.on('error', close);
    socket.once('readable', () => {
      const first = socket.read(1) as Buffer | null;
      if (first === null) close();
      else if (first[0] === TLS_HANDSHAKE) {
        socket.off('error', close).off('timeout', close).setTimeout(0);
        socket.unshift(first);
        beginTls.call(server, socket);
      } else {
        // unread bytes would reset the connection under the answer
        socket.resume();
        answers.end(new PaygateError('https_required'), socket);
      }
    });
  });
}
