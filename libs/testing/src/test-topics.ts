import { randomBytes } from 'node:crypto';
import { streams } from '@paygate/contracts';
import { ensureTopics, Names } from '@paygate/messaging';
import { testKafka } from './test-kafka.js';

/** The topics of one suite. */
export interface TestTopics {
  /** TOPIC_PREFIX of the suite. */
  readonly prefix: string;
  readonly brokers: string;
}

export interface TestTopicsOptions {
  /** Address of a broker of the suite's own. */
  readonly brokers?: string;
  readonly maxPartitions?: number;
}

/**
 * All topics of the system under a fresh prefix, with one partition each unless a suite is about partitions. They stay until the broker
 * ends: a deletion costs it more than a topic at rest.
 */
export async function testTopics(options: TestTopicsOptions = {}): Promise<TestTopics> {
  const { maxPartitions = 1 } = options;
  const prefix = `t${randomBytes(5).toString('hex')}`;
  const { kafka, brokers } = testKafka(options.brokers);
  await ensureTopics({ kafka, names: new Names(prefix), streams, maxPartitions });
  return { prefix, brokers };
}
