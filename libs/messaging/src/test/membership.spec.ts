import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Logger } from '@paygate/platform';
import { eventually, testKafka } from '@paygate/testing';
import type { Admin, ISocketFactory, Producer } from 'kafkajs';
import { ConsumerGroup } from '../consumer/consumer-group.js';
import { fixedAssigner } from '../consumer/fixed-assigner.js';
import { kafkaConnection } from '../kafka/kafka-connection.js';
import { SESSION_TIMEOUT_MS } from '../limits.js';

const { kafka, brokers } = testKafka();
const topic = `t${randomBytes(5).toString('hex')}`;
/** A request begins with its size (int32) and its API key (int16). */
const API_KEY_OFFSET = 4;
const JOIN_GROUP = 11;
const LEAVE_GROUP = 13;

let admin: Admin;
let producer: Producer;

beforeAll(async () => {
  admin = kafka.admin();
  producer = kafka.producer({ allowAutoTopicCreation: false });
  await Promise.all([admin.connect(), producer.connect()]);
  await admin.createTopics({ topics: [{ topic, numPartitions: 1 }], waitForLeaders: false });
  await eventually(() => admin.fetchTopicMetadata({ topics: [topic] }).then(() => true));
});
afterAll(async () => {
  await admin.deleteTopics({ topics: [topic] });
  await Promise.all([admin.disconnect(), producer.disconnect()]);
});

/** A group of one, by connections of `socketFactory`, which starts a consumer after each that has ended. */
function groupOf(
  socketFactory: ISocketFactory,
  onBatch: () => Promise<void>,
  onConsumer: () => void = () => undefined,
): ConsumerGroup {
  const logger = new Logger({ service: 'test', instance: 'a', level: 'silent' });
  const connection = kafkaConnection({ brokers: brokers.split(','), clientId: 'test', logger, socketFactory });
  const consumer = connection.consumer.bind(connection);
  connection.consumer = (config) => {
    onConsumer();
    return consumer(config);
  };
  return new ConsumerGroup({
    kafka: connection,
    logger,
    groupId: topic,
    topics: [topic],
    fromBeginning: true,
    assigner: fixedAssigner({ [topic]: [0] }),
    onBatch,
  });
}

async function members(): Promise<number> {
  const { groups } = await admin.describeGroups([topic]);
  return groups.flatMap((group) => group.members).length;
}

/** Cuts a connection in the place of a request that `isTime` says. */
function cutting(isTime: (apiKey: number) => boolean): ISocketFactory {
  return ({ host, port, onConnect }) => {
    const socket: Socket = connect({ host, port }, onConnect);
    const write = socket.write.bind(socket);
    socket.write = (chunk: Uint8Array, ...rest: never[]): boolean =>
      Buffer.isBuffer(chunk) && isTime(chunk.readInt16BE(API_KEY_OFFSET))
        ? socket.destroy().writable
        : write(chunk, ...rest);
    return socket;
  };
}

it('is taken up again by a consumer that its group gave up, and whose return failed', async () => {
  let armed = false;
  let cuts = 0;
  const socketFactory = cutting((apiKey) => {
    const now = armed && apiKey === JOIN_GROUP;
    if (now) {
      armed = false;
      cuts += 1;
    }
    return now;
  });
  const late = Promise.withResolvers<undefined>();
  const group = groupOf(socketFactory, async () => {
    if (armed) await late.promise;
  });
  try {
    group.start();
    await eventually(() => group.ready);
    armed = true;
    await producer.send({ topic, messages: [{ value: 'which takes longer than a session' }] });
    await eventually(async () => (await members()) === 0, { timeoutMs: SESSION_TIMEOUT_MS * 5 });
    late.resolve(undefined);
    await eventually(() => cuts === 1);
    await eventually(async () => (await members()) === 1);
    await eventually(() => group.ready);
  } finally {
    late.resolve(undefined);
    await group.stop();
  }
});

it('ends the membership that an absent broker was not told of, before it joins again', async () => {
  let away = false;
  let consumers = 0;
  const returned: number[] = [];
  const socketFactory = cutting((apiKey) => {
    if (consumers > 1 && !away) returned.push(apiKey);
    return away;
  });
  const group = groupOf(
    socketFactory,
    () => Promise.resolve(),
    () => (consumers += 1),
  );
  try {
    group.start();
    await eventually(() => group.ready);
    away = true;
    // the second one has not reached the broker either: the first has said all that it ever will
    await eventually(() => consumers === 3);
    away = false;
    await eventually(() => group.ready);
    expect(returned.find((apiKey) => apiKey === JOIN_GROUP || apiKey === LEAVE_GROUP)).toBe(LEAVE_GROUP);
  } finally {
    await group.stop();
  }
});
