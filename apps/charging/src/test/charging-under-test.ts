import { randomBytes } from 'node:crypto';
import type {
  ChargeFailed,
  ChargeRequested,
  ChargeSucceeded,
  EventContract,
  IntentProcessing,
  PaymentIntent,
  Reply,
  TopUpWalletCommand,
  WalletToppedUp,
} from '@paygate/contracts';
import { chargeFailed, chargeRequested, chargeSucceeded, eventStreams, topUpWallet } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { CommandBus, MessagingModule, messagingMigrations, Names, UnitOfWork } from '@paygate/messaging';
import { DatabaseServiceConfig, newId, PlatformModule, ServiceConfig } from '@paygate/platform';
import type { EventCollector, RunningApp, TestDatabase, TestTopics } from '@paygate/testing';
import {
  eventCollector,
  eventually,
  PATIENCE_MS,
  startApp,
  testDatabase,
  testKafka,
  testKeys,
  testTopics,
} from '@paygate/testing';
import type { Type } from '@nestjs/common';
import { Module } from '@nestjs/common';
import type { Admin } from 'kafkajs';
import { Partitioners } from 'kafkajs';
import { AppModule } from '../app.module.js';
import { ChargingConfig } from '../config.js';
import { migrations } from '../migrations/migrations.js';
import type { Violation } from './ledger-under-test.js';

@Module({ imports: [PlatformModule.forService('intents', DatabaseServiceConfig), MessagingModule.forService()] })
class IntentsModule {}

@Module({ imports: [PlatformModule.forService('auth', DatabaseServiceConfig), MessagingModule.forService()] })
class AuthModule {}

@Module({
  imports: [PlatformModule.forService('operator', ServiceConfig), MessagingModule.forService({ replies: true })],
})
class OperatorModule {}

@Module({
  imports: [PlatformModule.forService('gateway', ServiceConfig), MessagingModule.forService({ replies: true })],
})
class GatewayModule {}

type Outcome = Received<ChargeSucceeded | ChargeFailed>;
const OUTCOMES: readonly string[] = [chargeSucceeded.type, chargeFailed.type];

/** The charging service on topics and a database of its own, with the neighbours that speak to it. */
export class ChargingUnderTest {
  readonly #apps: RunningApp[] = [];

  private constructor(
    readonly topics: TestTopics,
    private readonly databases: { readonly own: TestDatabase; readonly neighbours: TestDatabase },
    readonly outcomes: EventCollector,
    readonly env: Readonly<Record<string, string>>,
  ) {}

  get database(): TestDatabase {
    return this.databases.own;
  }

  static async prepare(env: Readonly<Record<string, string>> = {}): Promise<ChargingUnderTest> {
    const collect = async (topics: TestTopics) =>
      [topics, await eventCollector(topics.prefix, eventStreams.charging)] as const;
    const [[topics, outcomes], own, neighbours] = await Promise.all([
      testTopics().then(collect),
      testDatabase('charging', migrations),
      testDatabase('neighbours', messagingMigrations),
    ]);
    const keys = testKeys();
    return new ChargingUnderTest(topics, { own, neighbours }, outcomes, {
      ...keys,
      KAFKA_BROKERS: topics.brokers,
      TOPIC_PREFIX: topics.prefix,
      DATABASE_URL: own.serviceUrl,
      HEALTH_PORT: '0',
      LOG_LEVEL: 'silent',
      TEST_MODE: 'true',
      CHARGING_DATA_KEYS: `charging:k1:${randomBytes(32).toString('base64')}`,
      PAYER_INDEX_KEY: randomBytes(32).toString('base64'),
      ...env,
    });
  }

  async start(env: Readonly<Record<string, string>> = {}): Promise<RunningApp> {
    const app = await startApp({
      name: 'charging',
      module: AppModule,
      config: ChargingConfig,
      env: { ...this.env, ...env },
    });
    this.#apps.push(app);
    return app;
  }

