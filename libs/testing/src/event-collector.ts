import { randomBytes } from 'node:crypto';
import type { Stream } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { Names, readUnverified } from '@paygate/messaging';
import type { KafkaMessage } from 'kafkajs';
import { eventually, PATIENCE_MS } from './patience.js';
import { takeEachOnce } from './take-each-once.js';
import { testKafka } from './test-kafka.js';

/** The events of a stream. */
export interface EventCollector {
  /** The events so far, in order of arrival; keys of one partition keep their order. */
  readonly events: readonly Received<object>[];
  /** All records of the topic, including those that are no events. */
  readonly messages: readonly KafkaMessage[];
  /** Waits for an event that `matches`. */
  next(matches: (event: Received<object>) => boolean, timeoutMs?: number): Promise<Received<object>>;
  stop(): Promise<void>;
}

/** Reads a stream from its beginning. Signatures and payloads are not checked. */
export async function eventCollector(prefix: string, stream: Stream, brokers?: string): Promise<EventCollector> {
  const { kafka } = testKafka(brokers);
  const groupId = `${prefix}.collector.${randomBytes(4).toString('hex')}`;
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 200, allowAutoTopicCreation: false });
  const events: Received<object>[] = [];
  const messages: KafkaMessage[] = [];
  await consumer.connect();
  const topic = new Names(prefix).topic(stream);
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await takeEachOnce(consumer, topic, new Map(), (_, message) => {
    messages.push(message);
    const event = readUnverified(message);
    if (event !== undefined) events.push(event);
  });
  return {
    events,
    messages,
    next: (matches, timeoutMs = PATIENCE_MS) => eventually(() => events.find(matches), { timeoutMs }),
    stop: () => consumer.disconnect(),
  };
}
