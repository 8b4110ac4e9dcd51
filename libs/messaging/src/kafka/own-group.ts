import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@paygate/platform';
import type { Admin, Batch, Kafka } from 'kafkajs';
import { COMMIT_INTERVAL_MS } from '../limits.js';
import type { Assignment, Position } from './consumer-group.js';
import { ConsumerGroup } from './consumer-group.js';
import type { KafkaConnectionOptions } from './kafka-connection.js';
import { kafkaConnection } from './kafka-connection.js';
import { ownAssigner } from './own-assigner.js';

/** Something that an instance reads for itself alone. */
export interface Feed {
  readonly topics: readonly string[];
  readonly fromBeginning: boolean;
  /** Finds out which partitions to read. Called again when it fails. */
  prepare(admin: Admin): Promise<Assignment>;
  take(batch: Batch): void;
  /** Called when the first fetch has come back, until it is true. */
  becomeReady(group: ConsumerGroup, admin: () => Promise<Admin>): Promise<boolean>;
  /** A position to commit, if the feed wants to read on from there after a rejoin. */
  duePosition(): Position | undefined;
  committed(position: Position): void;
}

export interface OwnGroupOptions {
  readonly connection: KafkaConnectionOptions;
  readonly groupId: string;
  readonly feeds: readonly Feed[];
  readonly logger: Logger;
}

const RETRY_MS = 500;
const POLL_MS = 20;

/**
 * The group of one instance: no other joins it, so the coming and going of others does not stop it for a moment
 * (docs/adr/0003-reply-partitions.md). Replies and tables share it, because each consumer costs an idle process the same.
 */
export class OwnGroup {
  readonly #options: OwnGroupOptions;
  readonly #kafka: Kafka;
  readonly #stopping = new AbortController();
  #group: ConsumerGroup | undefined;
  #starting: Promise<void> | undefined;
  #committing: NodeJS.Timeout | undefined;
  #admin: Admin | undefined;

  constructor(options: OwnGroupOptions) {
    this.#options = options;
    this.#kafka = kafkaConnection(options.connection);
  }

  /** Whether it is being read now. */
  get reading(): boolean {
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
    if (this.#group !== undefined) {
      await this.#group.stop();
      await this.#connected()
        .then((admin) => admin.deleteGroups([this.#options.groupId]))
        .catch(() => undefined);
    }
    await this.#disconnect();
  }

  async #start(): Promise<void> {
    const { feeds, groupId, logger } = this.#options;
    const assignment = Object.assign(
      {},
      ...(await Promise.all(feeds.map((feed) => this.#prepare(feed)))),
    ) as Assignment;
    if (this.#isStopped()) return;
    const group = new ConsumerGroup({
      kafka: this.#kafka,
      logger,
      groupId,
      subscriptions: feeds.map(({ topics, fromBeginning }) => ({ topics, fromBeginning })),
      assigner: ownAssigner('paygate-own', () => assignment),
      onBatch: (batch) => {
        feeds.find((feed) => feed.topics.includes(batch.topic))?.take(batch);
      },
    });
    this.#group = group;
    group.start();
    await Promise.all(feeds.map((feed) => this.#makeReady(feed, group)));
    await this.#disconnect();
    if (this.#isStopped()) return;
    this.#committing = setInterval(() => void this.#commit(group), COMMIT_INTERVAL_MS);
  }

  #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #prepare(feed: Feed): Promise<Assignment> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        return await feed.prepare(await this.#connected());
      } catch {
        await this.#disconnect();
        await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
    return {};
  }

  async #makeReady(feed: Feed, group: ConsumerGroup): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const ready = group.ready && (await feed.becomeReady(group, () => this.#connected()).catch(() => false));
      if (ready) return;
      await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async #commit(group: ConsumerGroup): Promise<void> {
    for (const feed of this.#options.feeds) {
      const position = feed.duePosition();
      if (position !== undefined && (await group.commit([position]))) feed.committed(position);
    }
  }

  /** A connection for questions, kept only while there are any. */
  async #connected(): Promise<Admin> {
    const admin = (this.#admin ??= this.#kafka.admin());
    await admin.connect();
    return admin;
  }

  async #disconnect(): Promise<void> {
    const admin = this.#admin;
    this.#admin = undefined;
    await admin?.disconnect().catch(() => undefined);
  }
}
