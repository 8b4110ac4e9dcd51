import { randomUUID } from 'node:crypto';
import type { Principal, Stream } from '@paygate/contracts';
import { DatabaseServiceConfig, loadConfig, uuidV7 } from '@paygate/platform';
import type { CommandClient, RunningApp, TestDatabase, TestKeys, TestTopics } from '@paygate/testing';
import { commandClient, eventually, startApp, testDatabase, testKafka, testKeys, testTopics } from '@paygate/testing';
import type { Kafka, Producer } from 'kafkajs';
import { Partitioners } from 'kafkajs';
import { messageKeysOf } from '../envelope/message-keys.js';
import { MessageSigner } from '../envelope/message-signer.js';
import { Names } from '../index.js';
import { ToyOwnerModule, ToyReaderModule, toyMigrations } from './toy-ledger.js';

/** Topics, keys and databases of one suite, and the toy services on them. */
export class ToyWorld {
  readonly #stops: (() => Promise<unknown>)[] = [];

  readonly topics: TestTopics;
  readonly keys: TestKeys & { readonly ONE_PROCESS: string };
  readonly owner: TestDatabase;
  readonly reader: TestDatabase;
  readonly kafka: Kafka;
  readonly producer: Producer;

  private constructor(
    parts: Pick<ToyWorld, 'topics' | 'owner' | 'reader' | 'kafka' | 'producer'>,
    oneProcess: boolean,
  ) {
    this.keys = { ...testKeys(), ONE_PROCESS: String(oneProcess) };
    this.topics = parts.topics;
    this.owner = parts.owner;
    this.reader = parts.reader;
    this.kafka = parts.kafka;
    this.producer = parts.producer;
  }

  /** `oneProcess`: commands and replies between the apps of this world pass no broker. TEST_ONE_PROCESS=true is the same for every world. */
  static async create(brokers?: string, oneProcess = process.env['TEST_ONE_PROCESS'] === 'true'): Promise<ToyWorld> {
    const [topics, owner, reader] = await Promise.all([
      testTopics({ maxPartitions: 4, ...(brokers === undefined ? {} : { brokers }) }),
      testDatabase('toy_owner', toyMigrations),
      testDatabase('toy_reader', toyMigrations),
    ]);
    const { kafka } = testKafka(topics.brokers);
    const producer = kafka.producer({
      createPartitioner: Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false,
    });
    await producer.connect();
    return new ToyWorld({ topics, owner, reader, kafka, producer }, oneProcess);
  }

  get names(): Names {
    return new Names(this.topics.prefix);
  }

  env(database: TestDatabase, instance?: string): Record<string, string> {
    return {
      ...this.keys,
      HEALTH_PORT: '0',
      TOPIC_PREFIX: this.topics.prefix,
      KAFKA_BROKERS: this.topics.brokers,
      DATABASE_URL: database.serviceUrl,
      ...(instance === undefined ? {} : { INSTANCE_ID: instance }),
    };
  }

  /** `unready`: do not wait until it is ready, because the broker is away. */
  async startOwner(unready = false, env: Readonly<Record<string, string>> = {}): Promise<RunningApp> {
    const app = {
      name: 'intents',
      module: ToyOwnerModule,
      config: DatabaseServiceConfig,
      env: { ...this.env(this.owner), ...env },
    } as const;
    return this.#keep(await startApp({ ...app, unready }));
  }

  async startReader(unready = false): Promise<RunningApp> {
    const app = {
      name: 'webhooks',
      module: ToyReaderModule,
      config: DatabaseServiceConfig,
      env: this.env(this.reader),
    } as const;
    return this.#keep(await startApp({ ...app, unready }));
  }

  async startClient(unready = false): Promise<CommandClient> {
    const { prefix, brokers } = this.topics;
    return this.#keep(await commandClient({ prefix, keys: this.keys, brokers, unready }));
  }

  /** A message as `principal` would sign it; anything of it can be changed before it is sent. */
  signed(principal: Principal, stream: Stream, { type, key, payload, id }: Draft): RawMessage {
    const signer = new MessageSigner(
      principal,
      messageKeysOf(loadConfig(DatabaseServiceConfig, this.env(this.owner)), { self: principal, ownsTables: true }),
    );
    const topic = this.names.topic(stream);
    const value = JSON.stringify(payload);
    const draft = { id: id ?? uuidV7(), type, occurredAt: Date.now(), requestId: `req_${randomUUID()}` };
    return { topic, key, value, headers: { ...signer.sign({ topic, key, draft: JSON.stringify(draft), value }) } };
  }

  async send(...messages: readonly WrittenMessage[]): Promise<void> {
    const topicMessages = messages.map(({ topic, ...message }) => ({ topic, messages: [message] }));
    // a broker may name the leader of a new topic before it has become one
    const { error } = await eventually(() =>
      this.producer.sendBatch({ topicMessages }).then(
        () => ({ error: undefined }),
        (thrown: unknown) => !isWithoutLeader(thrown) && { error: thrown as Error },
      ),
    );
    if (error !== undefined) throw error;
  }

  async effects(database: TestDatabase): Promise<Effect[]> {
    return database.query<Effect>(
      'SELECT message_id, type, account, number, instance FROM effects ORDER BY account, number',
    );
  }

  async end(): Promise<void> {
    await Promise.all(this.#stops.map((stop) => stop()));
    await this.producer.disconnect();
    await Promise.all([this.owner.drop(), this.reader.drop()]);
  }

  #keep<Part extends { stop(): Promise<unknown> }>(part: Part): Part {
    this.#stops.push(() => part.stop());
    return part;
  }
}

const isWithoutLeader = (error: unknown): boolean =>
  (error as { readonly cause?: { readonly type?: string } }).cause?.type === 'NOT_LEADER_FOR_PARTITION';

export interface Draft {
  readonly type: string;
  readonly key: string;
  readonly payload: object;
  readonly id?: string;
}

export interface RawMessage {
  readonly topic: string;
  readonly key: string;
  readonly value: string;
  readonly headers: Record<string, string>;
}

/** Any message; an empty value deletes the key from a compacted topic. */
export type WrittenMessage = Omit<RawMessage, 'value'> & { readonly value: string | null };

export interface Effect {
  readonly message_id: string;
  readonly type: string;
  readonly account: string;
  readonly number: number;
  readonly instance: string;
}
