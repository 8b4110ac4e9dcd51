import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import type {
  BeginChargeCommand,
  CommandContract,
  CreateIntentCommand,
  IntentChanged,
  IntentOfMerchant,
  IntentPage,
  ListIntentsCommand,
  PaymentIntent,
  Principal,
  Reply,
  Sealed,
  Stream,
} from '@paygate/contracts';
import {
  beginCharge,
  cancelIntent,
  createIntent,
  deadLetterStream,
  eventStreams,
  getIntent,
  listIntents,
  otpTokenKeyTable,
  otpTokenKind,
} from '@paygate/contracts';
import { jest } from '@jest/globals';
import type { Received } from '@paygate/messaging';
import { CommandBus } from '@paygate/messaging';
import { newId, parseKeyring, Sealer, TokenIssuer } from '@paygate/platform';
import type { CommandClient, EventCollector, Neighbour, RunningApp } from '@paygate/testing';
import {
  commandClient,
  eventCollector,
  receivedOf,
  startApp,
  startNeighbour,
  testDatabase,
  testKeys,
  testTopics,
} from '@paygate/testing';
import { Kafka, logLevel } from 'kafkajs';
import pg from 'pg';
import { AppModule } from '../app.module.js';
import { IntentsConfig } from '../config.js';
import { CreateIntents } from '../creation/create-intents.js';
import { migrations } from '../migrations/migrations.js';

/** The real service on real engines, with the neighbours it listens to. */
export class IntentsUnderTest {
  readonly merchantId = newId('merchant');
  readonly #signing = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #kid = `test-${randomBytes(4).toString('hex')}`;

  private constructor(
    private readonly parts: {
      readonly env: Readonly<Record<string, string>>;
      readonly client: CommandClient;
      readonly sealer: Sealer;
      readonly events: EventCollector;
      readonly deadLetters: EventCollector;
      readonly apps: RunningApp[];
      readonly close: () => Promise<void>;
    },
    /** A superuser's connections to the service's database. */
    readonly sql: pg.Pool,
    readonly otp: Neighbour,
    readonly charging: Neighbour,
  ) {}

  static async start(env: Readonly<Record<string, string>> = {}): Promise<IntentsUnderTest> {
    const [topics, database] = await Promise.all([testTopics(), testDatabase('intents', migrations)]);
    const keys = testKeys();
    const bus = { ...keys, KAFKA_BROKERS: process.env['TEST_KAFKA_BROKERS'] ?? '', TOPIC_PREFIX: topics.prefix };
    const serviceEnv = {
      ...bus,
      AMOUNT_BOUNDS: 'XAF:100-1000000,XOF:100-1000000',
      ...env,
      DATABASE_URL: database.serviceUrl,
    };
    const sql = new pg.Pool({ connectionString: database.url, max: 4 });
    sql.on('error', () => undefined);
    const [otp, charging, client, events, deadLetters] = await Promise.all([
      startNeighbour('otp', serviceEnv, otpTokenKeyTable),
      startNeighbour('charging', serviceEnv),
      commandClient({ prefix: topics.prefix, keys }),
      eventCollector(topics.prefix, eventStreams.intents),
      eventCollector(topics.prefix, deadLetterStream('intents')),
    ]);
    const apps: RunningApp[] = [];
    const close = async (): Promise<void> => {
      await Promise.all([...apps, otp, charging, client, events, deadLetters].map((part) => part.stop()));
      await sql.end();
      await database.drop();
    };
    const sealer = new Sealer('operator', parseKeyring(keys.SEAL_KEYS));
    const parts = { env: serviceEnv, client, sealer, events, deadLetters, apps, close };
    const service = new IntentsUnderTest(parts, sql, otp, charging);
    await service.publishKey();
    await service.startInstance();
    return service;
  }

  /** The URL of the service's database, with the role of the service. */
  get databaseUrl(): string {
    return this.parts.env['DATABASE_URL'] ?? '';
  }

  /** The environment of a process on the service's bus. */
  get env(): Readonly<Record<string, string>> {
    return this.parts.env;
  }

