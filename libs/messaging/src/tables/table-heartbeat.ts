import type { Database } from '@paygate/platform';
import { newId, uuidV7 } from '@paygate/platform';
import type { AnyTable } from '../contracts.js';
import type { EnvelopeDraft } from '../envelope/envelope.js';
import { HEARTBEAT_TYPE } from '../envelope/envelope.js';
import type { MessageSigner } from '../envelope/message-signer.js';
import type { Names } from '../names.js';
import type { BatchingProducer } from '../producer/batching-producer.js';

export interface TableHeartbeatOptions {
  readonly database: Database;
  readonly producer: BatchingProducer;
  readonly signer: MessageSigner;
  readonly names: Names;
}

/**
 * Publishes to the tables of this service, with the time of its database, that their owner is alive. An owner that cannot
 * reach its database publishes nothing, and its readers refuse rather than guess.
 */
export class TableHeartbeat {
  constructor(
    private readonly tables: readonly AnyTable[],
    private readonly options: TableHeartbeatOptions,
  ) {}

  /** Throws when the database or the broker does not answer. */
  async beat(): Promise<void> {
    const { database, producer } = this.options;
    if (!database.available || producer.away) return;
    const now = await database.now();
    await Promise.all(this.tables.map((table) => this.#send(table, now)));
  }

  #send({ stream }: AnyTable, now: Date): Promise<void> {
    const { names, signer, producer } = this.options;
    const topic = names.topic(stream);
    const draft: EnvelopeDraft = {
      id: uuidV7(),
      type: HEARTBEAT_TYPE,
      occurredAt: now.getTime(),
      requestId: newId('request'),
    };
    const value = '{}';
    const headers = signer.sign({ topic, key: '', draft: JSON.stringify(draft), value });
    return producer.send({ topic, key: null, value, headers });
  }
}
