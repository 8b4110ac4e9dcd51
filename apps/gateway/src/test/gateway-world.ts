import type { ApiKeyRow, Operation } from '@paygate/contracts';
import { ENDED_API_KEY_KEPT_DAYS, exampleOf, needsApiKey, scopeOf, userTokenKind } from '@paygate/contracts';
import { messagingMigrations } from '@paygate/messaging';
import { DatabaseServiceConfig, mintOpaqueToken, newId, ServiceConfig, TokenIssuer, uuidV7 } from '@paygate/platform';
import type { RunningApp } from '@paygate/testing';
import { eventually, startApp, testDatabase, testTopics } from '@paygate/testing';
import type { FuzzWorld } from '@paygate/testing/fuzz';
import { AppModule } from '../app.module.js';
import { SessionTokens } from '../credentials/session-tokens.js';
import { DashboardPeople } from './dashboard-stand-in.js';
import type { Asking } from './gateway-under-test.js';
import { GatewayUnderTest, keys, newApiKey } from './gateway-under-test.js';
import { AuthStandIn, IntentsStandIn, KeyTables, OtpStandIn } from './stand-ins.js';

/** A request that succeeds as it stands. */
export type GoodRequest = Asking & { readonly headers: Record<string, string> };

/** Each is good until it is signed out. */
const FUZZED_TOKENS = 40;

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

/** A gateway on the real bus, with a merchant's keys in its table and stand-ins for the services behind it. */
export class GatewayWorld {
  readonly secret = newApiKey();
  readonly publishable = newApiKey({ type: 'publishable', merchantId: this.secret.row.merchantId });

  readonly ofOnePage = this.keyOfMerchant({ type: 'publishable', origins: ['https://shop.example'] });
  readonly expired = this.keyOfMerchant({ expiresAt: daysAgo(1) });
  readonly revoked = this.keyOfMerchant({ revokedAt: daysAgo(1) });
  readonly longRevoked = this.keyOfMerchant({ revokedAt: daysAgo(ENDED_API_KEY_KEPT_DAYS + 1) });
  private readonly readOnly = this.keyOfMerchant({ type: 'restricted', scopes: ['intents:read'] });
  private readonly keyReader = this.keyOfMerchant({ type: 'restricted', scopes: ['api_keys:read'] });

  /** Sessions of an owner and of a viewer, and of somebody with two accounts. */
  readonly dashboardToken = mintOpaqueToken('dashboardSession');
  readonly viewerToken = mintOpaqueToken('dashboardSession');
  readonly tokenOfTwo = mintOpaqueToken('dashboardSession');
  readonly memberId = newId('member');
  /** Of an invitation, and of a forgotten password. */
  readonly mailTokens = [mintOpaqueToken('invitation'), mintOpaqueToken('passwordReset')] as const;

