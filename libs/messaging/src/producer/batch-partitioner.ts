import type { ICustomPartitioner, Message, PartitionerArgs } from 'kafkajs';
import { Partitioners } from 'kafkajs';

/** A message for which any partition will do. */
interface PartitionedMessage extends Message {
  readonly unordered?: boolean;
}

/**
 * Keeps messages of one key in order, and produce requests small: what has no order to keep goes to one partition per
 * request, because the producer, the broker and the consumer pay for each partition of a request. From request to request
 * the partition moves on, so that all consumers have their share.
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
