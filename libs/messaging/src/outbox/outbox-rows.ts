import { textArray } from '@paygate/platform';
import type { AnyEvent, AnyTable } from '../contracts.js';

/** The request behind a message, and the message that led to it. */
export interface MessageOrigin {
  readonly requestId?: string | undefined;
  readonly causationId?: string | undefined;
  /** The span that led to it, where no open span handles its cause: of work that goes on later. */
  readonly traceparent?: string | undefined;
}

/** A message to publish: an event, or a row of a table. */
export interface OutboxEntry extends MessageOrigin {
  readonly contract: AnyEvent | AnyTable;
  readonly payload: object;
}

/** Messages as the columns of the outbox, ready for `unnest`. */
export interface OutboxRows {
  readonly ids: readonly string[];
  readonly topics: readonly string[];
  readonly keys: readonly string[];
  /** Envelopes that are not signed yet. */
  readonly headers: readonly string[];
  readonly payloads: readonly string[];
}

/**
 * `INSERT INTO outbox …` for a CTE of the caller's own statement, whose values are those of {@link outboxValues} from
 * parameter number `first` on.
 */
export function outboxInsertSql(first: number): string {
  const parameters = ['uuid', 'text', 'text', 'text', 'text'].map((type, index) => `$${first + index}::${type}[]`);
  return `INSERT INTO outbox (id, topic, key, headers, payload) SELECT * FROM unnest(${parameters.join(', ')})`;
}

/** The values of {@link outboxInsertSql}, in its order. */
export function outboxValues({ ids, topics, keys, headers, payloads }: OutboxRows): readonly unknown[] {
  return [ids, textArray(topics), textArray(keys), textArray(headers), textArray(payloads)];
}

/** Some of `rows`: those of a batch whose part of the statement took effect. */
export function pickOutboxRows(rows: OutboxRows, isPicked: (index: number) => boolean): OutboxRows {
  const pick = (column: readonly string[]): readonly string[] => column.filter((_, index) => isPicked(index));
  return {
    ids: pick(rows.ids),
    topics: pick(rows.topics),
    keys: pick(rows.keys),
    headers: pick(rows.headers),
    payloads: pick(rows.payloads),
  };
}
