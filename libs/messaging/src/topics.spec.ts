import { expect, test } from '@jest/globals';
import { commandStream, replyStream } from '@paygate/contracts';
import type { Kafka } from 'kafkajs';
import { Names } from './names.js';
import { ensureTopics } from './topics.js';

test('a topic that the broker does not know of yet, right after it was created, is waited for', async () => {
  let asked = 0;
  const admin = {
    connect: () => Promise.resolve(),
    disconnect: () => Promise.resolve(),
    listTopics: () => Promise.resolve([]),
    // kafkajs asks once, and fails
    createTopics: ({ waitForLeaders = true }) => {
      if (waitForLeaders) throw new Error('This server does not host this topic-partition');
      return Promise.resolve(true);
    },
    fetchTopicMetadata: () => {
      asked += 1;
      return asked < 3 ? Promise.reject(new Error('This server does not host this topic-partition')) : { topics: [] };
    },
  };
  const kafka = { admin: () => admin } as unknown as Kafka;
  const report = await ensureTopics({ kafka, names: new Names('test'), streams: [replyStream] });
  expect([report.created, asked]).toEqual([['test.replies.v1'], 3]);
});

test.each([
  { partitions: undefined, created: 6, widened: [] },
  { partitions: 3, created: 3, widened: [] },
  { partitions: 9, created: 9, widened: [{ topic: 'test.otp.commands.v1', count: 9 }] },
])(
  'where $partitions partitions are asked for a topic is made with $created, and one of six is never narrowed',
  async (wish) => {
    const made: number[] = [];
    const widened: object[] = [];
    const admin = {
      connect: () => Promise.resolve(),
      disconnect: () => Promise.resolve(),
      listTopics: () => Promise.resolve(['test.otp.commands.v1']),
      createTopics: ({ topics }: { readonly topics: readonly { readonly numPartitions: number }[] }) => {
        made.push(...topics.map(({ numPartitions }) => numPartitions));
        return Promise.resolve(true);
      },
      fetchTopicMetadata: ({ topics }: { readonly topics: readonly string[] }) =>
        Promise.resolve({ topics: topics.map((name) => ({ name, partitions: Array.from({ length: 6 }) })) }),
      createPartitions: ({ topicPartitions }: { readonly topicPartitions: readonly object[] }) => {
        widened.push(...topicPartitions);
        return Promise.resolve(true);
      },
      describeConfigs: () => Promise.resolve({ resources: [] }),
      alterConfigs: () => Promise.resolve(),
    };
    const kafka = { admin: () => admin } as unknown as Kafka;
    const streams = [commandStream('otp'), commandStream('intents'), replyStream];
    await ensureTopics({ kafka, names: new Names('test'), streams, partitions: wish.partitions });
    expect([made, widened]).toEqual([[wish.created, 32], wish.widened]);
  },
);