  /** Counts the commands about an intent that the service sends from now on. */
  commandsAbout(intentId: string): { count(): number } {
    const buses = this.parts.apps.map((app) => jest.spyOn(app.get(CommandBus), 'send'));
    for (const bus of buses) bus.mockClear();
    const isAbout = ([, payload]: readonly unknown[]) => (payload as { intentId?: string }).intentId === intentId;
    return { count: () => buses.flatMap(({ mock }) => mock.calls).filter(isAbout).length };
  }

  /** Another instance of the service. */
  async startInstance(): Promise<RunningApp> {
    const { env, apps } = this.parts;
    const app = await startApp({ name: 'intents', module: AppModule, config: IntentsConfig, env });
    apps.push(app);
    return app;
  }

  stop(): Promise<void> {
    return this.parts.close();
  }

  /** Asks for something as the gateway does. */
  send<Request extends object, Answer extends object>(
    contract: CommandContract<Request, Answer>,
    payload: NoInfer<Request>,
    timeoutMs?: number,
  ): Promise<Reply<Answer>> {
    return this.parts.client.ask(contract, payload, timeoutMs);
  }

  order(change: Partial<CreateIntentCommand> = {}): CreateIntentCommand {
    const plain = { mode: 'test', amount: '5000', currency: 'XAF', metadata: '{}' } as const;
    return { intentId: newId('intent'), merchantId: this.merchantId, ...plain, ...change };
  }

  create(change: Partial<CreateIntentCommand> = {}): Promise<Reply<PaymentIntent>> {
    return this.send(createIntent, this.order(change));
  }

  /** Creates a batch of intents directly: the bus decides by itself which requests form a batch. */
  createBatch(orders: readonly CreateIntentCommand[]): Promise<readonly Reply<PaymentIntent>[]> {
    const [app] = this.parts.apps;
    if (app === undefined) throw new Error('no instance is running');
    return app.get(CreateIntents).create(orders.map((order) => receivedOf(createIntent, order)));
  }

  async created(change: Partial<CreateIntentCommand> = {}): Promise<PaymentIntent> {
    return accepted(await this.create(change));
  }

  read(intentId: string, change: Partial<IntentOfMerchant> = {}): Promise<Reply<PaymentIntent>> {
    return this.send(getIntent, { intentId, merchantId: this.merchantId, mode: 'test', ...change });
  }

  cancel(intentId: string, change: Partial<IntentOfMerchant> = {}): Promise<Reply<PaymentIntent>> {
    return this.send(cancelIntent, { intentId, merchantId: this.merchantId, mode: 'test', ...change });
  }

  list(change: Partial<ListIntentsCommand> = {}, timeoutMs?: number): Promise<Reply<IntentPage>> {
    return this.send(listIntents, { merchantId: this.merchantId, mode: 'test', limit: 20, ...change }, timeoutMs);
  }

  /** An authorization token as otp issues it, bound to `intent` unless `change` says otherwise. */
  token(intent: PaymentIntent, change: Readonly<Record<string, unknown>> = {}): string {
    const { id, amount, currency } = intent;
    return this.unboundToken({ intent: id, amount, currency, ...change });
  }

