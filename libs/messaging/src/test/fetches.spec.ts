import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@paygate/platform';
import { eventually, testKafka } from '@paygate/testing';
import type { Admin, ISocketFactory, Producer } from 'kafkajs';
import { ConsumerGroup } from '../consumer/consumer-group.js';
import { fixedAssigner } from '../consumer/fixed-assigner.js';
import { kafkaConnection } from '../kafka/kafka-connection.js';
import { FETCH_WAIT_MS, IDLE_AFTER_MS, IDLE_FETCH_WAIT_MS } from '../limits.js';

const { kafka, brokers } = testKafka();
const [topic, heartbeats] = [0, 1].map(() => `t${randomBytes(5).toString('hex')}`) as [string, string];
const NEVER_MS = 600_000;

/** The fetches that were sent, and the connections that they were sent over. */
class Wire {
  readonly waits: number[] = [];
  readonly sockets = new Set<Socket>();

  readonly socketFactory: ISocketFactory = ({ host, port, onConnect }) => {
    const socket = connect({ host, port }, onConnect);
    const write = socket.write.bind(socket);
    socket.write = (chunk: Uint8Array, ...rest: never[]): boolean => {
      const waitMs = waitOf(Buffer.from(chunk));
      if (waitMs !== undefined) {
        this.waits.push(waitMs);
        this.sockets.add(socket);
      }
      return write(chunk, ...rest);
    };
    return socket;
  };

  /** From now on no answer arrives over the connections that have carried a fetch. */
  silence(): void {
    for (const socket of this.sockets) socket.removeAllListeners('data');
  }

  get lastWait(): number | undefined {
    return this.waits.at(-1);
  }
}

/** The wait of a fetch: size, API key, version, correlation id, the client's name, replica, wait. */
function waitOf(request: Buffer): number | undefined {
  const isFetch = request.length > 22 && request.readInt16BE(4) === 1;
  return isFetch ? request.readInt32BE(12 + 2 + request.readInt16BE(12) + 4) : undefined;
}

