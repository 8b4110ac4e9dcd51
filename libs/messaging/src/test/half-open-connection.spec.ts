import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Logger } from '@paygate/platform';
import { eventually, testKafka } from '@paygate/testing';
import type { Admin } from 'kafkajs';
import { BatchingProducer } from '../producer/batching-producer.js';

const { kafka, brokers } = testKafka();
const topic = `t${randomBytes(5).toString('hex')}`;
const logger = new Logger({ service: 'test', instance: 'a', level: 'silent' });
const [host = '', port] = brokers.split(',')[0]?.split(':') ?? [];
const sockets: Socket[] = [];
/** In front of the broker. It accepts the first connection and is silent on it, as a broker that has no time yet. */
const proxy = createServer((client) => {
  sockets.push(client);
  client.on('error', () => undefined);
  if (sockets.length === 1) return;
  const broker = connect(Number(port), host);
  broker.on('error', () => client.destroy());
  client.on('close', () => broker.destroy());
  client.pipe(broker).pipe(client);
});
let admin: Admin;

beforeAll(async () => {
  admin = kafka.admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic, numPartitions: 1 }], waitForLeaders: false });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  proxy.close();
  await admin.deleteTopics({ topics: [topic] });
  await admin.disconnect();
});

it('a producer whose first exchange with the broker failed sends over another connection', async () => {
  const address = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const producer = new BatchingProducer({ brokers: [address], clientId: 'test', logger });
  producer.start();
  await eventually(() => producer.send({ topic, key: 'a', value: '{}', headers: {} }).then(() => true));
  expect(producer.ready).toBe(true);
  await producer.close();
});
