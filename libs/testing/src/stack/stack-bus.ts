import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { DataService, Principal, Stream } from '@paygate/contracts';
import { dataServices, pairOf, principals, serviceNames, streams } from '@paygate/contracts';
import { MessageSigner, Names } from '@paygate/messaging';
import { eventually, parseKeyring, parsePrivateKeys } from '@paygate/platform';
import type { Admin, Consumer, IHeaders, Kafka, Producer } from 'kafkajs';
import type { Stack } from './stack.js';
import { readStack, stackFolder } from './stack.js';
import { takeEachOnce } from '../take-each-once.js';
import { testKafka } from '../test-kafka.js';

/** A record as its topic holds it. */
export interface TopicRecord {
  readonly topic: string;
  readonly partition?: number;
  readonly key: Buffer | string | null;
  readonly value: Buffer | string | null;
  readonly headers: IHeaders;
}

/** A reader of new records. */
export interface Follower {
  /** Waits until it has taken all records that are written now. */
  caughtUp(): Promise<void>;
  end(): Promise<void>;
}

const names = new Names('pay');
const SETTLE_MS = 60_000;
/** Longer than the session of a consumer. */
const STEADY_MS = 7_000;
const LOOK_EVERY_MS = 100;
const RECORDS_OF_A_REQUEST = 200;
/** All records of a request may go to one partition, whose batch the broker bounds at 1 MiB. */
const BYTES_OF_A_REQUEST = 400_000;

/** Reads and writes the topics of a running stack, from outside. */
export class StackBus {
  readonly streams = streams;
  readonly #kafka: Kafka;
  readonly #admin: Admin;
  readonly #producer: Producer;
  readonly #keys: Readonly<Record<string, string>>;

  constructor(stack: Stack) {
    this.#kafka = testKafka(stack.kafka.join(',')).kafka;
    this.#admin = this.#kafka.admin();
    this.#producer = this.#kafka.producer({ allowAutoTopicCreation: false });
    this.#keys = JSON.parse(readFileSync(`${stackFolder()}/secrets.json`, 'utf8')) as Record<string, string>;
  }

