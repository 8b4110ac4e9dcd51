import type { ICustomPartitioner, Message, PartitionerArgs } from 'kafkajs';
import { Partitioners } from 'kafkajs';

/** A message for which any partition will do. */
interface PartitionedMessage extends Message {
  readonly unordered?: boolean;
}

/**
 * Keeps messages of one key in order, and record batches large: the unordered messages of a request go to one partition,
 * because the producer, the broker and the consumer pay for each partition of a request. Each request uses the next
 * partition, so that all consumers get a share (docs/adr/0016-partitions-and-unordered-commands.md).
 */
export class BatchPartitioner {
  #turn = Math.trunc(Math.random() * 0xffff);

  /** Called before each produce request. */
  moveOn(): void {
    this.#turn += 1;
  }

  readonly create: ICustomPartitioner = () => {
    const byKey = Partitioners.DefaultPartitioner();
    return (args: PartitionerArgs): number => {
      const { unordered = false, partition }: PartitionedMessage = args.message;
      if (!unordered || partition !== undefined) return byKey(args);
      const { partitionMetadata } = args;
      return partitionMetadata[this.#turn % partitionMetadata.length]?.partitionId ?? 0;
    };
  };
}
