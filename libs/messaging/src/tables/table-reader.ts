import { setTimeout as delay } from 'node:timers/promises';
import type { Checker } from '@paygate/contracts';
import type { Clock, Logger } from '@paygate/platform';
import type { Batch, Kafka, KafkaMessage } from 'kafkajs';
import type { Counters } from '../counters.js';
import type { Envelope } from '../envelope/envelope.js';
import { ENVELOPE_HEADER, HEARTBEAT_TYPE, parseEnvelope, SIGNATURE_HEADER } from '../envelope/envelope.js';
import type { MessageSigner } from '../envelope/message-signer.js';
import { ConsumerGroup } from '../kafka/consumer-group.js';
import type { KafkaConnectionOptions } from '../kafka/kafka-connection.js';
import { kafkaConnection } from '../kafka/kafka-connection.js';
import { ownAssigner } from '../kafka/own-assigner.js';
import type { Names } from '../names.js';
import { headerText, parsePayload } from '../server/message-opener.js';
import { checkerOf } from '../server/routes.js';
import type { Table } from './table.js';

type AnyTableInMemory = Table<{ readonly version: number }>;

export interface TableReaderOptions {
  readonly connection: KafkaConnectionOptions;
  readonly tables: readonly AnyTableInMemory[];
  readonly names: Names;
  readonly instance: string;
  readonly signer: MessageSigner;
  readonly logger: Logger;
  readonly counters: Counters;
  /** The clock that heartbeats set, in a process that has no database to ask. */
  readonly clock?: Clock;
}

/** What is read of one topic. */
interface Reading {
  readonly table: AnyTableInMemory;
  readonly accepts: Checker;
  /** End offsets at the start, by partition: what lies behind them was there before us. */
  readonly ends: Map<number, number>;
  readonly unread: Set<number>;
}

interface EndOffset {
  readonly partition: number;
  readonly low: string;
  readonly high: string;
}

const RETRY_MS = 500;

/**
 * Reads tables from their beginning, in a group of this instance alone that commits nothing: each start, and each rejoin,
 * reads them anew, and versions make that harmless.
 */
export class TableReader {
  readonly #options: TableReaderOptions;
  readonly #kafka: Kafka;
  readonly #readings: ReadonlyMap<string, Reading>;
  readonly #stopping = new AbortController();
  #group: ConsumerGroup | undefined;
  #starting: Promise<void> | undefined;

  constructor(options: TableReaderOptions) {
    this.#options = options;
    this.#kafka = kafkaConnection(options.connection);
    this.#readings = new Map(
      options.tables.map((table) => [
        options.names.topic(table.contract.stream),
        { table, accepts: checkerOf(table.contract.row), ends: new Map(), unread: new Set() },
      ]),
    );
  }

  /** Whether all tables are complete and go on being read. */
  get ready(): boolean {
    return this.#group?.ready === true && this.#options.tables.every((table) => table.complete);
  }

  start(): void {
    this.#starting ??= this.#start();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#starting;
    if (this.#group === undefined) return;
    await this.#group.stop();
    await this.#asAdmin((admin) => admin.deleteGroups([this.#groupId])).catch(() => undefined);
  }

  get #groupId(): string {
    return this.#options.names.tablesGroup(this.#options.instance);
  }

  async #start(): Promise<void> {
    const { signal } = this.#stopping;
    while (!(await this.#findEnds())) {
      await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
    }
    const partitions = Object.fromEntries([...this.#readings].map(([topic, { ends }]) => [topic, [...ends.keys()]]));
    this.#group = new ConsumerGroup({
      kafka: this.#kafka,
      logger: this.#options.logger,
      groupId: this.#groupId,
      topics: [...this.#readings.keys()],
      fromBeginning: true,
      assigner: ownAssigner('paygate-tables', () => partitions),
      onBatch: (batch) => {
        this.#take(batch);
      },
    });
    this.#group.start();
  }

  async #findEnds(): Promise<boolean> {
    try {
      for (const [topic, reading] of this.#readings) {
        begin(reading, await this.#asAdmin((admin) => admin.fetchTopicOffsets(topic)));
      }
      return true;
    } catch {
      return false;
    }
  }

  async #asAdmin<Result>(work: (admin: ReturnType<Kafka['admin']>) => Promise<Result>): Promise<Result> {
    const admin = this.#kafka.admin();
    await admin.connect();
    try {
      return await work(admin);
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
  }

  #take(batch: Batch): void {
    const reading = this.#readings.get(batch.topic);
    if (reading === undefined) return;
    const end = reading.ends.get(batch.partition) ?? 0;
    for (const message of batch.messages) this.#takeMessage(batch.topic, reading, message, end);
    if (Number(batch.lastOffset()) + 1 < end || !reading.unread.delete(batch.partition)) return;
    if (reading.unread.size === 0) reading.table.completed();
  }

  #takeMessage(topic: string, { table, accepts }: Reading, message: KafkaMessage, end: number): void {
    const envelope = this.#verify(topic, table, message);
    const row = envelope === undefined ? undefined : parsePayload(message.value ?? Buffer.alloc(0));
    if (envelope === undefined || row === undefined) {
      this.#options.counters.add('table_rows_refused');
      return;
    }
    if (envelope.type === HEARTBEAT_TYPE) {
      // one that was there before us says how old the table was, not how old it is
      if (Number(message.offset) >= end) this.#hear(table, new Date(envelope.occurredAt));
    } else if (envelope.type === table.contract.type && accepts(row).length === 0)
      table.put(message.key?.toString() ?? '', row as { readonly version: number });
    else this.#options.counters.add('table_rows_refused');
  }

  #hear(table: AnyTableInMemory, time: Date): void {
    const { clock } = this.#options;
    const news = table.heard(time);
    // owners may have databases of their own: one clock is enough, and two would pull it to and fro
    if (news && table === this.#options.tables[0]) clock?.observe(time);
  }

  #verify(topic: string, table: AnyTableInMemory, message: KafkaMessage): Envelope | undefined {
    const text = headerText(message.headers, ENVELOPE_HEADER);
    const signature = headerText(message.headers, SIGNATURE_HEADER);
    const envelope = text === undefined ? undefined : parseEnvelope(text);
    if (text === undefined || signature === undefined || envelope === undefined) return undefined;
    if (envelope.producer !== table.contract.stream.owner) return undefined;
    const parts = {
      topic,
      key: message.key?.toString() ?? '',
      envelope: text,
      value: message.value ?? Buffer.alloc(0),
    };
    return this.#options.signer.verify(envelope, parts, signature) ? envelope : undefined;
  }
}

function begin({ ends, unread, table }: Reading, offsets: readonly EndOffset[]): void {
  for (const { partition, low, high } of offsets) {
    ends.set(partition, Number(high));
    if (Number(high) > Number(low)) unread.add(partition);
  }
  if (unread.size === 0) table.completed();
}
