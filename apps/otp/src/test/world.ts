import { randomBytes } from 'node:crypto';
import type {
  InitOtpCommand,
  IntentFacts,
  Mode,
  OtpCaller,
  OtpInitiated,
  OtpVerified,
  Principal,
  Reply,
  VerifyOtpCommand,
} from '@paygate/contracts';
import { initOtp, verifyOtp } from '@paygate/contracts';
import { newId, parseKeyring, Sealer, ServiceConfig } from '@paygate/platform';
import type { CommandClient, RunningApp, TestDatabase, TestTopics } from '@paygate/testing';
import { commandClient, eventually, startApp, testDatabase, testKeys, testTopics } from '@paygate/testing';
import { AppModule } from '../app.module.js';
import { OtpConfig } from '../config.js';
import { migrations } from '../migrations/migrations.js';
import { authStandIn, intentsStandIn, Neighbourhood } from './neighbours.js';
import { MailStandIn } from './mail-stand-in.js';
import { ProviderStandIn } from './provider-stand-in.js';

export type InitWish = Partial<InitOtpCommand> & { readonly userId: string };
export type Guess = Partial<Omit<VerifyOtpCommand, 'otp'>> & { readonly userId: string; readonly otp: string };

export const INBOX_TOKEN = 'the-token-of-this-suite';

