import type { Socket } from 'node:net';
import { connect, isIP } from 'node:net';
import { connect as connectOverTls } from 'node:tls';
import type { ISocketFactory } from 'kafkajs';

const PRODUCE_API_KEY = 0;
const API_KEY_OFFSET = 4;
const KEEP_ALIVE_DELAY_MS = 10_000;

/**
 * kafkajs does not report whether a produce request that failed had been written to a socket. This counts those that were:
 * while the count stands still, nothing has been sent.
 */
export class ProduceWitness {
  #written = 0;

  get written(): number {
    return this.#written;
  }

  readonly socketFactory: ISocketFactory = ({ host, port, ssl, onConnect }) => {
    const name = isIP(host) === 0 ? { servername: host } : {};
    // kafkajs gives none for plain text, whatever its type says
    const socket = (ssl as typeof ssl | undefined)
      ? connectOverTls({ host, port, ...name, ...ssl }, onConnect)
      : connect({ host, port }, onConnect);
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEP_ALIVE_DELAY_MS);
    this.#watch(socket);
    return socket;
  };

  #watch(socket: Socket): void {
    const write = socket.write.bind(socket);
    socket.write = (chunk: Uint8Array, ...rest: never[]): boolean => {
      if (isProduceRequest(chunk)) this.#written += 1;
      return write(chunk, ...rest);
    };
  }
}

/** A request begins with its size (int32) and its API key (int16). */
function isProduceRequest(chunk: unknown): boolean {
  return (
    Buffer.isBuffer(chunk) && chunk.length > API_KEY_OFFSET + 2 && chunk.readInt16BE(API_KEY_OFFSET) === PRODUCE_API_KEY
  );
}
