import fs from 'node:fs';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Kafka, logLevel } from 'kafkajs';
import { eventually } from '@paygate/testing';
import { PaymentCodesCommands } from '../../../codes/payment-codes/payment-codes.commands.js';
import { accepted, World } from '../../world.js';

let world: World;
const lines: string[] = [];
beforeAll(async () => {
  // the log is written by synchronous writes to standard output
  const write: (...given: never[]) => number = fs.writeSync.bind(fs);
  jest.spyOn(fs, 'writeSync').mockImplementation((...given: unknown[]) => {
    lines.push(String(given[1]));
    return write(...(given as never[]));
  });
  world = await World.start({ LOG_LEVEL: 'debug' });
});
afterAll(async () => {
  jest.restoreAllMocks();
  await world.stop();
});

/** Every row of every table, as text. */
async function everythingStored(): Promise<string> {
  const tables = await world.rows<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await world.rows<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t`);
    texts.push(`${name}: ${rows.map(({ row }) => row).join('\n')}`);
  }
  return texts.join('\n');
}

/** Every message on every topic of this suite, from the first one to the last that is published by now. */
async function everythingPublished(): Promise<string[]> {
  const kafka = new Kafka({ brokers: [world.topics.brokers], logLevel: logLevel.NOTHING });
  const unread = await ends(kafka);
  const consumer = kafka.consumer({ groupId: `${world.topics.prefix}.everything` });
  const messages: string[] = [];
  await consumer.connect();
  await consumer.subscribe({ topics: [...new Set(Array.from(unread.keys(), topicOf))], fromBeginning: true });
  await consumer.run({
    eachMessage: ({ topic, partition, message }) => {
      const headers = JSON.stringify(message.headers, (_, value: unknown) =>
        Buffer.isBuffer(value) ? value.toString() : value,
      );
      messages.push([topic, message.key?.toString(), headers, message.value?.toString()].join(' '));
      const place = placeOf(topic, partition);
      if (BigInt(message.offset) + 1n >= (unread.get(place) ?? 0n)) unread.delete(place);
      return Promise.resolve();
    },
  });
  await eventually(() => unread.size === 0);
  await consumer.disconnect();
  return messages;
}

const placeOf = (topic: string, partition: number): string => `${topic}/${partition}`;
const topicOf = (place: string): string => place.slice(0, place.lastIndexOf('/'));

/** The end offset of each partition that holds messages. */
async function ends(kafka: Kafka): Promise<Map<string, bigint>> {
  const admin = kafka.admin();
  await admin.connect();
  const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(`${world.topics.prefix}.`));
  const found = new Map<string, bigint>();
  for (const topic of topics)
    for (const { partition, low, high } of await admin.fetchTopicOffsets(topic))
      if (BigInt(high) > BigInt(low)) found.set(placeOf(topic, partition), BigInt(high));
  await admin.disconnect();
  return found;
}

test('[4.13] a code, an address and a token are in the clear in no log line, no topic and no table', async () => {
  const { userId, phoneNumber } = world.user();
  const intentionId = world.intent();
  world.provider.hold(); // so that the message still waits in its table
  const { otpId } = accepted(await world.init({ userId, intentionId }));
  const code = await world.code(phoneNumber);
  const waiting = await everythingStored();
  expect(waiting).toMatch(/otp_send: \(.*otp\.d1\./);
  expect(waiting).not.toContain('otp.k1.'); // under the keys that senders to otp hold, nothing lies here
  const wrong = world.otherThan(code);
  await world.verify({ userId, otp: wrong, intentionId });
  const verified = accepted(await world.verify({ userId, otp: code, intentionId }));
  const token = world.gateway.open(verified.token, 'verify-otp.token');
  // a failure is logged too: this value was sealed for something else
  const broken = world.verifyCommand({ userId, otp: code }, 'other');
  const failed = await world.otp.get(PaymentCodesCommands).verifyOtp(broken);
  expect(failed).toHaveProperty('error');
  world.provider.status = 503;
  world.provider.release();
  await eventually(() => lines.some((line) => line.includes('a message will be tried again')));

  // events about the code are published after its commit
  await eventually(async () => (await world.rows('SELECT FROM outbox')).length === 0);
  const published = await everythingPublished();
  expect(published.filter((message) => message.includes(otpId)).length).toBeGreaterThan(0);
  const places = {
    stored: waiting + (await everythingStored()),
    published: published.join('\n'),
    logged: lines.join('\n'),
  };
  for (const [place, text] of Object.entries(places)) {
    // a code is short: within ids, digests, sealed values and numbers its digits may stand by chance
    const codes = new RegExp(`(?<![\\w.+/=-])(${code}|${wrong})(?![\\w.+/=-])`);
    expect({ place, codes: text.match(codes)?.[0] }).toEqual({ place, codes: undefined });
    for (const secret of [phoneNumber, token])
      expect({ place, found: text.includes(secret) }).toEqual({ place, found: false });
  }
});
