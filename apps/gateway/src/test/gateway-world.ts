import { messagingMigrations } from '@paygate/messaging';
import { DatabaseServiceConfig, ServiceConfig } from '@paygate/platform';
import type { RunningApp, TestDatabase, TestTopics } from '@paygate/testing';
import { eventually, startApp, testDatabase, testTopics } from '@paygate/testing';
import { AppModule } from '../app.module.js';
import { GatewayUnderTest, keys, newApiKey } from './gateway-under-test.js';
import { AuthStandIn, IntentsStandIn, KeyTables, OtpStandIn } from './stand-ins.js';

/** A gateway on the real bus, with a merchant's keys in its table and stand-ins for the services behind it. */
export class GatewayWorld {
  readonly secret = newApiKey();
  readonly publishable = newApiKey({ type: 'publishable', merchantId: this.secret.row.merchantId });

  private constructor(
    readonly gateway: GatewayUnderTest,
    readonly services: Readonly<Record<'auth' | 'intents' | 'otp', RunningApp>>,
    private readonly topics: TestTopics,
    private readonly database: TestDatabase,
  ) {}

  static async create(): Promise<GatewayWorld> {
    const [topics, database] = await Promise.all([testTopics(), testDatabase('gateway', messagingMigrations)]);
    const env = { ...keys, TOPIC_PREFIX: topics.prefix, KAFKA_BROKERS: topics.brokers, DATABASE_URL: database.url };
    const [auth, intents, otp, gateway] = await Promise.all([
      startApp({ name: 'auth', module: AuthStandIn, config: DatabaseServiceConfig, env }),
      startApp({ name: 'intents', module: IntentsStandIn, config: ServiceConfig, env }),
      startApp({ name: 'otp', module: OtpStandIn, config: ServiceConfig, env }),
      GatewayUnderTest.start(AppModule, env),
    ]);
    const world = new GatewayWorld(gateway, { auth, intents, otp }, topics, database);
    await auth.get(KeyTables).publish(world.secret.row, world.publishable.row);
    await world.isServing();
    return world;
  }

  /** Waits until the gateway knows both keys and reaches the services. */
  async isServing(): Promise<void> {
    const known = [this.secret, this.publishable].map(({ key }) => ({ 'x-api-key': key }));
    await eventually(
      async () => {
        const answers = await Promise.all(
          known.map((headers) => this.gateway.ask({ path: '/gateway/session', headers })),
        );
        return answers.every(({ body }) => body['code'] === 'session_token_invalid');
      },
      { timeoutMs: 30_000 },
    );
  }

  async end(): Promise<void> {
    await this.gateway.stop();
    await Promise.all(Object.values(this.services).map((service) => service.stop()));
    await Promise.all([this.topics.drop(), this.database.drop()]);
  }
}
