import type { Server, Socket } from 'node:net';
import { PaygateError } from '@paygate/platform';
import type { RawAnswers } from './raw-answers.js';

/** The first byte of every TLS connection: a handshake record (RFC 8446, section 5.1). */
const TLS_HANDSHAKE = 0x16;

/**
 * Tells a caller who speaks plain HTTP to a TLS port what is wrong, where TLS alone would cut the connection. Nothing the
 * caller sent is read beyond its first byte.
 */
export function answerPlainHttp(server: Server, answers: RawAnswers, timeoutMs: number): void {
  const [takeTls, ...others] = server.listeners('connection');
  if (takeTls === undefined || others.length > 0) throw new TypeError('a TLS server has one listener for connections');
  server.removeAllListeners('connection');
  const handshakes = new Handshakes(server, timeoutMs);
  server.on('connection', (socket: Socket) => {
    const drop = (): void => void socket.destroy();
    socket.setTimeout(timeoutMs, drop);
    socket.on('error', drop);
    socket.once('readable', () => {
      const first = socket.read(1) as Buffer | null;
      if (first === null) {
        drop();
        return;
      }
      if (first[0] === TLS_HANDSHAKE) {
        socket.off('error', drop).off('timeout', drop).setTimeout(0);
        socket.unshift(first);
        handshakes.begin(socket);
        takeTls.call(server, socket);
        return;
      }
      // what is still to come is thrown away: unread bytes would reset the connection under the answer
      socket.resume();
      answers.end(new PaygateError('https_required'), socket);
    });
  });
}

/** TLS handshakes under way: one that is not finished in time is cut off with its connection. */
class Handshakes {
  private readonly timers = new Map<string, NodeJS.Timeout>();

  constructor(
    server: Server,
    private readonly timeoutMs: number,
  ) {
    server.on('secureConnection', (secured: Socket) => {
      this.clear(nameOf(secured));
    });
  }

  begin(socket: Socket): void {
    const name = nameOf(socket);
    this.timers.set(
      name,
      setTimeout(() => socket.destroy(), this.timeoutMs),
    );
    socket.once('close', () => {
      this.clear(name);
    });
  }

  private clear(name: string): void {
    clearTimeout(this.timers.get(name));
    this.timers.delete(name);
  }
}

/** The secured socket is another object than the plain one, of the same peer. */
function nameOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
