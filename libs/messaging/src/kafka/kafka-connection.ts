import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { Logger } from '@paygate/platform';
import type { ISocketFactory, KafkaConfig } from 'kafkajs';
import { Kafka, logLevel } from 'kafkajs';
import { CONNECTION_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from '../limits.js';
import { kafkaLog } from './kafka-log.js';
import { patchRequestQueue } from './request-queue-patch.js';

export interface KafkaConnectionOptions {
  readonly brokers: readonly string[];
  readonly clientId: string;
  readonly logger: Logger;
  readonly socketFactory?: ISocketFactory;
  /** How long a broker may take to answer; short unless nobody waits. */
  readonly requestTimeoutMs?: number;
}

/**
 * kafkajs with retries that end soon: whoever uses it here knows better than the library what to do when the broker is
 * away, and how long that may take.
 */
export function kafkaConnection(options: KafkaConnectionOptions): Kafka {
  patchRequestQueue();
  const { brokers, clientId, logger, socketFactory, requestTimeoutMs = REQUEST_TIMEOUT_MS } = options;
  const config: KafkaConfig = {
    brokers: [...brokers],
    clientId,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: requestTimeoutMs,
    // each retry tries the next broker of the list
    retry: { retries: brokers.length + 1, initialRetryTime: 50, maxRetryTime: 200, multiplier: 2, factor: 0.2 },
    logLevel: logLevel.INFO,
    logCreator: kafkaLog(logger),
  };
  return new Kafka(socketFactory === undefined ? config : { ...config, socketFactory });
}

const PRODUCE_API_KEY = 0;
const API_KEY_OFFSET = 4;
const KEEP_ALIVE_DELAY_MS = 10_000;

/** Counts the produce requests that were handed to a socket: while the count stands still, nothing has been sent. */
export class ProduceWitness {
  #written = 0;

  get written(): number {
    return this.#written;
  }

  readonly socketFactory: ISocketFactory = ({ host, port, onConnect }) => {
    const socket = connect({ host, port, noDelay: true }, onConnect);
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
