import type { Database } from '@paygate/platform';
import { newId, uuidV7 } from '@paygate/platform';
import type { AnyTable } from '../contracts.js';
import type { EnvelopeDraft } from '../envelope/envelope.js';
import { HEARTBEAT_TYPE } from '../envelope/envelope.js';
import type { MessageSigner } from '../envelope/message-signer.js';
import type { BatchingProducer } from '../kafka/batching-producer.js';
import { HEARTBEAT_ROW_INTERVAL_MS } from '../limits.js';
import type { Names } from '../names.js';

export interface TableHeartbeatOptions {
  readonly tables: readonly AnyTable[];
  readonly database: Database;
  readonly producer: BatchingProducer;
  readonly signer: MessageSigner;
  readonly names: Names;
}

/** Key of the one heartbeat that compaction keeps. No row has it: keys of rows are ids. */
const HEARTBEAT_KEY = 'heartbeat';

/**
 * Tells the readers of the tables that this service owns, every second and with its database's time, that what they hold
 * is still so. An owner that cannot reach its database says nothing, and its readers refuse rather than guess.
 */
export class TableHeartbeat {
  readonly #options: TableHeartbeatOptions;
  #timer: NodeJS.Timeout | undefined;
  #beating = false;

  constructor(options: TableHeartbeatOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#options.tables.length === 0) return;
    this.#timer ??= setInterval(() => void this.#beat(), HEARTBEAT_ROW_INTERVAL_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #beat(): Promise<void> {
    const { database, producer, tables } = this.#options;
    if (this.#beating || !database.available || producer.away) return;
    this.#beating = true;
    try {
      const now = await database.now();
      await Promise.all(tables.map((table) => this.#send(table, now)));
    } catch {
      // the next one is due in a second
    } finally {
      this.#beating = false;
    }
  }

  #send({ stream }: AnyTable, now: Date): Promise<void> {
    const { names, signer, producer } = this.#options;
    const topic = names.topic(stream);
    const draft: EnvelopeDraft = {
      id: uuidV7(),
      type: HEARTBEAT_TYPE,
      occurredAt: now.getTime(),
      requestId: newId('request'),
    };
    const value = '{}';
    const headers = signer.sign(topic, HEARTBEAT_KEY, JSON.stringify(draft), value);
    return producer.send({ topic, key: HEARTBEAT_KEY, value, headers });
  }
}
