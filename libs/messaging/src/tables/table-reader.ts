import type { Checker } from '@paygate/contracts';
import type { Clock } from '@paygate/platform';
import type { Batch, KafkaMessage } from 'kafkajs';
import type { Assignment } from '../consumer/consumer-group.js';
import { checkerOf } from '../consumer/routes.js';
import type { Counters } from '../counters.js';
import { HEARTBEAT_TYPE } from '../envelope/envelope.js';
import type { MessageSigner } from '../envelope/message-signer.js';
import type { SignedMessage } from '../envelope/signed-message.js';
import { parsePayload, readSigned } from '../envelope/signed-message.js';
import { TABLE_RECORD_MAX_AGE_MS } from '../limits.js';
import type { Names } from '../names.js';
import type { AnyTableInMemory, SnapshotReader } from './snapshot-reader.js';
import type { TableRow } from './table.js';

export interface TableReaderOptions {
  readonly tables: readonly AnyTableInMemory[];
  readonly names: Names;
  readonly signer: MessageSigner;
  readonly counters: Counters;
  readonly snapshots: SnapshotReader;
  readonly clock: Clock;
  /** True when heartbeats set the clock, because the process has no database to ask. */
  readonly setsClock?: boolean;
}

/** The position of a reader in one topic. */
interface Reading {
  readonly table: AnyTableInMemory;
  readonly accepts: Checker;
  /** The offset of the next message, once there was one. */
  next: number | undefined;
}

/** Reads the topics of tables from their end on: changed rows and heartbeats. */
export class TableReader {
  readonly #options: TableReaderOptions;
  readonly #readings: ReadonlyMap<string, Reading>;

  /** Throws TypeError when two tables share a topic: a topic has one owner and one kind of row. */
  constructor(options: TableReaderOptions) {
    const { tables, names } = options;
    this.#options = options;
    this.#readings = new Map(
      tables.map((table) => [
        names.topic(table.contract.stream),
        { table, accepts: checkerOf(table.contract.row), next: undefined },
      ]),
    );
    if (this.#readings.size < tables.length) throw new TypeError('two tables share a topic');
  }

  /** The partitions to read: a table has one. */
  get assignment(): Assignment {
    return Object.fromEntries([...this.#readings.keys()].map((topic) => [topic, [0]]));
  }

  take(batch: Batch): void {
    const reading = this.#readings.get(batch.topic);
    if (reading === undefined) return;
    for (const message of batch.messages) {
      const offset = Number(message.offset);
      // offsets are consecutive, but after a new membership or in a topic that was cut reading may continue elsewhere
      if (offset !== (reading.next ?? offset)) reading.table.missed();
      reading.next = offset + 1;
      this.#takeMessage(batch.topic, reading, message);
    }
  }

  #takeMessage(topic: string, { table, accepts }: Reading, message: KafkaMessage): void {
    const signed = this.#verify(topic, table, message);
    const row = signed && parsePayload(signed.parts.value);
    const { type, occurredAt = 0 } = signed?.envelope ?? {};
    if (signed !== undefined && type === HEARTBEAT_TYPE) this.#hear(table, new Date(occurredAt));
    else if (
      row !== undefined &&
      type === table.contract.type &&
      accepts(row).length === 0 &&
      occurredAt + TABLE_RECORD_MAX_AGE_MS > table.heardMs
    )
      table.put(signed?.parts.key ?? '', row as TableRow);
    else this.#options.counters.add('table_rows_refused');
  }

  /** A message of the table's owner. */
  #verify(topic: string, { contract }: AnyTableInMemory, message: KafkaMessage): SignedMessage | undefined {
    const signed = readSigned(topic, message);
    if (signed === undefined || signed.envelope.producer !== contract.stream.owner) return undefined;
    return this.#options.signer.verify(signed.envelope, signed.parts, signed.signature) ? signed : undefined;
  }

  #hear(table: AnyTableInMemory, time: Date): void {
    const { clock, setsClock = false, snapshots, tables } = this.#options;
    const isNews = table.heard(time);
    snapshots.begin(table);
    // owners may have databases of their own: one clock is enough, and two would pull it to and fro
    if (isNews && setsClock && table === tables[0]) clock.observe(time);
  }
}
