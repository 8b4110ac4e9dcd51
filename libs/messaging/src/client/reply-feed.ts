import { replyStream } from '@paygate/contracts';
import type { Admin, Batch, KafkaMessage } from 'kafkajs';
import type { Assignment, ConsumerGroup, Position } from '../kafka/consumer-group.js';
import type { Feed } from '../kafka/own-group.js';
import type { Names } from '../names.js';
import { chooseReplyPartition } from './reply-partition.js';

/**
 * The replies to this instance: one partition, from where it ended when we came. The position is committed every second:
 * after a rejoin reading goes on from there, and no reply is lost.
 */
export class ReplyFeed implements Feed {
  readonly topics: readonly string[];
  readonly fromBeginning = false;
  readonly #topic: string;
  readonly #groupPrefix: string;
  readonly #onReply: (message: KafkaMessage) => void;
  #partition: number | undefined;
  #position: number | undefined;
  #committed: number | undefined;
  #ready = false;

  constructor(names: Names, onReply: (message: KafkaMessage) => void) {
    this.#topic = names.topic(replyStream);
    this.#groupPrefix = names.repliesGroupPrefix;
    this.#onReply = onReply;
    this.topics = [this.#topic];
  }

  /** Whether commands may be sent: what answers them will be read. Once true for ever. */
  get ready(): boolean {
    return this.#ready;
  }

  /** The partition replies are to be sent to; undefined until they would be read there. */
  get partition(): number | undefined {
    return this.#ready ? this.#partition : undefined;
  }

  async prepare(admin: Admin): Promise<Assignment> {
    const query = { admin, topic: this.#topic, groupPrefix: this.#groupPrefix };
    this.#partition ??= await chooseReplyPartition(query);
    return { [this.#topic]: [this.#partition] };
  }

  take(batch: Batch): void {
    for (const message of batch.messages) this.#onReply(message);
    this.#position = Number(batch.lastOffset()) + 1;
  }

  /** The first fetch has fixed the position. It is committed before the first command goes out that is answered behind it. */
  async becomeReady(group: ConsumerGroup, admin: () => Promise<Admin>): Promise<boolean> {
    if (this.#position === undefined) {
      const offsets = await (await admin()).fetchTopicOffsets(this.#topic);
      this.#position ??= Number(offsets.find(({ partition }) => partition === this.#partition)?.high);
    }
    const position = this.duePosition();
    if (position !== undefined && (await group.commit([position]))) this.committed(position);
    this.#ready = this.#committed !== undefined;
    return this.#ready;
  }

  duePosition(): Position | undefined {
    if (this.#position === undefined || this.#partition === undefined || this.#position === this.#committed)
      return undefined;
    return { topic: this.#topic, partition: this.#partition, offset: this.#position };
  }

  committed(position: Position): void {
    this.#committed = position.offset;
  }
}