/** otp on real engines, between stand-ins of its neighbours and of its providers. */
export class World {
  readonly merchantId = newId('merchant');
  readonly apiKeyId = newId('apiKey');
  readonly #ends: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly mode: Mode,
    readonly database: TestDatabase,
    readonly topics: TestTopics,
    standIns: { readonly provider: ProviderStandIn; readonly mail: MailStandIn },
  ) {
    this.provider = standIns.provider;
    this.mail = standIns.mail;
  }

  readonly provider: ProviderStandIn;
  readonly mail: MailStandIn;

  readonly known = new Neighbourhood();
  readonly keys = testKeys();
  readonly gateway = new Sealer('gateway', parseKeyring(this.keys.SEAL_KEYS));
  readonly auth = new Sealer('auth', parseKeyring(this.keys.SEAL_KEYS));
  otp!: RunningApp;
  intents!: RunningApp;
  #client!: CommandClient;
  #otpEnv: Readonly<Record<string, string>> = {};

  /** Live mode has no e-mail here. A variable that is empty is absent. */
  static async start(env: Readonly<Record<string, string>> = {}, mode: Mode = 'test'): Promise<World> {
    const [database, topics, provider, mail] = await Promise.all([
      testDatabase('otp', migrations),
      testTopics(),
      ProviderStandIn.start(),
      MailStandIn.start(),
    ]);
    const world = new World(mode, database, topics, { provider, mail });
    await world.#boot(env);
    return world;
  }

  /** Another instance of otp, with the same configuration. */
  async startInstance(): Promise<void> {
    const instance = await startApp({ name: 'otp', module: AppModule, config: OtpConfig, env: this.#otpEnv });
    this.#ends.push(() => instance.stop());
  }

  async stop(): Promise<void> {
    for (const end of this.#ends.reverse()) await end();
  }

  init(wish: InitWish): Promise<Reply<OtpInitiated>> {
    return this.#client.ask(initOtp, this.initCommand(wish));
  }

  verify(guess: Guess): Promise<Reply<OtpVerified>> {
    return this.#client.ask(verifyOtp, this.verifyCommand(guess));
  }

  initCommand(wish: InitWish): InitOtpCommand {
    const { merchantId, mode } = this;
    const usual = { merchantId, mode, merchantName: 'Boutique', channel: 'sms' } as const;
    return { ...usual, caller: this.caller(sessionOf(wish)), ...wish };
  }

  verifyCommand({ otp, ...guess }: Guess, context = 'verify-otp.otp'): VerifyOtpCommand {
    const sealed = this.gateway.seal('otp', otp, context);
    const { merchantId, mode } = this;
    return { merchantId, mode, caller: this.caller(sessionOf(guess)), ...guess, otp: sealed };
  }

  /** A browser that shows this suite's publishable key, and nothing else unless a test says so. */
  caller({ address, ...more }: Partial<Omit<OtpCaller, 'address'>> & { readonly address?: string } = {}): OtpCaller {
    const sealed = address === undefined ? {} : { address: this.gateway.seal('otp', address, 'otp.address') };
    return { apiKeyId: this.apiKeyId, signedIn: false, credential: 'publishable', ...more, ...sealed };
  }

  /** A command client of another principal, until all of this stops. */
  async as(principal: Principal): Promise<CommandClient> {
    const client = await commandClient({ prefix: this.topics.prefix, keys: this.keys, principal });
    this.#ends.push(() => client.stop());
    return client;
  }

  /** A user whom auth knows. */
  user(): { readonly userId: string; readonly phoneNumber: string; readonly email: string } {
    const userId = newId('user');
    const number = String(randomBytes(4).readUInt32BE() % 1e8).padStart(8, '0');
    const contact = { phoneNumber: `+2376${number}`, email: `${userId}@example.com` };
    this.known.users.set(userId, contact);
    return { userId, ...contact };
  }

  /** An intent that intents knows. */
  intent(facts: Partial<IntentFacts> = {}, merchantId: string = this.merchantId): string {
    const intentId = newId('intent');
    const expiresAt = new Date(Date.now() + 1_800_000).toISOString();
    const pending = { intentId, status: 'PENDING', amount: '5000', currency: 'XAF', userId: null, expiresAt } as const;
    this.known.intents.set(intentId, { ...pending, ...facts, merchantId, mode: this.mode });
    return intentId;
  }

  /** The code of the `nth` message to an address, once it is there. */
  code(to: string, nth = 1): Promise<string> {
    return eventually(() => [...this.provider.to(to), ...this.mail.to(to)][nth - 1]?.text.match(/\b[0-9]{6}\b/)?.[0]);
  }

  /** A code that is surely another. */
  otherThan(code: string): string {
    return String((Number(code) + 1) % 1e6).padStart(6, '0');
  }

  rows<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.database.query<Row>(text, values);
  }

  /** The name of a subject in the budgets of this merchant. */
  countedAs(subject: string): string {
    return this.mode === 'live' ? subject : `${this.merchantId}:${subject}`;
  }

  /** The use of a user or a phone number by budget scope. */
  uses(subject: string): Promise<{ readonly scope: string; readonly sends: number; readonly wrong: number }[]> {
    return this.rows(
      `SELECT scope, count(*) FILTER (WHERE kind = 'send')::integer AS sends,
          count(*) FILTER (WHERE kind = 'wrong_check')::integer AS wrong
        FROM otp_use WHERE subject = $1 GROUP BY scope ORDER BY scope`,
      [this.countedAs(subject)],
    );
  }

  /** Lets a challenge have its next code now. */
  async endCooldown(otpId: string): Promise<void> {
    await this.rows(`UPDATE otp_challenge SET resend_at = clock_timestamp() WHERE id = $1`, [otpId]);
  }

  async #boot(more: Readonly<Record<string, string>>): Promise<void> {
    const { prefix, brokers } = this.topics;
    const env = { ...this.keys, KAFKA_BROKERS: brokers, TOPIC_PREFIX: prefix };
    const key = (): string => randomBytes(32).toString('base64');
    const own = { DATABASE_URL: this.database.serviceUrl, OTP_PEPPER: key(), OTP_DATA_KEYS: `otp:d1:${key()}` };
    const mailUrl = `smtp://127.0.0.1:${this.mail.port}`;
    const live = { SMS_PROVIDER_URL: this.provider.url, SMS_PROVIDER_TOKEN: INBOX_TOKEN };
    const inbox = { INBOX_URL: this.provider.url, INBOX_TOKEN, INBOX_SMTP_URL: mailUrl };
    this.#ends.push(
      () => this.mail.stop(),
      () => this.provider.stop(),
      () => this.database.drop(),
    );
    this.#otpEnv = given({ ...env, ...own, ...inbox, ...(this.mode === 'live' ? live : {}), ...more });
    const apps = await Promise.all([
      startApp({ name: 'otp', module: AppModule, config: OtpConfig, env: this.#otpEnv }),
      startApp({ name: 'intents', module: intentsStandIn(this.known), config: ServiceConfig, env }),
      startApp({ name: 'auth', module: authStandIn(this.known), config: ServiceConfig, env }),
    ]);
    [this.otp, this.intents] = apps;
    this.#ends.push(() => Promise.all(apps.map((app) => app.stop())));
    this.#client = await commandClient({ prefix, keys: this.keys });
    this.#ends.push(() => this.#client.stop());
  }
}

function given(variables: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
}

/** A caller that names a payment shows its session, as our clients do. */
function sessionOf({ intentionId }: { readonly intentionId?: string }): Pick<OtpCaller, 'credential'> {
  return { credential: intentionId === undefined ? 'publishable' : 'session' };
}

/** The answer of a reply that must be positive. */
export function accepted<Answer>(reply: Reply<Answer>): Answer {
  if (!reply.ok) throw new Error(`refused with ${reply.code}`);
  return reply.data;
}
