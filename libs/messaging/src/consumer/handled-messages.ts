import type { Stream } from '@paygate/contracts';
import type { Kafka } from 'kafkajs';
import { askBroker } from '../kafka/ask-broker.js';
import type { Names } from '../names.js';

/** The end of each partition of a stream that held messages at a moment. */
export interface StreamEnds {
  readonly topic: string;
  readonly ends: readonly { readonly partition: number; readonly offset: number }[];
}

/** The messages that all instances of this service together have handled, as the broker knows them. */
export class HandledMessages {
  constructor(
    private readonly kafka: Kafka,
    private readonly names: Names,
    private readonly groupId: string,
  ) {}

  /** The ends of a stream now. Throws when the broker does not answer. */
  async endsOf(stream: Stream): Promise<StreamEnds> {
    const topic = this.names.topic(stream);
    const partitions = await askBroker(this.kafka, (admin) => admin.fetchTopicOffsets(topic));
    const held = partitions.filter(({ low, high }) => Number(low) < Number(high));
    return { topic, ends: held.map(({ partition, high }) => ({ partition, offset: Number(high) })) };
  }

  /** True when everything before these ends is handled, or is a dead letter. Throws when the broker does not answer. */
  async areHandled({ topic, ends }: StreamEnds): Promise<boolean> {
    const { groupId } = this;
    const read = await askBroker(this.kafka, (admin) => admin.fetchOffsets({ groupId, topics: [topic] }));
    const positions = new Map(read[0]?.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
    return ends.every(({ partition, offset }) => (positions.get(partition) ?? 0) >= offset);
  }
}
