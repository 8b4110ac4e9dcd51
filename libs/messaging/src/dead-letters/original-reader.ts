import { randomUUID } from 'node:crypto';
import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import type { Names } from '../names.js';

/** The place of a message in a topic. */
export interface Place {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
}

interface Wanted {
  readonly topic: string;
  readonly partition: number;
  /** ascending; those that were read are gone from it */
  readonly offsets: number[];
}

/** Finds what is held at a place; undefined when retention has removed it. */
export type Originals = (place: Place) => KafkaMessage | undefined;

/** Reads the messages at the given places, in a group that exists for as long. Each topic must exist. */
export async function readOriginals(kafka: Kafka, names: Names, places: readonly Place[]): Promise<Originals> {
  const found = new Map<string, KafkaMessage>();
  const groupId = `${names.groupPrefix('operator')}reader.${randomUUID()}`;
  const admin = kafka.admin();
  const consumer = kafka.consumer({ groupId, allowAutoTopicCreation: false, maxWaitTimeInMs: 200 });
  await admin.connect();
  try {
    const held = await Promise.all([...new Set(places.map(({ topic }) => topic))].map(heldIn));
    const wanted = wantedOf(places.filter((place) => held.some((isHeld) => isHeld(place))));
    if (wanted.size > 0) await readWanted(consumer, wanted, (place, message) => found.set(textOf(place), message));
  } finally {
    await consumer.disconnect();
    await admin.deleteGroups([groupId]).catch(() => undefined);
    await admin.disconnect();
  }
  return (place) => found.get(textOf(place));

  async function heldIn(topic: string): Promise<(place: Place) => boolean> {
    const ends = await admin.fetchTopicOffsets(topic);
    return (place) =>
      place.topic === topic &&
      ends.some(
        ({ partition, low, high }) =>
          partition === place.partition && place.offset >= Number(low) && place.offset < Number(high),
      );
  }
}

function wantedOf(places: readonly Place[]): Map<string, Wanted> {
  const wanted = new Map<string, Wanted>();
  for (const { topic, partition, offset } of places.toSorted((a, b) => a.offset - b.offset)) {
    const of = `${topic}/${partition}`;
    wanted.set(of, { topic, partition, offsets: [...(wanted.get(of)?.offsets ?? []), offset] });
  }
  return wanted;
}

/** Goes from one wanted offset to the next: what lies between them may be the events of days. */
async function readWanted(
  consumer: Consumer,
  wanted: Map<string, Wanted>,
  take: (place: Place, message: KafkaMessage) => void,
): Promise<void> {
  const { promise: done, resolve, reject } = Promise.withResolvers<undefined>();
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    if (!payload.restart) reject(payload.error);
  });
  const partitions = [...wanted.values()];
  const eachBatch = (received: EachBatchPayload): Promise<void> => {
    const { topic, partition, messages } = received.batch;
    const offsets = wanted.get(`${topic}/${partition}`)?.offsets ?? [];
    for (const message of messages) {
      const offset = Number(message.offset);
      if (offsets.includes(offset)) take({ topic, partition, offset }, message);
      while (offsets[0] !== undefined && offsets[0] <= offset) offsets.shift();
    }
    const [next] = offsets;
    if (next === undefined) {
      received.pause();
      wanted.delete(`${topic}/${partition}`);
    } else consumer.seek({ topic, partition, offset: String(next) });
    if (wanted.size === 0) resolve(undefined);
    return Promise.resolve();
  };
  await consumer.connect();
  await consumer.subscribe({ topics: [...new Set(partitions.map(({ topic }) => topic))], fromBeginning: true });
  await consumer.run({ autoCommit: false, eachBatch });
  for (const { topic, partition, offsets } of partitions)
    consumer.seek({ topic, partition, offset: String(offsets[0] ?? 0) });
  await done;
}

function textOf({ topic, partition, offset }: Place): string {
  return `${topic}/${partition}/${offset}`;
}
