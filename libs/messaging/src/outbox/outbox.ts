import type { Clock, Database, Logger, OpenSpan, Tracing } from '@paygate/platform';
import { newId, uuidV7 } from '@paygate/platform';
import type { AnyEvent, AnyTable } from '../contracts.js';
import type { Counters } from '../counters.js';
import type { EnvelopeDraft } from '../envelope/envelope.js';
import type { MessageSigner } from '../envelope/message-signer.js';
import { MAX_PAYLOAD_CHARACTERS } from '../limits.js';
import type { Names } from '../names.js';
import type { BatchingProducer } from '../producer/batching-producer.js';
import { OutboxRemover } from './outbox-remover.js';
import type { OutboxEntry, OutboxRows } from './outbox-rows.js';
import type { OutboxRow } from './outbox.repository.js';

export interface OutboxOptions {
  readonly database: Database;
  readonly producer: BatchingProducer;
  readonly signer: MessageSigner;
  readonly names: Names;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly counters: Counters;
  readonly tracing: Tracing;
}

/** Messages that are stored in the transaction of the change they describe, published right after its commit, then removed. */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #remover: OutboxRemover;
  readonly #leaving = new Set<string>();

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#remover = new OutboxRemover(options.database);
  }

  /**
   * The rows of `entries`, for the statement that commits them. Throws TypeError when a stream belongs to another service
   * or a payload is too large: both are faults of the code.
   */
  rows(entries: readonly OutboxEntry[]): OutboxRows {
    const rows = { ids: [], topics: [], keys: [], headers: [], payloads: [] } satisfies Record<
      keyof OutboxRows,
      string[]
    >;
    for (const entry of entries) this.#append(rows, entry);
    return rows;
  }

  /** Publishes rows that have been committed, and removes them. Never throws: the sweeper finishes what stays behind. */
  publish(rows: OutboxRows): void {
    const { ids, topics, keys, headers, payloads } = rows;
    for (const [index, id] of ids.entries()) {
      const row = {
        id,
        topic: topics[index] ?? '',
        key: keys[index] ?? '',
        headers: headers[index] ?? '',
        payload: payloads[index] ?? '',
      };
      this.#dispatch(row, (sent) => {
        if (sent) this.#remover.remove(id);
      });
    }
  }

  /** Publishes one row; whether it worked. Never rejects. */
  send(row: OutboxRow): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#dispatch(row, resolve);
    return promise;
  }

  /** True when this process is publishing the row already. */
  isLeaving(id: string): boolean {
    return this.#leaving.has(id);
  }

  /** Resolves when what was published is removed as well. */
  async flush(): Promise<void> {
    await this.#options.producer.flush();
    await this.#remover.flush();
  }

  #dispatch(row: OutboxRow, done: (sent: boolean) => void): void {
    const { producer, signer, counters } = this.#options;
    const { id, topic, key, headers: draft, payload: value } = row;
    this.#leaving.add(id);
    const span = this.#begin(row);
    producer.dispatch({ topic, key, value, headers: signer.sign({ topic, key, draft, value }) }, (error) => {
      this.#leaving.delete(id);
      if (error === undefined) counters.add('outbox_published');
      span?.end(error === undefined ? {} : { 'error.type': error.name });
      done(error === undefined);
    });
  }

  /** A message without a trace is no part of one: its publication begins none. */
  #begin({ id, topic, headers }: OutboxRow): OpenSpan | undefined {
    const { tracing } = this.#options;
    if (!tracing.isOn) return undefined;
    const { type, traceparent: parent } = JSON.parse(headers) as EnvelopeDraft;
    if (parent === undefined) return undefined;
    const attributes = {
      ...messagingAttributes,
      'messaging.destination.name': topic,
      'messaging.message.id': id,
    } as const;
    return tracing.begin({ name: `publish ${type}`, kind: 'producer', parent, attributes });
  }

  #append(rows: Record<keyof OutboxRows, string[]>, entry: OutboxEntry): void {
    const { names, signer, clock, tracing } = this.#options;
    const { contract, payload, requestId = newId('request'), causationId } = entry;
    if (contract.stream.owner !== signer.self) throw new TypeError(`${contract.type} belongs to another service`);
    const id = uuidV7();
    const draft: EnvelopeDraft = {
      id,
      type: contract.type,
      occurredAt: clock.epochMs(),
      requestId,
      ...(causationId === undefined ? {} : { causationId }),
      traceparent: entry.traceparent ?? tracing.active({ causationId }),
    };
    const text = JSON.stringify(payload);
    if (text.length > MAX_PAYLOAD_CHARACTERS) throw new TypeError(`a payload of ${contract.type} is too large`);
    rows.ids.push(id);
    rows.topics.push(names.topic(contract.stream));
    rows.keys.push(keyOf(contract, payload));
    rows.headers.push(JSON.stringify(draft));
    rows.payloads.push(text);
  }
}

const messagingAttributes = { 'messaging.system': 'kafka', 'messaging.operation.name': 'publish' } as const;

function keyOf(contract: AnyEvent | AnyTable, payload: object): string {
  return contract.key(payload as never);
}