  startOperator(): Promise<CommandBus> {
    return this.#startBus('operator', OperatorModule);
  }

  startGateway(): Promise<CommandBus> {
    return this.#startBus('gateway', GatewayModule);
  }

  async #startBus(name: 'operator' | 'gateway', module: Type): Promise<CommandBus> {
    const app = await startApp({ name, module, config: ServiceConfig, env: this.env });
    this.#apps.push(app);
    return app.get(CommandBus);
  }

  async startNeighbour(name: 'intents' | 'auth'): Promise<Neighbour> {
    const app = await this.startNeighbourOf(name, name === 'intents' ? IntentsModule : AuthModule);
    return new Neighbour(app.get(UnitOfWork));
  }

  /** A neighbour that is made of a module of its own. */
  async startNeighbourOf(name: 'intents' | 'auth', module: Type): Promise<RunningApp> {
    const app = await startApp({
      name,
      module,
      config: DatabaseServiceConfig,
      env: { ...this.env, DATABASE_URL: this.databases.neighbours.serviceUrl },
    });
    this.#apps.push(app);
    return app;
  }

  async end(): Promise<void> {
    await Promise.all([this.outcomes, ...this.#apps].map((part) => part.stop()));
    await Promise.all([this.database.drop(), this.databases.neighbours.drop()]);
  }

  /** Events of charges; a message that was published twice counts once. */
  outcomesOf(charges: readonly ChargeRequested[]): readonly Outcome[] {
    const wanted = new Set(charges.map(({ chargeId }) => chargeId));
    const seen = new Map<string, Outcome>();
    for (const event of this.outcomes.events as readonly Outcome[])
      if (wanted.has(event.payload.chargeId) && OUTCOMES.includes(event.type)) seen.set(event.id, event);
    return [...seen.values()];
  }

  /** Waits for the event of each charge, and returns them. */
  async settled(charges: readonly ChargeRequested[], timeoutMs = PATIENCE_MS): Promise<readonly Outcome[]> {
    await eventually(
      () => {
        const missing = charges.length - new Set(this.outcomesOf(charges).map(({ key }) => key)).size;
        if (missing > 0) throw new Error(`${missing} charges have not been settled`);
        return true;
      },
      { timeoutMs },
    );
    return this.outcomesOf(charges);
  }

  /** Waits until all events published by intents so far are handled and their offsets committed. */
  async drained(): Promise<void> {
    await this.#withAdmin((admin) =>
      eventually(
        async () => {
          const topic = this.#intentsTopic;
          const ends = await admin.fetchTopicOffsets(topic);
          const [committed] = await admin.fetchOffsets({ groupId: this.#group, topics: [topic] });
          const positions = new Map(committed?.partitions.map(({ partition, offset }) => [partition, offset]));
          const behind = ends.filter(({ partition, high }) => high !== '0' && positions.get(partition) !== high);
          if (behind.length > 0) throw new Error(`${behind.length} partitions are not read to their end`);
          return true;
        },
        { intervalMs: 200 },
      ),
    );
  }

  /** Resets the offsets, so that the service reads every message again when it starts. No instance runs meanwhile. */
  async rewind(): Promise<void> {
    await this.#withAdmin((admin) =>
      admin.resetOffsets({ groupId: this.#group, topic: this.#intentsTopic, earliest: true }),
    );
  }

  /** Publishes the very bytes of an event again, as a producer does that got no acknowledgement. */
  async publishAgain(chargeId: string, times: number): Promise<void> {
    const wire = await eventCollector(this.topics.prefix, eventStreams.intents);
    const original = await eventually(() => wire.messages.find(({ value }) => value?.includes(chargeId)));
    await wire.stop();
    const { key, value, headers = {} } = original;
    const producer = testKafka(this.topics.brokers).kafka.producer({
      createPartitioner: Partitioners.DefaultPartitioner,
    });
    await producer.connect();
    const messages = Array.from({ length: times }, () => ({ key, value, headers }));
    await producer.send({ topic: this.#intentsTopic, messages });
    await producer.disconnect();
  }

  get #intentsTopic(): string {
    return new Names(this.topics.prefix).topic(eventStreams.intents);
  }

  get #group(): string {
    return new Names(this.topics.prefix).serviceGroup('charging');
  }

  async #withAdmin(work: (admin: Admin) => Promise<unknown>): Promise<void> {
    const admin = testKafka(this.topics.brokers).kafka.admin();
    await admin.connect();
    try {
      await work(admin);
    } finally {
      await admin.disconnect();
    }
  }

  async balance(ownerId: string, kind = 'wallet'): Promise<bigint | undefined> {
    const [row] = await this.database.query<{ balance: string }>(
      'SELECT balance FROM account_balance WHERE owner_id = $1 AND kind = $2 AND ledger = 1950',
      [ownerId, kind],
    );
    return row === undefined ? undefined : BigInt(row.balance);
  }

  violations(): Promise<Violation[]> {
    return this.database.query<Violation>('SELECT rule, subject FROM ledger_violation ORDER BY rule, subject');
  }
}

/** Another service, which publishes what a spec asks for, signed with its own key. */
export class Neighbour {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  emit<Payload extends object>(
    contract: EventContract<Payload>,
    ...payloads: readonly NoInfer<Payload>[]
  ): Promise<void> {
    return this.unitOfWork.run((tx) => {
      for (const payload of payloads) tx.emit(contract, payload);
      return Promise.resolve();
    });
  }

  request(...charges: readonly ChargeRequested[]): Promise<void> {
    return this.emit(chargeRequested, ...charges);
  }
}

/** Puts money into the wallet of a new user, as the operator, once however often a busy machine has it asked. */
export async function fundedUser(operator: CommandBus, amount: string): Promise<string> {
  const [userId, topUpId] = [newId('user'), newId('topUp')];
  await eventually(
    async () => {
      const reply = await topUp(operator, { topUpId, userId, amount });
      if (!reply.ok) throw new Error(`the top-up was refused: ${reply.code}`);
      return true;
    },
    { timeoutMs: PATIENCE_MS },
  );
  return userId;
}

export function topUp(
  bus: CommandBus,
  given: Partial<TopUpWalletCommand> & Pick<TopUpWalletCommand, 'userId'>,
): Promise<Reply<WalletToppedUp>> {
  const payload = { topUpId: newId('topUp'), mode: 'test', currency: 'XAF', amount: '1000', ...given } as const;
  return bus.send(topUpWallet, payload, { requestId: newId('request'), timeoutMs: PATIENCE_MS });
}

export function request(given: Partial<ChargeRequested> & Pick<ChargeRequested, 'userId'>): ChargeRequested {
  return {
    chargeId: newId('charge'),
    intentId: newId('intent'),
    merchantId: newId('merchant'),
    mode: 'test',
    amount: '100',
    currency: 'XAF',
    method: 'wallet',
    acceptedAt: new Date().toISOString(),
    ...given,
  };
}

/** The event of an intent that is charged. */
export function processing(charge: ChargeRequested): IntentProcessing {
  const { intentId: id, chargeId, merchantId, mode, amount, currency, acceptedAt, method } = charge;
  const none = { fee: null, net: null, description: null, reference: null, userId: null, returnUrl: null };
  const open = { nextAction: null, failure: null, completedAt: null };
  const intent: PaymentIntent = {
    ...{ id, merchantId, mode, status: 'PROCESSING', amount, amountRefunded: '0', currency, metadata: '{}', chargeId },
    ...{ ...none, ...open, paymentMethod: { type: method, operator: null }, version: 2 },
    ...{ createdAt: acceptedAt, updatedAt: acceptedAt, expiresAt: acceptedAt },
  };
  return { eventId: newId('event'), sequence: 2, occurredAt: acceptedAt, intent, request: charge };
}