  async connect(): Promise<void> {
    await Promise.all([this.#admin.connect(), this.#producer.connect()]);
  }

  /** The topic of the declaration that has this name. */
  stream(name: string): Stream {
    const stream = streams.find((one) => one.name === name);
    if (stream === undefined) throw new RangeError(`no topic is called ${name}`);
    return stream;
  }

  topic(stream: Stream): string {
    return names.topic(stream);
  }

  /** Signs as `principal`, with the keys of `keyOf`: random ones for `nobody`, and in place of those that it does not have. */
  signer(principal: Principal, keyOf: Principal | 'nobody' = principal): MessageSigner {
    const entry = (name: string, known: string | undefined): string => {
      const key = known === undefined ? randomBytes(32) : Buffer.from(known, 'base64url');
      return `${name}:k1:${key.toString('base64')}`;
    };
    const others = principals.filter((other) => other !== principal);
    const withOthers = others.map((other) => {
      const holders = keyOf === 'nobody' || keyOf === other ? keyOf : pairOf(keyOf, other);
      return entry(pairOf(principal, other), this.#keys[`key.message.${holders}`]);
    });
    const shared = parseKeyring([entry(principal, this.#keys[`key.message.${keyOf}`]), ...withOthers].join());
    const own = parsePrivateKeys(entry(principal, this.#keys[`key.pair.${keyOf}`]));
    return new MessageSigner(principal, { shared, own, trusted: shared });
  }

  /** All records of these topics; those of one partition are in its order. */
  async read(of: readonly Stream[]): Promise<readonly TopicRecord[]> {
    const topics = of.map((stream) => this.topic(stream));
    const unread = new Map<string, number>();
    for (const topic of topics)
      for (const { partition, low, high } of await this.#ends(topic))
        if (high > low) unread.set(`${topic}/${partition}`, high);
    const records: TopicRecord[] = [];
    // a consumer that has to join again begins anew
    const next = new Map<string, number>();
    if (unread.size === 0) return records;
    const { promise: complete, resolve } = Promise.withResolvers<undefined>();
    const consumer = await this.#consumer(topics, true);
    await consumer.run({
      autoCommit: false,
      eachBatch: ({ batch }) => {
        const { topic, partition } = batch;
        const place = `${topic}/${partition}`;
        const [begin, end] = [next.get(place) ?? 0, unread.get(place) ?? 0];
        for (const { key, value, headers = {}, offset } of batch.messages)
          if (Number(offset) >= begin && Number(offset) < end) records.push({ topic, partition, key, value, headers });
        next.set(place, Math.max(begin, Number(batch.lastOffset()) + 1));
        if (Number(batch.lastOffset()) + 1 >= end) unread.delete(place);
        if (unread.size === 0) resolve(undefined);
        return Promise.resolve();
      },
    });
    await complete;
    await consumer.disconnect();
    return records;
  }

  /** Calls `take` with each record that is written from now on, once. */
  async follow(stream: Stream, take: (record: TopicRecord) => void): Promise<Follower> {
    const topic = this.topic(stream);
    const consumer = await this.#consumer([topic], false);
    const next = new Map((await this.#ends(topic)).map(({ partition, high }) => [partition, BigInt(high)]));
    await takeEachOnce(consumer, topic, next, (partition, { key, value, headers = {} }) => {
      take({ topic, partition, key, value, headers });
    });
    return {
      caughtUp: async () => {
        const ends = await this.#ends(topic);
        await eventually(() => ends.every(({ partition, high }) => (next.get(partition) ?? 0n) >= BigInt(high)), {
          timeoutMs: SETTLE_MS,
          intervalMs: LOOK_EVERY_MS,
        });
      },
      end: () => consumer.disconnect(),
    };
  }

  async send(records: readonly TopicRecord[]): Promise<void> {
    for (const request of requestsOf(records))
      await this.#producer.sendBatch({
        topicMessages: request.map(({ topic, ...message }) => ({ topic, messages: [message] })),
      });
  }

  /** The number of partitions that the topic has in this stack. */
  async partitions(stream: Stream): Promise<number> {
    return (await this.#ends(this.topic(stream))).length;
  }

  /** The number of records ever written to a topic. */
  async written(stream: Stream): Promise<number> {
    return (await this.#ends(this.topic(stream))).reduce((sum, { high }) => sum + high, 0);
  }

  /** Waits until every service has handled all messages. */
  async settled(): Promise<void> {
    await eventually(
      async () => {
        const unread = await Promise.all(dataServices.map((service) => this.#unread(service)));
        return unread.every((count) => count === 0);
      },
      { timeoutMs: SETTLE_MS, intervalMs: LOOK_EVERY_MS },
    );
  }

  /**
   * Waits until the members of a service's consumer group have not changed for longer than the session of a consumer. Messages under
   * way during a change may be handled twice. Returns the members: others later tell of a change.
   */
  async steady(service: DataService): Promise<string> {
    const instances = readStack().services.filter((one) => one.service === service).length;
    let known = '';
    let sinceMs = performance.now();
    return eventually(
      async () => {
        const { groups } = await this.#admin.describeGroups([names.serviceGroup(service)]);
        const stable = groups.filter(({ state }) => state === 'Stable');
        const members = stable.flatMap((group) => group.members.map(({ memberId }) => memberId)).toSorted();
        if (members.join() !== known) {
          known = members.join();
          sinceMs = performance.now();
        }
        const forMs = Math.round(performance.now() - sinceMs);
        if (members.length === instances && forMs > STEADY_MS) return known;
        const states = groups.map(({ state }) => state).join();
        throw new Error(`${states}: ${members.length} of ${instances} for ${forMs} ms (${known})`);
      },
      { timeoutMs: SETTLE_MS, intervalMs: LOOK_EVERY_MS },
    );
  }

  /** Sets a service, whose processes have all ended, back to the beginning of its topics. */
  async rewind(service: DataService): Promise<void> {
    const groupId = names.serviceGroup(service);
    for (const { topic } of await this.#admin.fetchOffsets({ groupId }))
      await eventually(() => this.#admin.resetOffsets({ groupId, topic, earliest: true }).then(() => true), {
        timeoutMs: SETTLE_MS,
      });
  }

  async close(): Promise<void> {
    await Promise.all([this.#admin.disconnect(), this.#producer.disconnect()]);
  }

  async #consumer(topics: string[], fromBeginning: boolean): Promise<Consumer> {
    const groupId = `suite.${randomBytes(4).toString('hex')}`;
    const consumer = this.#kafka.consumer({ groupId, maxWaitTimeInMs: 200, allowAutoTopicCreation: false });
    await consumer.connect();
    await consumer.subscribe({ topics, fromBeginning });
    return consumer;
  }

  async #unread(service: DataService): Promise<number> {
    const read = await this.#admin.fetchOffsets({ groupId: names.serviceGroup(service) });
    const counts = await Promise.all(
      read.map(async ({ topic, partitions }) => {
        const positions = new Map(partitions.map(({ partition, offset }) => [partition, Number(offset)]));
        const ends = await this.#ends(topic);
        return ends.reduce(
          (sum, { partition, low, high }) => sum + high - Math.max(low, positions.get(partition) ?? 0),
          0,
        );
      }),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async #ends(topic: string): Promise<{ readonly partition: number; readonly low: number; readonly high: number }[]> {
    const offsets = await this.#admin.fetchTopicOffsets(topic);
    return offsets.map(({ partition, low, high }) => ({ partition, low: Number(low), high: Number(high) }));
  }
}

/** The sums of the counters of services' processes, by name, such as `messages_forged`. */
export async function stackCounts(services: readonly string[] = serviceNames): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { service, healthUrl } of readStack().services) {
    if (!services.includes(service)) continue;
    const text = await (await fetch(new URL('/metrics', healthUrl))).text();
    for (const [, name = '', count] of text.matchAll(/^paygate_(\w+)_total (\d+)$/gm))
      counts.set(name, (counts.get(name) ?? 0) + Number(count));
  }
  return counts;
}

/** Records in their order, in requests of a bounded size. A large record has a request of its own. */
function requestsOf(records: readonly TopicRecord[]): readonly (readonly TopicRecord[])[] {
  const requests: TopicRecord[][] = [];
  let bytes = Infinity;
  for (const record of records) {
    const size = sizeOf(record);
    if (bytes + size > BYTES_OF_A_REQUEST || (requests.at(-1)?.length ?? 0) >= RECORDS_OF_A_REQUEST) {
      requests.push([]);
      bytes = 0;
    }
    requests.at(-1)?.push(record);
    bytes += size;
  }
  return requests;
}

function sizeOf({ value, headers }: TopicRecord): number {
  return [value ?? '', ...Object.values(headers)].reduce<number>(
    (sum, part) => sum + Buffer.byteLength(String(part)),
    0,
  );
}
