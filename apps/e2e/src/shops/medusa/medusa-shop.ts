import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createWriteStream, cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Stack } from '@paygate/testing';
import { eventually, stackFolder } from '@paygate/testing';
import pg from 'pg';

/** The rows that the seed of the shop has made. */
interface Keys {
  readonly region: string;
  readonly variants: Readonly<Record<string, string>>;
  readonly publishableKey: string;
  readonly secretKey: string;
}

/** A payment session of a cart, as the store API shows it. */
export interface Session {
  readonly id: string;
  readonly status: string;
  readonly data: {
    readonly cart_id: string;
    readonly intent_id: string;
    readonly amount: string;
    readonly checkout_url: string;
  };
}

interface Collection {
  readonly payment_collection: { readonly id: string; readonly payment_sessions?: readonly Session[] };
}

const DATABASE = 'medusa';
/** Of the stack's Redis, which nothing else uses. */
const REDIS_DATABASE = 9;

/**
 * A shop: Medusa with the plug-in, on the PostgreSQL and the Redis of the stack. It can be killed, and started again on the same data. It listens where
 * the stack lets a developer's own endpoint listen.
 */
export class MedusaShop {
  readonly url: string;
  private readonly folder: string;
  private readonly files: string;
  private readonly pool: pg.Pool;
  private web: ChildProcess | undefined;
  private keys: Keys | undefined;

  private constructor(
    private readonly stack: Stack,
    private readonly webhookSecret: string,
  ) {
    const shop = process.env['PAYGATE_SHOP'];
    if (shop === undefined) throw new Error('these suites run by `npm run shops -- medusa`');
    this.folder = shop;
    this.files = resolve(stackFolder(), 'medusa');
    this.url = MedusaShop.addressOn(stack);
    this.pool = new pg.Pool({ connectionString: this.databaseUrl(), max: 2 });
  }

  /** The address of a shop on this stack. */
  static addressOn(stack: Stack): string {
    return `http://localhost:${new URL(stack.ownEndpoint.url).port}`;
  }

  /** A shop with the plug-in, whose webhook endpoint has this secret. The suites of one stack have one database. */
  static async start(stack: Stack, webhookSecret: string): Promise<MedusaShop> {
    const shop = new MedusaShop(stack, webhookSecret);
    cpSync(join(import.meta.dirname, 'shop'), shop.folder, { recursive: true });
    mkdirSync(shop.files, { recursive: true });
    if (await shop.makeDatabase()) {
      await shop.command('db:migrate');
      await shop.command('exec', './seed.js');
    }
    shop.keys = JSON.parse(readFileSync(join(shop.files, 'keys.json'), 'utf8')) as Keys;
    await shop.startWeb();
    return shop;
  }

  async startWeb(): Promise<void> {
    const child = spawn(process.execPath, [this.cli(), 'start'], {
      ...{ cwd: this.folder, detached: true, env: this.environment(), stdio: ['ignore', 'pipe', 'pipe'] },
    });
    const log = createWriteStream(join(this.files, 'web.log'), { flags: 'a' });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    child.once('exit', () => log.end());
    this.web = child;
    await eventually(async () => (await fetch(`${this.url}/health`)).ok, { timeoutMs: 120_000 });
  }

  /** Ends the shop as a loss of power does. */
  async kill(): Promise<void> {
    const child = this.web;
    this.web = undefined;
    if (child?.pid === undefined) return;
    const ended = new Promise((done) => child.once('exit', done));
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  }

  async close(): Promise<void> {
    await this.kill();
    await this.pool.end();
  }

  /** A request of the storefront, or of the owner below /admin; throws for an answer that is none of success. */
  async call<Answer>(path: string, body?: object): Promise<Answer> {
    const { status, answer } = await this.ask(path, body);
    if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(answer)}`);
    return answer as Answer;
  }

  async ask(path: string, body?: object): Promise<{ readonly status: number; readonly answer: unknown }> {
    const { publishableKey, secretKey } = this.made();
    const key = path.startsWith('/admin')
      ? { authorization: `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}` }
      : { 'x-publishable-api-key': publishableKey };
    const response = await fetch(this.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...key },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, answer: await response.json() };
  }

  /** A cart with one piece; returns its id and that of its payment collection. */
  async fill(variant = 'petit'): Promise<{ readonly cart: string; readonly collection: string }> {
    const { region, variants } = this.made();
    const items = [{ variant_id: variants[variant], quantity: 1 }];
    // Medusa refuses one of two carts that begin at once with an address that it does not know yet
    const email = `${randomUUID()}@shop.example`;
    const { cart } = await this.call<{ cart: { id: string } }>('/store/carts', { region_id: region, email, items });
    const { payment_collection: made } = await this.call<Collection>('/store/payment-collections', {
      cart_id: cart.id,
    });
    return { cart: cart.id, collection: made.id };
  }

  /** Puts another piece into a cart. */
  async add(cart: string, variant: string): Promise<void> {
    await this.call(`/store/carts/${cart}/line-items`, { variant_id: this.made().variants[variant], quantity: 1 });
  }

  /** Begins the payment of a cart, as a storefront does: with data that may be anything. */
  async begin(collection: string, data: object = {}): Promise<Session> {
    const body = { provider_id: 'pp_paygate_paygate', data };
    const path = `/store/payment-collections/${collection}/payment-sessions`;
    const [session, ...others] = (await this.call<Collection>(path, body)).payment_collection.payment_sessions ?? [];
    if (session === undefined || others.length > 0) throw new Error('a collection has one session');
    return session;
  }

  /** The log of the shop. */
  log(): string {
    return readFileSync(join(this.files, 'web.log'), 'utf8');
  }

  async rows<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return (await this.pool.query<Row>(sql, [...values])).rows;
  }

  /** Makes the database; false where another suite of this stack has made it. */
  private async makeDatabase(): Promise<boolean> {
    const administrator = new pg.Client({ connectionString: this.stack.postgres });
    await administrator.connect();
    try {
      const { rowCount } = await administrator.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
      if (rowCount === 0) await administrator.query(`CREATE DATABASE ${DATABASE}`);
      return rowCount === 0;
    } finally {
      await administrator.end();
    }
  }

  private made(): Keys {
    if (this.keys === undefined) throw new Error('the shop is not seeded');
    return this.keys;
  }

  private async command(...args: readonly string[]): Promise<void> {
    await promisify(execFile)(process.execPath, [this.cli(), ...args], {
      ...{ cwd: this.folder, env: this.environment(), maxBuffer: 2 ** 26 },
    });
  }

  private cli(): string {
    return join(this.folder, 'node_modules/@medusajs/cli/cli.js');
  }

  private databaseUrl(): string {
    const url = new URL(this.stack.postgres);
    url.pathname = `/${DATABASE}`;
    return url.href;
  }

  private environment(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      NODE_OPTIONS: '',
      NODE_ENV: 'production',
      MEDUSA_DISABLE_TELEMETRY: '1',
      NODE_EXTRA_CA_CERTS: this.stack.gateway.ca,
      DATABASE_URL: this.databaseUrl(),
      REDIS_URL: `${this.stack.redis}/${REDIS_DATABASE}`,
      HOST: '127.0.0.1',
      PORT: new URL(this.url).port,
      PAYGATE_BASE_URL: this.stack.gateway.url,
      PAYGATE_SECRET_KEY: this.stack.merchant.secretKey,
      PAYGATE_WEBHOOK_SECRET: this.webhookSecret,
      SHOP_KEY: this.webhookSecret,
      SHOP_KEYS: join(this.files, 'keys.json'),
    };
  }
}
