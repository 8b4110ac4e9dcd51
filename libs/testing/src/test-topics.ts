import { randomBytes } from 'node:crypto';
import { streams } from '@paygate/contracts';
import { ensureTopics, Names } from '@paygate/messaging';
import type { Admin, Kafka } from 'kafkajs';
import { testKafka } from './test-kafka.js';

/** The topics of one suite. */
export interface TestTopics {
  /** TOPIC_PREFIX of the suite. */
  readonly prefix: string;
  readonly brokers: string;
  drop(): Promise<void>;
}

export interface TestTopicsOptions {
  /** Address of a broker of the suite's own. */
  readonly brokers?: string;
  readonly maxPartitions?: number;
}

/** All topics of the system under a fresh prefix, with few partitions. */
export async function testTopics(options: TestTopicsOptions = {}): Promise<TestTopics> {
  const { maxPartitions = 1 } = options;
  const prefix = `t${randomBytes(5).toString('hex')}`;
  const { kafka, brokers } = testKafka(options.brokers);
  await ensureTopics({ kafka, names: new Names(prefix), streams, maxPartitions });
  return { prefix, brokers, drop: () => drop(kafka, prefix) };
}

/** Removes the topics and groups of a suite; groups that still have members go when these time out. */
async function drop(kafka: Kafka, prefix: string): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(`${prefix}.`));
    if (topics.length > 0) await admin.deleteTopics({ topics });
    const { groups } = await admin.listGroups();
    const ids = groups.map((group) => group.groupId).filter((groupId) => groupId.startsWith(`${prefix}.`));
    await Promise.all(ids.map((groupId) => deleteGroup(admin, groupId)));
  } finally {
    await admin.disconnect();
  }
}

async function deleteGroup(admin: Admin, groupId: string): Promise<void> {
  await admin.deleteGroups([groupId]).catch(() => undefined);
}
