import { setTimeout as delay } from 'node:timers/promises';
import type { Socket } from 'node:net';
import type RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

/** A fetch, as a consumer of kafkajs asks its broker for it. */
export interface FetchRequest {
  /** The longest the broker waits for a first message. Milliseconds. */
  readonly maxWaitTime: number;
}

/** The parts of kafkajs that a fetch passes. Two connections lead to a broker, and one of them is for fetches alone. */
interface FetchConnection {
  readonly requestQueue: RequestQueue;
  socket: Socket;
  chunks: readonly Buffer[];
  bytesBuffered: number;
  bytesNeeded: number;
  authenticate(): Promise<void>;
  rejectRequests(error: Error): void;
  disconnect(): Promise<unknown>;
}

interface FetchBroker {
  readonly connectionPool: { getConnection(index: number): Promise<FetchConnection> };
  fetch(request: FetchRequest): Promise<FetchAnswer>;
}

interface FetchAnswer {
  readonly responses: readonly unknown[];
}

/** kafkajs's cluster, as far as it is needed here. */
export interface FetchedCluster {
  findBroker(node: object): Promise<FetchBroker>;
}

interface Fetch {
  connection: FetchConnection | undefined;
  ended: boolean;
  closed: Promise<unknown> | undefined;
}

const FETCH_CONNECTION = 1;
const SIZE_BYTES = 4;
const NOTHING: FetchAnswer = { responses: [] };

/**
 * The fetches of one consumer. kafkajs gives every fetch the same wait, and cannot end one: here each asks for its own, and those
 * under way can be ended. Only closing its connection ends a fetch at the broker, which answers a connection in order. An ended fetch
 * has brought nothing, so the next one asks for the same messages.
 */
export class Fetches {
  readonly #waitMs: () => number;
  readonly #gatherMs: number;
  readonly #underWay = new Set<Fetch>();
  readonly #brokers = new WeakSet<FetchBroker>();
  #stopped = false;

  /**
   * @param waitMs how long the next fetch shall wait for a first message
   * @param gatherMs the least time between the beginnings of two fetches, so that messages of a stream come together: one that follows
   * nothing is fetched at once
   */
  constructor(waitMs: () => number, gatherMs = 0) {
    this.#waitMs = waitMs;
    this.#gatherMs = gatherMs;
  }

  /** Begins to lead the fetches over this cluster of kafkajs, which belongs to one consumer. */
  lead(cluster: FetchedCluster): void {
    const find = cluster.findBroker.bind(cluster);
    cluster.findBroker = async (node) => {
      const broker = await find(node);
      if (!this.#brokers.has(broker)) this.#leadBroker(broker);
      return broker;
    };
  }

  /** Ends the fetches under way. */
  end(): void {
    for (const fetch of this.#underWay) this.#end(fetch);
  }

  /** Ends the fetches under way, and lets none begin. */
  stop(): void {
    this.#stopped = true;
    this.end();
  }

  #leadBroker(broker: FetchBroker): void {
    this.#brokers.add(broker);
    const send = broker.fetch.bind(broker);
    let nextMs = -Infinity;
    broker.fetch = async (request) => {
      const fetch: Fetch = { connection: undefined, ended: this.#stopped, closed: undefined };
      this.#underWay.add(fetch);
      try {
        const earlyMs = nextMs - performance.now();
        if (earlyMs > 0) await delay(earlyMs);
        if (isEnded(fetch)) return NOTHING;
        nextMs = performance.now() + this.#gatherMs;
        const connection = await broker.connectionPool.getConnection(FETCH_CONNECTION);
        await connection.authenticate();
        if (isEnded(fetch)) return NOTHING;
        fetch.connection = connection;
        return await send({ ...request, maxWaitTime: this.#waitMs() });
      } catch (error) {
        // a broker that did not answer in time may never do so on this connection
        if (isLost(error) && fetch.connection !== undefined) fetch.closed ??= close(fetch.connection);
        await fetch.closed;
        if (isEnded(fetch)) return NOTHING;
        throw error;
      } finally {
        this.#underWay.delete(fetch);
      }
    };
  }

  #end(fetch: Fetch): void {
    fetch.ended = true;
    const { connection } = fetch;
    if (connection === undefined || fetch.closed !== undefined) return;
    if (connection.requestQueue.inflight.size > 0) fetch.closed = close(connection);
    // a request is written some microtasks after its connection was ready, and its answer is read some microtasks after it came
    else
      setImmediate(() => {
        if (this.#underWay.has(fetch)) this.#end(fetch);
      });
  }
}

/**
 * Closes a connection so that kafkajs makes it again for the next request. kafkajs would take the end of the old socket for the end of
 * the new one, and the rest of a half-read answer for the beginning of the next.
 */
function close(connection: FetchConnection): Promise<unknown> {
  const { socket } = connection;
  for (const event of ['data', 'end', 'timeout', 'error']) socket.removeAllListeners(event);
  socket.on('error', () => undefined).destroy();
  connection.rejectRequests(new Error('the fetch was ended'));
  Object.assign(connection, { chunks: [], bytesBuffered: 0, bytesNeeded: SIZE_BYTES });
  return connection.disconnect();
}

/** The names of kafkajs for the errors of a connection. */
const LOST = new Set(['KafkaJSRequestTimeoutError', 'KafkaJSConnectionError', 'KafkaJSConnectionClosedError']);

function isLost(error: unknown): boolean {
  return error instanceof Error && LOST.has(error.name);
}

/** A function, because the compiler assumes that a property does not change across an await. */
function isEnded(fetch: Fetch): boolean {
  return fetch.ended;
}
