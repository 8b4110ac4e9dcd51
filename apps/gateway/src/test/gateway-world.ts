import type { Operation } from '@paygate/contracts';
import { exampleOf } from '@paygate/contracts';
import { messagingMigrations } from '@paygate/messaging';
import { DatabaseServiceConfig, newId, ServiceConfig } from '@paygate/platform';
import type { FuzzWorld, RunningApp } from '@paygate/testing';
import { eventually, startApp, testDatabase, testTopics } from '@paygate/testing';
import { AppModule } from '../app.module.js';
import { SessionTokens } from '../credentials/session-tokens.js';
import type { Asking } from './gateway-under-test.js';
import { GatewayUnderTest, keys, newApiKey } from './gateway-under-test.js';
import { AuthStandIn, IntentsStandIn, KeyTables, OtpStandIn } from './stand-ins.js';

/** A request that succeeds as it stands. */
export type GoodRequest = Asking & { readonly headers: Record<string, string> };

/** A gateway on the real bus, with a merchant's keys in its table and stand-ins for the services behind it. */
export class GatewayWorld {
  readonly secret = newApiKey();
  readonly publishable = newApiKey({ type: 'publishable', merchantId: this.secret.row.merchantId });

  private intentId = '';

  private constructor(
    readonly gateway: GatewayUnderTest,
    readonly services: Readonly<Record<'auth' | 'intents' | 'otp', RunningApp>>,
    /** What every service of this world is told. */
    readonly env: Readonly<Record<string, string>>,
    private readonly drop: () => Promise<unknown>,
  ) {}

  /** `brokers` names a broker of the suite's own. */
  static async create(brokers?: string): Promise<GatewayWorld> {
    const [topics, database] = await Promise.all([
      testTopics(brokers === undefined ? {} : { brokers }),
      testDatabase('gateway', messagingMigrations),
    ]);
    const env = { ...keys, TOPIC_PREFIX: topics.prefix, KAFKA_BROKERS: topics.brokers, DATABASE_URL: database.url };
    const [auth, intents, otp, gateway] = await Promise.all([
      startApp({ name: 'auth', module: AuthStandIn, config: DatabaseServiceConfig, env }),
      startApp({ name: 'intents', module: IntentsStandIn, config: ServiceConfig, env }),
      startApp({ name: 'otp', module: OtpStandIn, config: ServiceConfig, env }),
      GatewayUnderTest.start(AppModule, env),
    ]);
    const world = new GatewayWorld(gateway, { auth, intents, otp }, env, () =>
      Promise.all([topics.drop(), database.drop()]),
    );
    await auth.get(KeyTables).publish(world.secret.row, world.publishable.row);
    await world.isServing();
    const created = await world.gateway.ask({
      method: 'POST',
      path: '/gateway',
      headers: { 'x-api-key': world.secret.key },
      body: { amount: '5000', currency: 'XAF' },
    });
    world.intentId = String(created.body['id']);
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

  /** A request for `operation` that succeeds: about an intent of the merchant that exists. */
  goodRequest(operation: Operation): GoodRequest {
    const { key } = operation.key === 'secret' ? this.secret : this.publishable;
    const session = { 'x-session-token': this.gateway.get(SessionTokens).mint(this.intentId) };
    return {
      method: operation.method,
      path: operation.path.replace('{id}', this.intentId),
      headers: {
        ...(operation.key === 'none' ? {} : { 'x-api-key': key }),
        ...(operation.id === 'getIntentBySession' ? session : {}),
        ...(operation.id === 'charge' ? { authorization: 'Bearer aaaa.bbbb.cccc' } : {}),
      },
      ...(operation.body === undefined ? {} : { body: exampleOf(operation.body) }),
    };
  }

  /** What a fuzzer may ask about. */
  fuzzWorld(): FuzzWorld {
    return {
      secretKey: this.secret.key,
      publishableKey: this.publishable.key,
      intentIds: [this.intentId],
      sessionTokens: [this.gateway.get(SessionTokens).mint(this.intentId)],
      userIds: [newId('user')],
    };
  }

  async end(): Promise<void> {
    await this.gateway.stop();
    await Promise.all(Object.values(this.services).map((service) => service.stop()));
    await this.drop();
  }
}
