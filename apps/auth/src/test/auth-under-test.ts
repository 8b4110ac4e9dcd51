import { randomBytes } from 'node:crypto';
import type { CommandContract, Mode, Principal, Reply, Sealed, SignedIn } from '@paygate/contracts';
import { signIn } from '@paygate/contracts';
import { parseKeyring, Sealer } from '@paygate/platform';
import type { CommandClient, RunningApp, TestDatabase, TestTopics } from '@paygate/testing';
import { commandClient, startApp, testDatabase, testKeys, testTopics } from '@paygate/testing';
import { AppModule } from '../app.module.js';
import { AuthConfig } from '../config.js';
import { migrations } from '../migrations/migrations.js';

const key = (): string => randomBytes(32).toString('base64');

/** The auth service on a database and topics of its own, and an operator and a gateway who command it over Kafka. */
export class AuthUnderTest {
  readonly #keys = testKeys();
  readonly #env: Readonly<Record<string, string>>;
  readonly #apps: RunningApp[] = [];
  readonly #clients = new Map<Principal, CommandClient>();

  private constructor(
    readonly topics: TestTopics,
    readonly database: TestDatabase,
    env: Readonly<Record<string, string>>,
  ) {
    this.#env = {
      KAFKA_BROKERS: topics.brokers,
      DATABASE_URL: database.serviceUrl,
      TOPIC_PREFIX: topics.prefix,
      HEALTH_PORT: '0',
      LOG_LEVEL: 'error',
      ...this.#keys,
      API_KEY_PEPPER: key(),
      PHONE_INDEX_KEY: key(),
      AUTH_DATA_KEYS: `auth:d1:${key()}`,
      SIGN_IN_QUEUE_SIZE: '200',
      NEW_PASSWORD_QUEUE_SIZE: '200',
      ...env,
    };
  }

  static async start(env: Readonly<Record<string, string>> = {}, instances = 1): Promise<AuthUnderTest> {
    const [topics, database] = await Promise.all([testTopics(), testDatabase('auth', migrations)]);
    const auth = new AuthUnderTest(topics, database, env);
    await Promise.all(Array.from({ length: instances }, () => auth.startInstance()));
    await Promise.all((['operator', 'gateway'] as const).map((principal) => auth.#connect(principal)));
    return auth;
  }

  /** Starts one more instance, which may be configured differently. */
  async startInstance(env: Readonly<Record<string, string>> = {}): Promise<RunningApp> {
    const app = await startApp({
      name: 'auth',
      module: AppModule,
      config: AuthConfig,
      env: { ...this.#env, ...env },
    });
    this.#apps.push(app);
    return app;
  }

  get app(): RunningApp {
    const [app] = this.#apps;
    if (app === undefined) throw new Error('no instance runs');
    return app;
  }

  /** What a service beside this one is told. */
  get busEnv(): Readonly<Record<string, string>> {
    return { ...this.#keys, KAFKA_BROKERS: this.topics.brokers, TOPIC_PREFIX: this.topics.prefix };
  }

  get pepper(): string {
    return this.#env['API_KEY_PEPPER'] ?? '';
  }

  /** Sends a command and gives its answer. */
  ask<Request extends object, Answer extends object>(
    contract: CommandContract<Request, Answer>,
    payload: NoInfer<Request>,
    principal: Principal = 'operator',
  ): Promise<Reply<Answer>> {
    const client = this.#clients.get(principal);
    if (client === undefined) throw new Error('not started');
    return client.ask<Request, Answer>(contract, payload);
  }

  /** The data of an answer that must be positive. */
  async get<Request extends object, Answer extends object>(
    contract: CommandContract<Request, Answer>,
    payload: NoInfer<Request>,
    principal: Principal = 'operator',
  ): Promise<Answer> {
    const reply = await this.ask(contract, payload, principal);
    if (!reply.ok) throw new Error(`refused: ${JSON.stringify(reply)}`);
    return reply.data;
  }

  /** Asks to sign someone in, as the gateway does. */
  signIn({ phone, password, ...from }: SignInTry): Promise<Reply<SignedIn>> {
    const { merchantId, mode = 'test', address } = from;
    return this.ask(signIn, {
      ...{ merchantId, mode },
      ...(address === undefined ? {} : { address: this.seal(address, 'sign-in.address') }),
      phoneNumber: this.seal(phone, 'sign-in.phone'),
      password: this.seal(password, 'sign-in.password'),
    });
  }

  /** Seals a text for the service, or another one. */
  seal(text: string, context: string, addressee: Principal = 'auth'): Sealed {
    return this.#sealerOf('operator').seal(addressee, text, context);
  }

  /** Opens a text that the service has sealed for someone. */
  open(addressee: Principal, sealed: Sealed | undefined, context: string): string {
    if (sealed === undefined) throw new Error('nothing was sealed');
    return this.#sealerOf(addressee).open(sealed, context);
  }

  /** Looks into, or changes, the database behind the service's back. */
  sql<Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> {
    return this.database.query<Row>(text, values);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#clients.values()].map((client) => client.stop()));
    await Promise.all(this.#apps.map((app) => app.stop()));
    await Promise.all([this.topics.drop(), this.database.drop()]);
  }

  async #connect(principal: Principal): Promise<void> {
    const { topics } = this;
    this.#clients.set(principal, await commandClient({ prefix: topics.prefix, keys: this.#keys, principal }));
  }

  #sealerOf(principal: Principal): Sealer {
    return new Sealer(principal, parseKeyring(this.#keys.SEAL_KEYS));
  }
}

/** An attempt to sign in; without an address a merchant's server makes it. */
export interface SignInTry {
  readonly merchantId: string;
  readonly phone: string;
  readonly password: string;
  readonly mode?: Mode;
  readonly address?: string;
}

/** A number that no other test uses. */
export function freshPhone(): string {
  return `+2376${String(BigInt(`0x${randomBytes(6).toString('hex')}`) % 100_000_000n).padStart(8, '0')}`;
}
