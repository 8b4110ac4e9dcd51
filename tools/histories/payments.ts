/** The traces of the payments of a stack in topics and databases, in the words of the model. */
import { eventStreams } from '@paygate/contracts';
import type { Stream } from '@paygate/contracts';
import { Names, readUnverified } from '@paygate/messaging';
import type { Received } from '@paygate/messaging';
import { StackDatabases, testKafka } from '@paygate/testing';
import type { Observed } from '../model/observed.js';
import type { Trace } from './observed-payment.js';
import { observedOf } from './observed-payment.js';
import type { Stack } from '@paygate/testing';

/** That of every stack that `npm start` starts. */
const TOPIC_PREFIX = 'pay';

export interface PaymentHistory {
  readonly intentId: string;
  readonly observed: Observed;
}

const INTENTS = `
  SELECT id, charged_at >= coalesce(extended_until, expires_at) AS "isLate" FROM intent
   WHERE retry_of IS NULL AND ($1::text[] IS NULL OR id = ANY ($1)) ORDER BY id`;
const EVENTS = `
  SELECT intent_id AS "intentId", type FROM webhook_event WHERE intent_id = ANY ($1)
     AND type IN ('payment.completed', 'payment.failed', 'payment.expired', 'payment.canceled')`;

/** The histories of all payments of a stack, or of some. Further tries of an order, which stand on the first one, are left out. */
export async function historiesOf(stack: Stack, ids: readonly string[] | null): Promise<readonly PaymentHistory[]> {
  const databases = new StackDatabases(stack);
  try {
    const rows = await databases.query<{ id: string; isLate: boolean | null }>('intents', INTENTS, [ids]);
    const all = rows.map(({ id }) => id);
    const events = await databases.query<{ intentId: string; type: string }>('webhooks', EVENTS, [all]);
    const stored = Map.groupBy(events, ({ intentId }) => intentId);
    const [intents, otp, charging] = await Promise.all(
      [eventStreams.intents, eventStreams.otp, eventStreams.charging].map((stream) => messagesOf(stack, stream)),
    );
    return rows.map(({ id, isLate }) => {
      const of = (messages = new Map<string, Received<object>[]>()): readonly Received<object>[] =>
        messages.get(id) ?? [];
      const trace: Trace = {
        ...{ intents: of(intents), otp: of(otp), charging: of(charging), isLate: isLate === true },
        stored: (stored.get(id) ?? []).map(({ type }) => type),
      };
      return { intentId: id, observed: observedOf(trace) };
    });
  } finally {
    await databases.close();
  }
}

/** Each message of a stream once, by its key, which is the intent's id where it is about one. */
async function messagesOf(stack: Stack, stream: Stream): Promise<Map<string, Received<object>[]>> {
  const { kafka } = testKafka(stack.kafka.join(','));
  const topic = new Names(TOPIC_PREFIX).topic(stream);
  const admin = kafka.admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(topic);
  await admin.disconnect();
  const messages = new Map<string, Received<object>>();
  const left = new Map(ends.filter(({ low, high }) => low !== high).map((end) => [end.partition, BigInt(end.high)]));
  const consumer = kafka.consumer({ groupId: `${topic}.histories.${process.pid}`, allowAutoTopicCreation: false });
  await consumer.connect();
  try {
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    const read = Promise.withResolvers<undefined>();
    if (left.size === 0) read.resolve(undefined);
    await consumer.run({
      autoCommit: false,
      eachMessage: ({ partition, message }) => {
        const received = readUnverified(message);
        if (received !== undefined) messages.set(received.id, received);
        if (BigInt(message.offset) + 1n >= (left.get(partition) ?? 0n)) left.delete(partition);
        if (left.size === 0) read.resolve(undefined);
        return Promise.resolve();
      },
    });
    await read.promise;
  } finally {
    await consumer.disconnect();
  }
  return Map.groupBy(messages.values(), ({ key }) => key);
}
