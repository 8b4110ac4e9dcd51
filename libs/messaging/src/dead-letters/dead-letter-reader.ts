import { randomUUID } from 'node:crypto';
import type { ServiceName } from '@paygate/contracts';
import { deadLetterStream } from '@paygate/contracts';
import type { Kafka, KafkaMessage } from 'kafkajs';
import { ENVELOPE_HEADER } from '../envelope/envelope.js';
import { headerText, parsePayload, readUnverified } from '../envelope/signed-message.js';
import type { Names } from '../names.js';
import type { DeadLetterCause } from './dead-letter.js';
import { DEAD_LETTER_HEADER, REPLAYED_HEADER } from './dead-letter.js';

/** A message that could not be handled. */
export interface DeadLetter {
  /** The offset of the dead letter itself; `cause` has that of the message. */
  readonly offset: number;
  readonly cause: DeadLetterCause;
  readonly type?: string;
  readonly messageId?: string;
  readonly message: KafkaMessage;
}

export interface DeadLetterQuery {
  readonly kafka: Kafka;
  readonly names: Names;
  readonly consumer: ServiceName;
}

/** The dead letters of a service that the topic still holds and that were not replayed, oldest first. */
export async function readDeadLetters({ kafka, names, consumer }: DeadLetterQuery): Promise<readonly DeadLetter[]> {
  const topic = names.topic(deadLetterStream(consumer));
  // by offset: a reader that has to join its group again begins anew
  const letters = new Map<number, DeadLetter>();
  const replayed = new Set<number>();
  const groupId = `${names.groupPrefix('operator')}reader.${randomUUID()}`;
  await readToEnd(kafka, { topic, groupId }, (message) => {
    const letter = letterOf(message);
    if (letter !== undefined) letters.set(letter.offset, letter);
    for (const offset of replayedBy(message)) replayed.add(offset);
  });
  return [...letters.values()].filter(({ offset }) => !replayed.has(offset)).sort((a, b) => a.offset - b.offset);
}

/** The offsets of the earlier dead letters that a record marks as replayed. A message of a service, or a copy of one, marks none. */
function replayedBy({ headers = {}, value, offset: own }: KafkaMessage): readonly number[] {
  if (value !== null || DEAD_LETTER_HEADER in headers || ENVELOPE_HEADER in headers) return [];
  const header = headerText(headers, REPLAYED_HEADER);
  const named: unknown = header === undefined ? undefined : parsePayload(header);
  const offsets = Array.isArray(named) ? named.filter((offset) => typeof offset === 'number') : [];
  return offsets.filter((offset) => offset < Number(own));
}

function letterOf(message: KafkaMessage): DeadLetter | undefined {
  const header = headerText(message.headers, DEAD_LETTER_HEADER);
  const cause = header === undefined ? undefined : parsePayload(header);
  if (cause === undefined) return undefined;
  const claimed = readUnverified(message);
  return {
    offset: Number(message.offset),
    cause: cause as DeadLetterCause,
    ...(claimed === undefined ? {} : { type: claimed.type, messageId: claimed.id }),
    message,
  };
}

/** Reads a topic from its beginning to where it ends now, in a group that exists for as long. */
async function readToEnd(
  kafka: Kafka,
  { topic, groupId }: { readonly topic: string; readonly groupId: string },
  take: (message: KafkaMessage) => void,
): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  const consumer = kafka.consumer({ groupId, allowAutoTopicCreation: false, maxWaitTimeInMs: 200 });
  try {
    const offsets = await admin.fetchTopicOffsets(topic);
    const unread = new Map(
      offsets
        .filter(({ low, high }) => Number(high) > Number(low))
        .map(({ partition, high }) => [partition, Number(high)]),
    );
    if (unread.size === 0) return;
    const { promise: done, resolve } = Promise.withResolvers<undefined>();
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatch: ({ batch }) => {
        const end = unread.get(batch.partition) ?? 0;
        for (const message of batch.messages) if (Number(message.offset) < end) take(message);
        if (Number(batch.lastOffset()) + 1 >= end) unread.delete(batch.partition);
        if (unread.size === 0) resolve(undefined);
        return Promise.resolve();
      },
    });
    await done;
  } finally {
    await consumer.disconnect();
    await admin.deleteGroups([groupId]).catch(() => undefined);
    await admin.disconnect();
  }
}
