import { replyStream } from '@paygate/contracts';
import type { Admin, Batch } from 'kafkajs';
import type { Assignment, ConsumerGroup } from '../consumer/consumer-group.js';
import type { LocalMessages, Receiver } from '../local/local-messages.js';
import type { Names } from '../names.js';

/** The names of topics, and the replies from services of this process, when there are any. */
interface ReplyParts {
  readonly names: Names;
  readonly local: LocalMessages | undefined;
}

/**
 * Reads the replies to this instance: one partition, from its end at the start. The position is committed every second, so
 * that after a new membership reading continues there and no reply is lost.
 */
export class ReplyReader {
  readonly #topic: string;
  readonly #onReply: Receiver;
  readonly #local: LocalMessages | undefined;
  #partition: number | undefined;
  #position: number | undefined;
  #committed: number | undefined;

  constructor({ names, local }: ReplyParts, onReply: Receiver) {
    this.#topic = names.topic(replyStream);
    this.#onReply = onReply;
    this.#local = local;
  }

  /** True when commands may be sent, because what answers them will be read. It stays true. */
  get ready(): boolean {
    return this.#committed !== undefined;
  }

  /** The partition replies are to be sent to; undefined until they would be read there. */
  get partition(): number | undefined {
    return this.ready ? this.#partition : undefined;
  }

  /** Chooses a partition at random. Instances that have the same one ignore each other's replies. */
  async choosePartition(admin: Admin): Promise<Assignment> {
    const partitions = await admin.fetchTopicOffsets(this.#topic);
    const chosen = partitions[Math.floor(Math.random() * partitions.length)];
    if (chosen === undefined) throw new Error(`${this.#topic} has no partition`);
    this.#partition = chosen.partition;
    this.#local?.receive({ topic: this.#topic, partition: chosen.partition }, this.#onReply);
    this.#position = Number(chosen.high);
    return { [this.#topic]: [chosen.partition] };
  }

  take(batch: Batch): void {
    for (const message of batch.messages) this.#onReply(message);
    this.#position = Number(batch.lastOffset()) + 1;
  }

  async commit(group: ConsumerGroup): Promise<void> {
    const [position, partition] = [this.#position, this.#partition];
    if (position === undefined || partition === undefined || position === this.#committed) return;
    if (await group.commit([{ topic: this.#topic, partition, offset: position }])) this.#committed = position;
  }
}
