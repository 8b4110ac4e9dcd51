import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Logger } from '@paygate/platform';
import { eventually, testKafka } from '@paygate/testing';
import type { Admin } from 'kafkajs';
import { BatchingProducer } from '../producer/batching-producer.js';

const { kafka, brokers } = testKafka();
const topic = `t${randomBytes(5).toString('hex')}`;
const logger = new Logger({ service: 'test', instance: 'a', level: 'silent' });
const producer = new BatchingProducer({ brokers: brokers.split(','), clientId: 'test', logger });
let admin: Admin;
const to = (name: string): Promise<void> => producer.send({ topic: name, key: 'a', value: '{}', headers: {} });

beforeAll(async () => {
  admin = kafka.admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic, numPartitions: 1 }], waitForLeaders: false });
  producer.start();
  await eventually(() => to(topic).then(() => true));
});
afterAll(async () => {
  await producer.close();
  await admin.deleteTopics({ topics: [topic] });
  await admin.disconnect();
});

it('does not take the broker for away because a topic is missing', async () => {
  await expect(to(`${topic}-missing`)).rejects.toThrow();
  expect(producer.away).toBe(false);
  await to(topic);
});
