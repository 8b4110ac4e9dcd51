import { setTimeout as delay } from 'node:timers/promises';
import { replyStream } from '@paygate/contracts';
import type { Logger } from '@paygate/platform';
import type { Batch, Kafka, KafkaMessage } from 'kafkajs';
import { ConsumerGroup } from '../kafka/consumer-group.js';
import type { KafkaConnectionOptions } from '../kafka/kafka-connection.js';
import { kafkaConnection } from '../kafka/kafka-connection.js';
import { ownAssigner } from '../kafka/own-assigner.js';
import { COMMIT_INTERVAL_MS } from '../limits.js';
import type { Names } from '../names.js';
import { chooseReplyPartition } from './reply-partition.js';

export interface ReplyReaderOptions {
  readonly connection: KafkaConnectionOptions;
  readonly names: Names;
  readonly instance: string;
  readonly logger: Logger;
  readonly onReply: (message: KafkaMessage) => void;
}

const RETRY_MS = 500;
const POLL_MS = 20;

/**
 * Reads the replies to this instance: one partition, in a group of its own, so that no other instance's coming or going
 * stops it for a moment. Its position is committed every second: after a rejoin it reads on from there and loses none.
 */
export class ReplyReader {
  readonly #options: ReplyReaderOptions;
  readonly #kafka: Kafka;
  readonly #topic: string;
  readonly #groupId: string;
  readonly #stopping = new AbortController();
  #group: ConsumerGroup | undefined;
  #partition: number | undefined;
  #position: number | undefined;
  #committed: number | undefined;
  #ready = false;
  #starting: Promise<void> | undefined;
  #committing: NodeJS.Timeout | undefined;

  constructor(options: ReplyReaderOptions) {
    this.#options = options;
    this.#kafka = kafkaConnection(options.connection);
    this.#topic = options.names.topic(replyStream);
    this.#groupId = options.names.repliesGroup(options.instance);
  }

  /** The partition replies are to be sent to; undefined until they would be read there. */
  get partition(): number | undefined {
    return this.#ready ? this.#partition : undefined;
  }

  get ready(): boolean {
    return this.#ready && this.#group?.ready === true;
  }

  start(): void {
    this.#starting ??= this.#start();
  }

  /** Leaves the group and deletes it. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#committing);
    await this.#starting;
    if (this.#group === undefined) return;
    await this.#group.stop();
    const admin = this.#kafka.admin({ retry: { retries: 0 } });
    await admin
      .connect()
      .then(() => admin.deleteGroups([this.#groupId]))
      .catch(() => undefined);
    await admin.disconnect().catch(() => undefined);
  }

  async #start(): Promise<void> {
    const { signal } = this.#stopping;
    const { names, logger } = this.#options;
    const groupPrefix = names.repliesGroupPrefix;
    while (this.#partition === undefined && !signal.aborted) {
      try {
        this.#partition = await chooseReplyPartition({ kafka: this.#kafka, topic: this.#topic, groupPrefix });
      } catch {
        await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
    if (signal.aborted) return;
    this.#group = new ConsumerGroup({
      kafka: this.#kafka,
      logger,
      groupId: this.#groupId,
      topics: [this.#topic],
      fromBeginning: false,
      assigner: ownAssigner('paygate-replies', () => ({ [this.#topic]: [this.#partition ?? 0] })),
      onBatch: (batch) => {
        this.#take(batch);
      },
    });
    this.#group.start();
    await this.#becomeReady(this.#group);
    this.#committing = setInterval(() => void this.#commit(), COMMIT_INTERVAL_MS);
  }

  /** The first fetch has fixed the position. It is committed before the first command goes out that is answered behind it. */
  async #becomeReady(group: ConsumerGroup): Promise<void> {
    const { signal } = this.#stopping;
    while (!this.#ready && !signal.aborted) {
      if (group.ready) {
        this.#position ??= await this.#endOffset();
        await this.#commit();
        this.#ready = this.#committed !== undefined;
      }
      if (!this.#ready) await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async #endOffset(): Promise<number | undefined> {
    const admin = this.#kafka.admin({ retry: { retries: 0 } });
    try {
      await admin.connect();
      const offsets = await admin.fetchTopicOffsets(this.#topic);
      return Number(offsets.find(({ partition }) => partition === this.#partition)?.high);
    } catch {
      return undefined;
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
  }

  #take(batch: Batch): void {
    for (const message of batch.messages) this.#options.onReply(message);
    this.#position = Number(batch.lastOffset()) + 1;
  }

  async #commit(): Promise<void> {
    const offset = this.#position;
    if (offset === undefined || offset === this.#committed || this.#partition === undefined) return;
    const done = await this.#group?.commit([{ topic: this.#topic, partition: this.#partition, offset }]);
    if (done === true) this.#committed = offset;
  }
}