  unboundToken({ now = new Date(), ...change }: Readonly<Record<string, unknown>> & { now?: Date } = {}): string {
    const issuer = new TokenIssuer({ ...otpTokenKind, now: () => now });
    const { merchantId: azp } = this;
    const claims = { sub: newId('user'), azp, mode: 'test', jti: randomUUID(), lifetimeSeconds: 300, ...change };
    return issuer.sign(claims, { kid: this.#kid, privateKey: this.#signing.privateKey });
  }

  /** The sealer of a service beside this one. */
  sealerOf(principal: Principal): Sealer {
    return new Sealer(principal, parseKeyring(this.parts.env['SEAL_KEYS'] ?? ''));
  }

  /** A phone number as the gateway seals it for charging. */
  sealedPhone(phone: string): Sealed {
    return this.parts.sealer.seal('auth', phone, 'begin-charge.phone');
  }

  charge(intentId: string, token: string, change: Partial<BeginChargeCommand> = {}, timeoutMs?: number) {
    const otpToken = this.parts.sealer.seal('intents', token, 'begin-charge.otp-token');
    const { merchantId } = this;
    return this.send(beginCharge, { intentId, merchantId, mode: 'test', otpToken, ...change }, timeoutMs);
  }

  /** Events about one intent, in order of arrival. */
  eventsOf(intentId: string, type?: string): readonly Received<IntentChanged>[] {
    const { events } = this.parts.events;
    return events.filter(
      (event): event is Received<IntentChanged> => event.key === intentId && (type ?? event.type) === event.type,
    );
  }

  /** The same, each once: under load one may be delivered again. */
  distinctEventsOf(intentId: string, type?: string): readonly Received<IntentChanged>[] {
    return [...new Map(this.eventsOf(intentId, type).map((event) => [event.id, event])).values()];
  }

  get eventCount(): number {
    return this.parts.events.events.length;
  }

  /** Waits for a message about an intent that could not be handled. */
  deadLetter(intentId: string): Promise<Received<unknown>> {
    return this.parts.deadLetters.next(({ key }) => key === intentId);
  }

  /** True when a message about an intent has become a dead letter by now. */
  isDeadLetter(intentId: string): boolean {
    return this.parts.deadLetters.events.some(({ key }) => key === intentId);
  }

  async event(intentId: string, type: string): Promise<IntentChanged> {
    const event = await this.parts.events.next((given) => given.key === intentId && given.type === type);
    return event.payload as IntentChanged;
  }

  /** Lets time pass for some intents: they lapse now. Only a superuser gets this past the guards. */
  async lapse(...intentIds: readonly string[]): Promise<void> {
    await this.lapseIn(0, intentIds);
  }

  /** As {@link lapse}, `ms` milliseconds from now. */
  async lapseIn(ms: number, intentIds: readonly string[]): Promise<void> {
    const ids = intentIds.map((id) => `'${id}'`).join(', ');
    await this.sql.query(`
      BEGIN;
      SET LOCAL session_replication_role = replica;
      UPDATE intent
         SET created_at = created_at - interval '1 day', expires_at = clock_timestamp() + interval '${ms} milliseconds'
       WHERE id IN (${ids});
      COMMIT`);
  }

  /** Lets minutes pass for a charge: it was accepted earlier, its prompt ends earlier, and the question about its outcome is due. */
  async age(intentId: string, minutes: number): Promise<void> {
    await this.sql.query(`
      BEGIN;
      SET LOCAL session_replication_role = replica;
      UPDATE intent SET charged_at = charged_at - interval '${minutes} minutes', outcome_due_at = clock_timestamp(),
        next_action_until = next_action_until - interval '${minutes} minutes'
       WHERE id = '${intentId}';
      COMMIT`);
  }

  /** Stops the service, winds its place in a stream back to the beginning, and starts it again. */
  async replay(...streams: readonly Stream[]): Promise<void> {
    const { apps, env } = this.parts;
    await Promise.all(apps.splice(0).map((app) => app.stop()));
    const prefix = env['TOPIC_PREFIX'] ?? '';
    const kafka = new Kafka({ brokers: [env['KAFKA_BROKERS'] ?? ''], logLevel: logLevel.NOTHING });
    const admin = kafka.admin();
    await admin.connect();
    for (const { name } of streams) {
      await admin.resetOffsets({ groupId: `${prefix}.intents`, topic: `${prefix}.${name}`, earliest: true });
    }
    await admin.disconnect();
    await this.startInstance();
  }

  private async publishKey(): Promise<void> {
    const publicJwk = JSON.stringify(this.#signing.publicKey.export({ format: 'jwk' }));
    const notBefore = new Date(0).toISOString();
    await this.otp.putRow(otpTokenKeyTable, { kid: this.#kid, version: 1, publicJwk, notBefore, notAfter: null });
    const published = await eventCollector(this.parts.env['TOPIC_PREFIX'] ?? '', otpTokenKeyTable.stream);
    await published.next(({ key }) => key === this.#kid);
    await published.stop();
  }
}

/** The answer, or an error that says which refusal came instead. */
export function accepted<Answer>(reply: Reply<Answer>): Answer {
  if (!reply.ok) throw new Error(`refused with ${reply.code}`);
  return reply.data;
}

export function codeOf(reply: Reply<unknown>): string {
  return reply.ok ? 'ok' : reply.code;
}

/** A digest as the gateway makes them. */
export const digest = (): string => randomBytes(32).toString('base64url');
