import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@paygate/platform';
import type { Kafka } from 'kafkajs';
import type { ReplyReader } from '../commands/reply-reader.js';
import type { KafkaConnectionOptions } from '../kafka/kafka-connection.js';
import { askBroker } from '../kafka/ask-broker.js';
import { kafkaConnection } from '../kafka/kafka-connection.js';
import { COMMIT_INTERVAL_MS } from '../limits.js';
import type { TableReader } from '../tables/table-reader.js';
import type { Assignment } from '../consumer/consumer-group.js';
import { ConsumerGroup } from '../consumer/consumer-group.js';
import { fixedAssigner } from '../consumer/fixed-assigner.js';

export interface InstanceConsumerOptions {
  readonly connection: KafkaConnectionOptions;
  readonly groupId: string;
  readonly replies: ReplyReader;
  readonly tables: TableReader | undefined;
  readonly logger: Logger;
}

const RETRY_MS = 500;
const POLL_MS = 20;

/**
 * Reads the replies to one instance and the tables that it holds. kafkajs reads only as the member of a group: each instance
 * has a group of its own, so that the start and end of others cause no rebalance in it (docs/adr/0003-reply-partitions.md).
 * One consumer reads both, because each costs an idle process the same.
 */
export class InstanceConsumer {
  readonly #options: InstanceConsumerOptions;
  readonly #kafka: Kafka;
  readonly #stopping = new AbortController();
  #group: ConsumerGroup | undefined;
  #starting: Promise<void> | undefined;
  #committing: NodeJS.Timeout | undefined;

  constructor(options: InstanceConsumerOptions) {
    this.#options = options;
    this.#kafka = kafkaConnection(options.connection);
  }

  get ready(): boolean {
    return this.#group?.ready === true;
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
    await askBroker(this.#kafka, (admin) => admin.deleteGroups([this.#options.groupId])).catch(() => undefined);
  }

  async #start(): Promise<void> {
    const { replies, tables, groupId, logger } = this.#options;
    const chosen = await this.#untilDone(() => askBroker(this.#kafka, (admin) => replies.choosePartition(admin)));
    if (chosen === undefined) return;
    const assignment: Assignment = { ...chosen, ...tables?.assignment };
    const group = new ConsumerGroup({
      kafka: this.#kafka,
      logger,
      groupId,
      topics: Object.keys(assignment),
      fromBeginning: false,
      assigner: fixedAssigner(assignment),
      restTopics: new Set(Object.keys(tables?.assignment ?? {})),
      onBatch: (batch) => {
        if (batch.topic in chosen) replies.take(batch);
        else tables?.take(batch);
      },
    });
    this.#group = group;
    group.start();
    await this.#untilDone(async () => {
      if (group.ready) await replies.commit(group);
      return replies.ready || undefined;
    }, POLL_MS);
    if (this.#stopping.signal.aborted) return;
    this.#committing = setInterval(() => void replies.commit(group), COMMIT_INTERVAL_MS);
  }

  /** Repeats an attempt that throws or gives undefined; undefined when the shutdown begins first. */
  async #untilDone<Result>(
    attempt: () => Promise<Result | undefined>,
    pauseMs = RETRY_MS,
  ): Promise<Result | undefined> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const result = await attempt().catch(() => undefined);
      if (result !== undefined) return result;
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
    return undefined;
  }
}
