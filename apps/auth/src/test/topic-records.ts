import { randomUUID } from 'node:crypto';
import type { Stream } from '@paygate/contracts';
import type { KafkaMessage } from 'kafkajs';
import type { TestTopics } from '@paygate/testing';
import { Kafka, logLevel } from 'kafkajs';

/** A record exactly as it lies in a topic. */
export interface TopicRecord {
  readonly partition: number;
  readonly message: KafkaMessage;
}

/** Looks at topics from outside, without any code of the project. */
export class TopicRecords {
  readonly #kafka: Kafka;

  constructor(private readonly topics: TestTopics) {
    const brokers = topics.brokers.split(',');
    this.#kafka = new Kafka({ clientId: 'test-records', brokers, logLevel: logLevel.NOTHING });
  }

  /** Everything that a topic holds now. */
  async of(stream: Pick<Stream, 'name'>): Promise<readonly TopicRecord[]> {
    const topic = this.#topic(stream);
    const missing = await this.#ends(topic);
    const records: TopicRecord[] = [];
    if (missing.size === 0) return records;

    const consumer = this.#kafka.consumer({ groupId: `records-${randomUUID()}`, maxWaitTimeInMs: 100 });
    const { promise: complete, resolve } = Promise.withResolvers<undefined>();
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await consumer.run({
      eachMessage: ({ partition, message }) => {
        records.push({ partition, message });
        if (BigInt(message.offset) + 1n >= (missing.get(partition) ?? 0n)) missing.delete(partition);
        if (missing.size === 0) resolve(undefined);
        return Promise.resolve();
      },
    });
    await complete;
    await consumer.disconnect();
    return records;
  }

  /** Appends a record once more, bytes and headers, as a producer does that got no acknowledgement. */
  async repeat(stream: Pick<Stream, 'name'>, { partition, message }: TopicRecord): Promise<void> {
    const producer = this.#kafka.producer();
    await producer.connect();
    const { key, value } = message;
    const headers = Object.fromEntries(Object.entries(message.headers ?? {}).filter(([, of]) => of !== undefined));
    await producer.send({ topic: this.#topic(stream), messages: [{ key, value, headers, partition }] });
    await producer.disconnect();
  }

  #topic({ name }: Pick<Stream, 'name'>): string {
    return `${this.topics.prefix}.${name}`;
  }

  /** End offsets of the partitions that hold anything. */
  async #ends(topic: string): Promise<Map<number, bigint>> {
    const admin = this.#kafka.admin();
    await admin.connect();
    const offsets = await admin.fetchTopicOffsets(topic);
    await admin.disconnect();
    return new Map(
      offsets
        .filter(({ low, high }) => BigInt(high) > BigInt(low))
        .map(({ partition, high }) => [partition, BigInt(high)]),
    );
  }
}
