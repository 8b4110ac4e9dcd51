import { expect, test } from '@jest/globals';
import { replyStream } from '@paygate/contracts';
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