  private intentId = '';
  private apiKeyId = '';

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
    const env = {
      ...keys,
      TOPIC_PREFIX: topics.prefix,
      KAFKA_BROKERS: topics.brokers,
      DATABASE_URL: database.serviceUrl,
    };
    const [auth, intents, otp, gateway] = await Promise.all([
      startApp({ name: 'auth', module: AuthStandIn, config: DatabaseServiceConfig, env }),
      startApp({ name: 'intents', module: IntentsStandIn, config: ServiceConfig, env }),
      startApp({ name: 'otp', module: OtpStandIn, config: ServiceConfig, env }),
      GatewayUnderTest.start(AppModule, env),
    ]);
    const world = new GatewayWorld(gateway, { auth, intents, otp }, env, () =>
      Promise.all([topics.drop(), database.drop()]),
    );
    await auth.get(KeyTables).publish(...world.rows());
    world.signIn(auth.get(DashboardPeople));
    await world.isServing();
    const created = await world.gateway.ask({
      method: 'POST',
      path: '/gateway',
      headers: { 'x-api-key': world.secret.key },
      body: { amount: '5000', currency: 'XAF' },
    });
    world.intentId = String(created.body['id']);
    const key = await world.gateway.ask({
      method: 'POST',
      path: '/api-keys',
      headers: { 'x-api-key': world.secret.key },
      body: { type: 'secret' },
    });
    world.apiKeyId = String(key.body['id']);
    return world;
  }

  /** Waits until the gateway knows both keys and reaches the services. */
  async isServing(): Promise<void> {
    const known = [this.secret, this.publishable].map(({ key }) => ({ 'x-api-key': key }));
    await eventually(async () => {
      const answers = await Promise.all(
        known.map((headers) => this.gateway.ask({ path: '/gateway/session', headers })),
      );
      return answers.every(({ body }) => body['code'] === 'session_token_invalid');
    });
  }

  /** A restricted key that may do other things than this operation. */
  withoutScope(operation: Operation): string {
    return (scopeOf(operation.id) === 'intents:read' ? this.keyReader : this.readOnly).key;
  }

  /** A new token of some user, obtained at the merchant. */
  userToken(): string {
    const { kid, privateKey } = this.services.auth.get(KeyTables).signing;
    const claims = { sub: newId('user'), azp: this.secret.row.merchantId, mode: 'test', jti: uuidV7() };
    const issuer = new TokenIssuer({ ...userTokenKind, now: () => new Date() });
    return issuer.sign({ ...claims, lifetimeSeconds: 300 }, { kid, privateKey });
  }

  /** The body of a request that succeeds. */
  private bodyOf({ id, body }: Operation): object {
    if (body === undefined) return {};
    const [invitation, reset] = this.mailTokens;
    const tokens: Record<string, string> = { acceptInvitation: invitation, resetMemberPassword: reset };
    const token = tokens[id];
    return { body: { ...exampleOf(body), ...(token === undefined ? {} : { token }) } };
  }

  private idFor(path: string): string {
    if (path.startsWith('/members')) return this.memberId;
    return path.startsWith('/api-keys') ? this.apiKeyId : this.intentId;
  }

  private signIn(people: DashboardPeople): void {
    const { merchantId } = this.secret.row;
    people.signIn(this.dashboardToken, [{ merchantId, role: 'owner', memberId: this.memberId }]);
    people.signIn(this.viewerToken, [{ merchantId, role: 'viewer' }]);
    people.signIn(this.tokenOfTwo, [{ merchantId, role: 'owner' }, { role: 'owner' }]);
  }

  /** A request for `operation` that succeeds: about an intent of the merchant that exists. */
  goodRequest(operation: Operation): GoodRequest {
    const { key } = operation.key === 'secret' ? this.secret : this.publishable;
    const session = { 'x-session-token': this.gateway.get(SessionTokens).mint(this.intentId) };
    return {
      method: operation.method,
      path: operation.path.replace('{id}', this.idFor(operation.path)),
      headers: {
        ...(needsApiKey(operation) ? { 'x-api-key': key } : {}),
        ...(operation.key === 'session' ? { authorization: `Bearer ${this.dashboardToken}` } : {}),
        ...(operation.id === 'getIntentBySession' ? session : {}),
        ...(operation.id === 'charge' ? { authorization: 'Bearer aaaa.bbbb.cccc' } : {}),
        ...(operation.id === 'signOut' ? { authorization: `Bearer ${this.userToken()}` } : {}),
      },
      ...this.bodyOf(operation),
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
      apiKeyIds: [this.apiKeyId],
      dashboardTokens: [this.dashboardToken, this.viewerToken, this.tokenOfTwo],
      memberIds: [this.memberId],
      mailTokens: this.mailTokens,
      userTokens: Array.from({ length: FUZZED_TOKENS }, () => this.userToken()),
    };
  }

  async end(): Promise<void> {
    await this.gateway.stop();
    await Promise.all(Object.values(this.services).map((service) => service.stop()));
    await this.drop();
  }

  private keyOfMerchant(more: Partial<ApiKeyRow>): ReturnType<typeof newApiKey> {
    return newApiKey({ merchantId: this.secret.row.merchantId, ...more });
  }

  private rows(): readonly ApiKeyRow[] {
    const { secret, publishable, ofOnePage, expired, revoked, longRevoked, readOnly, keyReader } = this;
    const all = [ofOnePage, expired, revoked, longRevoked, readOnly, keyReader, secret, publishable];
    return all.map(({ row }) => row);
  }
}
