import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventStreams } from '@paygate/contracts';
import { Names } from '@paygate/messaging';
import type { Consumer, Kafka, Producer } from 'kafkajs';
import { eventually } from '../patience.js';
import { takeEachOnce } from '../take-each-once.js';
import { testKafka } from '../test-kafka.js';
import { testTopics } from '../test-topics.js';

const PARTITIONS = [0, 1];

/** Guarantees that a reader of a suite neither loses nor doubles a record when the broker lets it join its group again. */
describe('a reader that has to join its group again', () => {
  let kafka: Kafka;
  let producer: Producer;
  let topic: string;
  const open: Consumer[] = [];

  beforeAll(async () => {
    const { prefix, brokers } = await testTopics({ maxPartitions: PARTITIONS.length });
    ({ kafka } = testKafka(brokers));
    topic = new Names(prefix).topic(eventStreams.intents);
    producer = kafka.producer({ allowAutoTopicCreation: false });
    await producer.connect();
    // new partitions have no leader at first, and one may take its record before the other
    await eventually(() => written('until both have a leader'));
  });
  afterAll(() => Promise.all([...open, producer].map((one) => one.disconnect())));

  /** Writes a record to each partition; returns what is written. */
  async function written(text: string): Promise<readonly string[]> {
    const messages = PARTITIONS.map((partition) => ({ partition, value: `${text} ${String(partition)}` }));
    await producer.send({ topic, messages });
    return messages.map(({ value }) => value);
  }

  async function member(groupId: string, fromBeginning: boolean): Promise<Consumer> {
    const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 200, allowAutoTopicCreation: false });
    open.push(consumer);
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning });
    return consumer;
  }

  it.each([true, false])('takes each record once (from the beginning: %s)', async (fromBeginning) => {
    const groupId = `${topic}.${String(fromBeginning)}`;
    const earlier = await written(`before ${groupId}`);
    const admin = kafka.admin();
    await admin.connect();
    const ends = await admin.fetchTopicOffsets(topic);
    await admin.disconnect();
    const next = new Map(fromBeginning ? [] : ends.map(({ partition, high }) => [partition, BigInt(high)] as const));
    const consumer = await member(groupId, fromBeginning);
    const taken: string[] = [];
    await takeEachOnce(consumer, topic, next, (_, { value }) => {
      taken.push(String(value));
    });
    const first = await written(`first ${groupId}`);
    await eventually(() => first.every((text) => taken.includes(text)));

    // another member has one of the partitions for a while
    let joins = 0;
    consumer.on(consumer.events.GROUP_JOIN, () => (joins += 1));
    const other = await member(groupId, fromBeginning);
    await other.run({ autoCommit: false, eachMessage: () => Promise.resolve() });
    await eventually(() => joins > 0);
    const meanwhile = await written(`meanwhile ${groupId}`);
    await other.disconnect();

    const last = await written(`last ${groupId}`);
    await eventually(() => last.every((text) => taken.includes(text)));
    const expected = [...(fromBeginning ? earlier : []), ...first, ...meanwhile, ...last];
    expect(taken.filter((text) => text.includes(groupId)).toSorted()).toEqual(expected.toSorted());
  });
});