describe('fetches', () => {
  let admin: Admin;
  let producer: Producer;
  let wire: Wire;
  let group: ConsumerGroup;
  let second: ConsumerGroup | undefined;
  let received: string[];
  /** The fetches that had been sent when a message was received. */
  let sentBefore: Map<string, number>;

  beforeAll(async () => {
    admin = kafka.admin();
    producer = kafka.producer({ allowAutoTopicCreation: false });
    await Promise.all([admin.connect(), producer.connect()]);
    await admin.createTopics({
      topics: [
        { topic, numPartitions: 2 },
        { topic: heartbeats, numPartitions: 1 },
      ],
      waitForLeaders: false,
    });
    await eventually(() => admin.fetchTopicMetadata({ topics: [topic, heartbeats] }).then(() => true));
  });
  afterAll(async () => {
    await admin.deleteTopics({ topics: [topic, heartbeats] });
    await Promise.all([admin.disconnect(), producer.disconnect()]);
  });

  beforeEach(() => {
    wire = new Wire();
    received = [];
    sentBefore = new Map();
  });
  afterEach(async () => {
    await Promise.all([group.stop(), second?.stop()]);
    second = undefined;
  });

  function groupOf(
    { socketFactory }: Wire,
    groupId: string,
    { requestTimeoutMs = NEVER_MS, gatherMs = 0 } = {},
  ): ConsumerGroup {
    const logger = new Logger({ service: 'test', instance: 'a', level: 'silent' });
    return new ConsumerGroup({
      kafka: kafkaConnection({
        ...{ brokers: brokers.split(','), clientId: 'test', logger, socketFactory, requestTimeoutMs },
      }),
      logger,
      groupId,
      topics: [topic, heartbeats],
      fromBeginning: false,
      assigner: fixedAssigner({ [topic]: [0, 1], [heartbeats]: [0] }),
      restTopics: new Set([heartbeats]),
      gatherMs,
      onBatch: ({ messages }) => {
        const values = messages.map(({ value }) => value?.toString() ?? '');
        received.push(...values);
        for (const value of values) sentBefore.set(value, wire.waits.length);
      },
    });
  }
  async function start(
    times: { readonly requestTimeoutMs?: number; readonly gatherMs?: number } = {},
  ): Promise<string> {
    const groupId = `${topic}-${randomBytes(5).toString('hex')}`;
    group = groupOf(wire, groupId, times);
    group.start();
    await eventually(() => group.ready);
    return groupId;
  }
  const idle = () => eventually(() => wire.lastWait === IDLE_FETCH_WAIT_MS);
  const send = async (to: string, value: string, partition = 0): Promise<void> => {
    await producer.send({ topic: to, messages: [{ value, partition }] });
  };
  /** The wait of the first fetch after a message was received. */
  async function waitAfter(to: string, value: string): Promise<number | undefined> {
    const before = wire.waits.length;
    await send(to, value);
    await eventually(() => received.includes(value) && wire.waits.length > before);
    return wire.waits[before];
  }

  it('wait longer after nothing came for a while, and short again after a message', async () => {
    await start();
    expect(await eventually(() => wire.waits[0])).toBe(FETCH_WAIT_MS);
    await idle();
    expect(await waitAfter(topic, 'a message')).toBe(FETCH_WAIT_MS);
  });

  it('wait as long after messages that come at rest too', async () => {
    await start();
    await idle();
    expect(await waitAfter(heartbeats, 'a heartbeat')).toBe(IDLE_FETCH_WAIT_MS);
  });

  it('end with the first message, however long they wait', async () => {
    await start();
    await idle();
    const sent = wire.waits.length;
    await send(heartbeats, 'news');
    await eventually(() => received.includes('news'));
    expect(sentBefore.get('news')).toBe(sent);
  });

  it('of an idle member delay another that joins by the one under way', async () => {
    const groupId = await start();
    await idle();
    const sent = wire.waits.length;
    const other = new Wire();
    const joining = (second = groupOf(other, groupId));
    joining.start();
    await eventually(() => joining.ready);
    expect(wire.waits.slice(sent).filter((waitMs) => waitMs === IDLE_FETCH_WAIT_MS).length).toBeLessThanOrEqual(1);
  });

  it('gather a stream of messages, and fetch the first of it at once', async () => {
    await start({ gatherMs: 1_000 });
    await idle();
    const before = wire.waits.length;
    const messages = Array.from({ length: 20 }, (_, index) => `message ${index}`);
    for (const value of messages) {
      await send(topic, value);
      if (value === messages[0]) await eventually(() => received.includes(value), { intervalMs: 5 });
    }
    await eventually(() => received.length === messages.length);
    expect(received).toEqual(messages);
    // the first was fetched before: the others come with the next fetch, or with the one after it when sending takes longer
    expect(wire.waits.length - before).toBeLessThanOrEqual(messages.length / 4);
  });

  it('are short while a partition is paused, and a resume ends the one under way', async () => {
    await start();
    await send(topic, 'first');
    await eventually(() => received.includes('first'));
    group.pause([{ topic, partitions: [1] }]);
    const before = wire.waits.length;
    await eventually(() => wire.waits.length > before + 2 * (IDLE_AFTER_MS / FETCH_WAIT_MS));
    expect(new Set(wire.waits.slice(before))).toEqual(new Set([FETCH_WAIT_MS]));
    await send(topic, 'kept', 1);
    wire.silence();
    group.resume([{ topic, partitions: [1] }]);
    await eventually(() => received.includes('kept'));
    expect(received).toEqual(['first', 'kept']);
  });

  it('are not waited for by a stop', async () => {
    await start();
    await idle();
    wire.silence();
    await group.stop();
    expect([...wire.sockets].map(({ destroyed }) => destroyed)).toEqual([true]);
  });

  it('continue over another connection when the broker has not answered in time', async () => {
    await start({ requestTimeoutMs: 1_000 });
    await idle();
    wire.silence();
    await send(topic, 'after the silence');
    await eventually(() => received.includes('after the silence'), { timeoutMs: 20_000 });
    expect(wire.sockets.size).toBe(2);
  });

  it('lose and repeat nothing, however often they are ended', async () => {
    await start();
    const sent = Array.from({ length: 200 }, (_, index) => `message ${index}`);
    for (const value of sent) {
      await send(topic, value);
      group.resume([{ topic, partitions: [1] }]);
    }
    await eventually(() => received.length >= sent.length);
    expect(received).toEqual(sent);
  });
});
