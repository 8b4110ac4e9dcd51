import type { Checker } from '@paygate/contracts';
import type { Clock } from '@paygate/platform';
import type { Admin, Batch, KafkaMessage } from 'kafkajs';
import type { Counters } from '../counters.js';
import type { Envelope } from '../envelope/envelope.js';
import { ENVELOPE_HEADER, HEARTBEAT_TYPE, parseEnvelope, SIGNATURE_HEADER } from '../envelope/envelope.js';
import type { MessageSigner } from '../envelope/message-signer.js';
import type { Assignment } from '../kafka/consumer-group.js';
import type { Feed } from '../kafka/own-group.js';
import type { Names } from '../names.js';
import { headerText, parsePayload } from '../server/message-opener.js';
import { checkerOf } from '../server/routes.js';
import type { AnyTableInMemory, TableComparison } from './table-comparison.js';

export interface TableFeedOptions {
  readonly tables: readonly AnyTableInMemory[];
  readonly names: Names;
  readonly signer: MessageSigner;
  readonly counters: Counters;
  readonly comparison: TableComparison;
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

/**
 * Tables, read from their beginning and never committed: each start, and each rejoin, reads them anew, and versions make
 * that harmless.
 */
export class TableFeed implements Feed {
  readonly topics: readonly string[];
  readonly fromBeginning = true;
  readonly #options: TableFeedOptions;
  readonly #readings: ReadonlyMap<string, Reading>;

  /** Throws TypeError when two tables share a topic: a topic has one owner and one kind of row. */
  constructor(options: TableFeedOptions) {
    const { tables, names } = options;
    this.#options = options;
    this.#readings = new Map(
      tables.map((table) => [
        names.topic(table.contract.stream),
        { table, accepts: checkerOf(table.contract.row), ends: new Map(), unread: new Set() },
      ]),
    );
    this.topics = [...this.#readings.keys()];
    if (this.topics.length < tables.length) throw new TypeError('two tables share a topic');
  }

  /** Whether all that the topics held at the start has been read, and confirmed by its owners. */
  get complete(): boolean {
    return this.#options.tables.every((table) => table.complete);
  }

  async prepare(admin: Admin): Promise<Assignment> {
    const begun = [...this.#readings].map(async ([topic, reading]) => {
      begin(reading, await admin.fetchTopicOffsets(topic));
    });
    await Promise.all(begun);
    return Object.fromEntries([...this.#readings].map(([topic, { ends }]) => [topic, [...ends.keys()]]));
  }

  becomeReady(): Promise<boolean> {
    return Promise.resolve(true);
  }

  duePosition(): undefined {
    return undefined;
  }

  committed(): void {
    throw new Error('tables are not committed');
  }

  take(batch: Batch): void {
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
      table.put(message.key?.toString() ?? '', row as { readonly version: number }, envelope.occurredAt);
    else this.#options.counters.add('table_rows_refused');
  }

  #hear(table: AnyTableInMemory, time: Date): void {
    const { clock, comparison } = this.#options;
    const news = table.heard(time);
    comparison.begin(table);
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
