import { deadLetterStream } from '@paygate/contracts';
import type { KafkaMessage, Producer } from 'kafkajs';
import { ENVELOPE_HEADER } from '../envelope/envelope.js';
import { headerText } from '../envelope/signed-message.js';
import { rightsOf } from '../rights/rights.js';
import { REPLAYED_HEADER } from './dead-letter.js';
import type { DeadLetter, DeadLetterQuery } from './dead-letter-reader.js';
import { readOriginals } from './original-reader.js';

/** Letters that one record marks: some 16 kB of digits at most. */
const MARKED_AT_ONCE = 1_000;

/** The result of a replay of dead letters. */
export interface ReplayReport {
  readonly replayed: number;
  readonly refused: readonly RefusedLetter[];
}

export interface RefusedLetter {
  /** Its offset. */
  readonly letter: number;
  readonly because: string;
}

/**
 * Publishes the originals of dead letters again, to the topics and partitions that hold them. Their signatures stay valid, and a
 * message whose effect exists already has none again. The operator may write to more topics than the service whose letters these
 * are, so a letter that is no copy of a message to this service is refused. Letters whose originals the broker has confirmed are then
 * marked and no longer listed; one that is not marked, because the replay was interrupted, can be replayed again.
 */
export async function replayDeadLetters(query: DeadLetterQuery, letters: readonly DeadLetter[]): Promise<ReplayReport> {
  const { kafka, names, consumer } = query;
  const handled = rightsOf(consumer).reads.filter(({ kind }) => kind === 'events' || kind === 'commands');
  const topics = new Set(handled.map((stream) => names.topic(stream)));
  const own = letters.filter(({ cause }) => topics.has(cause.topic));
  const places = own.map(({ cause }) => cause);
  const originals = await readOriginals(kafka, names, places);
  const refused: RefusedLetter[] = [];
  const replayed: number[] = [];
  const producer = kafka.producer({ allowAutoTopicCreation: false, createPartitioner: () => () => 0 });
  await producer.connect();
  try {
    for (const { offset: letter, cause, message } of letters) {
      const original = originals(cause);
      if (!topics.has(cause.topic)) refused.push({ letter, because: `${consumer} handles no messages of its topic` });
      else if (original === undefined) refused.push({ letter, because: 'its topic no longer holds the original' });
      else if (!isCopy(message, original)) refused.push({ letter, because: 'it differs from the original' });
      else {
        const { key, value, headers = {} } = original;
        // to the original partition, where the other messages of the key are
        await producer.send({ topic: cause.topic, messages: [{ key, value, headers, partition: cause.partition }] });
        replayed.push(letter);
      }
    }
    return { replayed: replayed.length, refused };
  } finally {
    await markReplayed(producer, names.topic(deadLetterStream(consumer)), replayed).finally(() =>
      producer.disconnect(),
    );
  }
}

/** Appends records that take these letters from the list of dead letters. */
async function markReplayed(producer: Producer, topic: string, letters: readonly number[]): Promise<void> {
  for (let start = 0; start < letters.length; start += MARKED_AT_ONCE) {
    const offsets = JSON.stringify(letters.slice(start, start + MARKED_AT_ONCE));
    await producer.send({ topic, messages: [{ value: null, headers: { [REPLAYED_HEADER]: offsets } }] });
  }
}

function isCopy(letter: KafkaMessage, original: KafkaMessage): boolean {
  const [copied, envelope] = [letter, original].map(({ headers }) => headerText(headers, ENVELOPE_HEADER));
  return (
    envelope !== undefined &&
    copied === envelope &&
    isSame(letter.key, original.key) &&
    isSame(letter.value, original.value)
  );
}

function isSame(one: Buffer | null, other: Buffer | null): boolean {
  return one === null || other === null ? one === other : one.equals(other);
}
