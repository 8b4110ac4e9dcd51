import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { streams } from '@paygate/contracts';
import { eventually, testKafka } from '@paygate/testing';
import type { Admin } from 'kafkajs';
import kafkajs from 'kafkajs';
import { Names } from '../names.js';
import { ensureTopics } from '../topics.js';

const { kafka } = testKafka();
const names = new Names(`t${randomBytes(5).toString('hex')}`);
const all = streams.map((stream) => names.topic(stream));
const [first = ''] = all;
let admin: Admin;

beforeAll(async () => {
  admin = kafka.admin();
  await admin.connect();
});
afterAll(async () => {
  await admin.deleteTopics({ topics: all });
  await admin.disconnect();
});

const ensure = (maxPartitions: number) => ensureTopics({ kafka, names, streams, maxPartitions });
const nothing = { created: [], widened: [], configured: [] };

it('makes the topics that are missing, and then has nothing left to do', async () => {
  expect(await ensure(1)).toEqual({ ...nothing, created: all });
  expect(await ensure(1)).toEqual(nothing);
});

it('widens topics, and sets what was declared where somebody set something else', async () => {
  expect((await ensure(2)).widened.length).toBeGreaterThan(0);
  await admin.alterConfigs({
    validateOnly: false,
    resources: [
      {
        type: kafkajs.ConfigResourceTypes.TOPIC,
        name: first,
        configEntries: [{ name: 'max.message.bytes', value: '1000' }],
      },
    ],
  });
  // a broker describes a topic only after its controller has informed it
  await eventually(async () => {
    expect(await ensure(2)).toEqual({ ...nothing, configured: [first] });
    return true;
  });
  await eventually(async () => {
    expect(await ensure(2)).toEqual(nothing);
    return true;
  });
});
