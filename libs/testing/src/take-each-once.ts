import type { Consumer, KafkaMessage } from 'kafkajs';

/** The offset that comes next, by partition. */
export type NextOffsets = Map<number, bigint>;

/**
 * Runs a consumer of one topic, in a group of its own that commits nothing, and takes each record once. The broker lets a consumer whose
 * heartbeats came late join again; it then goes on where it was, and neither begins anew nor leaves out what has come meanwhile.
 * Partitions without an entry in `next`, which is kept up to date, begin as the consumer has subscribed.
 */
export async function takeEachOnce(
  consumer: Consumer,
  topic: string,
  next: NextOffsets,
  take: (partition: number, message: KafkaMessage) => void,
): Promise<void> {
  const joined = new Promise((resolve) => {
    consumer.on(consumer.events.GROUP_JOIN, () => {
      for (const [partition, offset] of next) consumer.seek({ topic, partition, offset: String(offset) });
      resolve(undefined);
    });
  });
  await consumer.run({
    autoCommit: false,
    eachMessage: ({ partition, message }) => {
      const offset = BigInt(message.offset);
      // a batch that was fetched before the consumer joined again
      if (offset < (next.get(partition) ?? 0n)) return Promise.resolve();
      next.set(partition, offset + 1n);
      take(partition, message);
      return Promise.resolve();
    },
  });
  await joined;
}
